import { dayLabel, instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { type Dispute, OUTCOME_LABELS } from '#domain/invoices/dispute.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'

/** The disputes of an invoice, the first one first: who opened each, why, and how it ended (INV-11). */
export function DisputeHistory({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null
  return (
    <Card title="Reclamos">
      <RowList>
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <span className="two-lines">
              {dispute.reason}
              <small>
                Abierto por {dispute.opened_by}, {instantLabel(new Date(dispute.opened_at))}
                {dispute.reference && ` · Radicado ${dispute.reference}`}
              </small>
              <small>{endLabel(dispute)}</small>
            </span>
            <span className="figures">{pesosLabel(dispute.amount)}</span>
          </li>
        ))}
      </RowList>
    </Card>
  )
}

/** 'A favor del cliente, 22/11/2026 10:05, Ana: se devuelve. Nota crédito NC-4.' */
export function endLabel(dispute: Dispute): string {
  const { outcome, resolved_at, resolved_by, resolution, credit_note, payable_until } = dispute
  if (outcome === null || resolved_at === null) return 'Abierto'
  const who = resolved_by === null ? '' : `, ${resolved_by}`
  return [
    `${OUTCOME_LABELS[outcome]}, ${instantLabel(new Date(resolved_at))}${who}${resolution === null ? '' : `: ${resolution}`}`,
    ...(credit_note === null ? [] : [`Nota crédito ${credit_note}`]),
    ...(payable_until === null ? [] : [`Lo que se debe se puede pagar hasta el ${dayLabel(payable_until)}`]),
  ].join(' · ')
}
