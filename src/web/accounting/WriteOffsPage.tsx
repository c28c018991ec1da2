import { useState } from 'react'
import {
  WRITE_OFF_MOVE_LABELS,
  WRITE_OFF_MOVES,
  type WriteOffMove,
  type WriteOffMoveKind,
  type WriteOffTotals,
} from '#domain/accounting/write-off.ts'
import { writeOffApi } from '#domain/accounting/write-off-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { LinkButton } from '#web/core/LinkButton.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { ClientLines } from './ClientLines.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'
import { UndoWriteOffDialog } from './UndoWriteOffDialog.tsx'

const KINDS = WRITE_OFF_MOVES.map((value) => ({ value, label: WRITE_OFF_MOVE_LABELS[value] }))
const isKind = (text: string | undefined): text is WriteOffMoveKind => WRITE_OFF_MOVES.some((kind) => kind === text)

/** What was written off, recovered and undone in some days (ACC-07). */
export function WriteOffsPage() {
  const { url, page, dayOf } = useBookUrl('write-offs')
  const { user } = useSession()
  const kind = url.filters['kind']
  const query = { ...page, from: dayOf('from'), to: dayOf('to'), kind: isKind(kind) ? kind : undefined }
  const list = useRead(writeOffApi.moves, { query }, { keepPrevious: true })
  const [undone, setUndone] = useState<WriteOffMove | null>(null)
  const range = { from: query.from ?? list.data?.range.from, to: query.to ?? list.data?.range.to }
  return (
    <>
      <BookPage
        title="Castigos y recuperaciones"
        subtitle="La cartera que se castigó, y lo que después se pagó de ella"
        links={<LinkButton to={paths.badDebts}>Cartera por castigar</LinkButton>}
        exported={{ list: 'write_offs', filters: { ...query, ...range } }}
        url={url}
        list={list}
        figures={list.data && <Totals totals={list.data.totals} />}
        caption="Castigos y recuperaciones"
        columns={user?.metadata.role === 'admin' ? [...COLUMNS, undoColumn(setUndone)] : COLUMNS}
        rowName={({ number }) => `factura ${number}`}
        filters={
          <TableFilters>
            <DayFilters {...range} onFilter={url.onFilter} />
            <SelectFilter
              label="Clase"
              all="Todas"
              options={KINDS}
              value={query.kind}
              onChange={(value) => url.onFilter('kind', value)}
            />
          </TableFilters>
        }
        empty={{
          title: 'No hubo castigos en esas fechas',
          text: 'Aquí queda cada factura que se castiga, y lo que se recupera de ella.',
        }}
      />
      {undone && <UndoWriteOffDialog move={undone} onClose={() => setUndone(null)} />}
    </>
  )
}

const Totals = ({ totals }: { totals: WriteOffTotals }) => (
  <>
    <Figure label="Se castigó (PUC 139905)" value={pesosLabel(totals.written_off)} />
    <Figure label="Se recuperó (PUC 425005)" value={pesosLabel(totals.recovered)} note="Menos los reversos" />
    <Figure label="Se deshizo" value={pesosLabel(totals.undone)} note="Con lo que anularon las notas crédito" />
  </>
)

const COLUMNS: readonly Column<WriteOffMove>[] = [
  { key: 'client', header: 'Cliente', cell: ({ client }) => <ClientLines client={client} /> },
  {
    key: 'number',
    header: 'Factura',
    cell: ({ invoice_id, number }) => <InvoiceLink id={invoice_id} number={number} />,
    card: 'title',
  },
  {
    key: 'kind',
    header: 'Clase',
    cell: ({ kind, document }) => (
      <span className="two-lines">
        {WRITE_OFF_MOVE_LABELS[kind]}
        {document !== null && <small>{document}</small>}
      </span>
    ),
  },
  {
    key: 'posted_on',
    header: 'Fecha',
    cell: ({ posted_on, by }) => (
      <span className="two-lines">
        {shortDayLabel(posted_on)}
        <small>{by}</small>
      </span>
    ),
  },
  { key: 'reason', header: 'Motivo', cell: ({ reason }) => reason ?? '' },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
]

const undoColumn = (onUndo: (move: WriteOffMove) => void): Column<WriteOffMove> => ({
  key: 'undo',
  header: 'Deshacer',
  cell: (move) =>
    move.can_undo && (
      <Button size="dense" aria-label={`Deshacer el castigo de ${move.number}`} onClick={() => onUndo(move)}>
        Deshacer
      </Button>
    ),
})
