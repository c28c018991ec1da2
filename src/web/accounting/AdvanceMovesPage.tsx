import type { AdvanceMoveRow, AdvanceMoveTotals } from '#domain/accounting/advance-moves.ts'
import { advanceMovesApi } from '#domain/accounting/advance-moves-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useRead } from '#web/core/queries.ts'
import { Figure } from '#web/ui/Facts.tsx'
import { DayFilters, TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { ClientLines } from './ClientLines.tsx'

/** What the credit in favour of each client did in some days. */
export function AdvanceMovesPage() {
  const { url, page, dayOf } = useBookUrl('advance-moves')
  const query = { ...page, from: dayOf('from'), to: dayOf('to') }
  const list = useRead(advanceMovesApi.list, { query }, { keepPrevious: true })
  const range = { from: query.from ?? list.data?.range.from, to: query.to ?? list.data?.range.to }
  return (
    <BookPage
      title="Movimientos de saldos a favor"
      subtitle="Lo que entró, se aplicó y se devolvió por cliente, igual que la cuenta de anticipos de los comprobantes"
      links={<LinkButton to={paths.advances}>Ver los saldos de un día</LinkButton>}
      exported={{ list: 'advance_moves', filters: { ...query, ...range } }}
      url={url}
      list={list}
      figures={list.data && <Totals totals={list.data.totals} />}
      caption="Movimientos por cliente"
      columns={COLUMNS}
      rowName={({ client }) => client.name}
      filters={
        <TableFilters>
          <DayFilters {...range} onFilter={url.onFilter} />
        </TableFilters>
      }
      empty={{
        title: 'Nadie tuvo saldo a favor en esas fechas',
        text: 'Aquí aparecen los clientes con anticipos o pagos de más en esos días.',
      }}
    />
  )
}

const Totals = ({ totals }: { totals: AdvanceMoveTotals }) => (
  <>
    <Figure label="Saldo inicial" value={pesosLabel(totals.opening)} />
    <Figure label="Entró" value={pesosLabel(totals.added)} note="Menos los reversos" />
    <Figure label="Se aplicó" value={pesosLabel(totals.applied)} note="A facturas" />
    <Figure label="Se devolvió" value={pesosLabel(totals.refunded)} />
    <Figure label="Saldo final (PUC 280505)" value={pesosLabel(totals.closing)} />
  </>
)

const amountColumn = (key: 'opening' | 'added' | 'applied' | 'refunded', header: string): Column<AdvanceMoveRow> => ({
  key,
  header,
  cell: (row) => pesosLabel(row[key]),
  align: 'end',
  cardLabel: header,
})

const COLUMNS: readonly Column<AdvanceMoveRow>[] = [
  { key: 'client', header: 'Cliente', cell: ({ client }) => <ClientLines client={client} />, card: 'title' },
  amountColumn('opening', 'Saldo inicial'),
  amountColumn('added', 'Entró'),
  amountColumn('applied', 'Se aplicó'),
  amountColumn('refunded', 'Se devolvió'),
  {
    key: 'closing',
    header: 'Saldo final',
    cell: ({ closing }) => <strong>{pesosLabel(closing)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
