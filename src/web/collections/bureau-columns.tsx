import { BUREAU_STATE_LABELS, type BureauCase } from '#domain/collections/bureau.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { ClientLink } from '#web/clients/ClientLink.tsx'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BUREAU_TONES, nextLabel, noticeLabel } from './bureau-words.ts'

type Actions = {
  /** Only the desk opens the page of a client. */
  isDesk: boolean
  onReport: (row: BureauCase) => void
  onUpdate: (row: BureauCase) => void
  onLeave: (row: BureauCase) => void
  onNotice: (id: string) => void
  onPaper: (row: BureauCase) => void
  onNotified: (row: BureauCase) => void
}

/** The columns of the debts before a report. */
export const bureauColumns = (actions: Actions): Column<BureauCase>[] => [
  {
    key: 'client',
    header: 'Cliente',
    card: 'title',
    cell: ({ client }) =>
      actions.isDesk ? (
        <ClientLink id={client.id} client={client} />
      ) : (
        <span className="two-lines">
          {client.name}
          <small>{client.identification}</small>
        </span>
      ),
  },
  {
    key: 'invoices',
    header: 'Facturas',
    cell: ({ invoices }) => (
      <span className="two-lines">
        {invoices.map(({ number }) => number).join(', ')}
        {invoices[0] && <small>Con plazo hasta el {shortDayLabel(invoices[0].since)}</small>}
      </span>
    ),
  },
  {
    key: 'notices',
    header: 'Avisos',
    cardLabel: 'avisos',
    cell: ({ notices, client }) =>
      notices.length === 0
        ? 'Ninguno'
        : notices.map((notice) => (
            <Button
              key={notice.id}
              size="dense"
              aria-label={`Ver el aviso a ${client.name}: ${noticeLabel(notice)}`}
              onClick={() => actions.onNotice(notice.id)}
            >
              {noticeLabel(notice)}
            </Button>
          )),
  },
  {
    key: 'debt',
    header: 'Deuda',
    align: 'end',
    card: 'amount',
    cell: ({ debt }) => <strong>{pesosLabel(debt)}</strong>,
  },
  {
    key: 'state',
    header: 'Estado',
    card: 'badge',
    cell: ({ state }) => <Badge tone={BUREAU_TONES[state]}>{BUREAU_STATE_LABELS[state]}</Badge>,
  },
  { key: 'next', header: 'Qué sigue', cell: nextLabel },
  { key: 'step', header: 'Registrar', card: 'control', cell: (row) => <Steps row={row} {...actions} /> },
]

function Steps({ row, onReport, onUpdate, onLeave, onPaper, onNotified }: Actions & { row: BureauCase }) {
  const { state, closed_on, reported_on, client } = row
  if (state === 'update_due')
    return (
      <Button aria-label={`Marcar como actualizado el pago de ${client.name}`} onClick={() => onUpdate(row)}>
        Actualizado
      </Button>
    )
  if (state === 'dispute_due')
    return (
      <Button aria-label={`Marcar que la central sabe del reclamo de ${client.name}`} onClick={() => onNotified(row)}>
        Central avisada
      </Button>
    )
  if (reported_on !== null || state === 'left_out') return null
  // The report of an earlier day is marked also when the debt was paid, claimed or changed since.
  const isMarked = row.notices.some(({ sent_at }) => sent_at !== null)
  const mark = isMarked && (
    <Button aria-label={`Marcar como reportada la deuda de ${client.name}`} onClick={() => onReport(row)}>
      Reportada
    </Button>
  )
  if (closed_on !== null) return mark || null
  return (
    <>
      {mark}
      {(state === 'notice' || state === 'second_notice') && (
        <Button aria-label={`Avisar por carta a ${client.name}`} onClick={() => onPaper(row)}>
          Carta
        </Button>
      )}
      <Button aria-label={`Sacar a ${client.name} de la lista`} onClick={() => onLeave(row)}>
        Sacar
      </Button>
    </>
  )
}
