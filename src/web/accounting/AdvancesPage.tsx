import type { AdvanceRow } from '#domain/accounting/portfolio.ts'
import { portfolioApi } from '#domain/accounting/portfolio-api.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useRead } from '#web/core/queries.ts'
import { Figure } from '#web/ui/Facts.tsx'
import { TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { DayFilter } from './DayFilter.tsx'

/** The credit in favour of each client at the end of a day. */
export function AdvancesPage() {
  const { url, page, dayOf } = useBookUrl('advances')
  const query = { ...page, on: dayOf('on') }
  const list = useRead(portfolioApi.advances, { query }, { keepPrevious: true })
  const on = query.on ?? list.data?.on
  return (
    <BookPage
      title="Saldos a favor a una fecha"
      subtitle="Lo que la empresa debía a sus clientes al final de un día: anticipos y pagos de más, también lo pagado de una factura que aún no se emitía"
      links={<LinkButton to={paths.advanceMoves}>Ver los movimientos</LinkButton>}
      exported={{ list: 'advances', filters: { ...query, on } }}
      url={url}
      list={list}
      figures={list.data && <Figure label="Saldos a favor" value={pesosLabel(list.data.credit)} />}
      caption="Saldos a favor por cliente"
      columns={COLUMNS}
      rowName={({ client }) => client.name}
      filters={
        <TableFilters>
          <DayFilter on={on} onFilter={url.onFilter} />
        </TableFilters>
      }
      empty={{
        title: 'Nadie tenía saldo a favor ese día',
        text: 'Aquí aparecen los clientes con anticipos o pagos de más al final del día.',
      }}
    />
  )
}

const COLUMNS: readonly Column<AdvanceRow>[] = [
  { key: 'client', header: 'Cliente', cell: ({ client }) => client.name, card: 'title' },
  { key: 'identification', header: 'Identificación', cell: ({ client }) => client.identification },
  {
    key: 'credit',
    header: 'Saldo a favor',
    cell: ({ credit }) => <strong>{pesosLabel(credit)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
