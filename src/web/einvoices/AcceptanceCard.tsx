import { dayLabel } from '#domain/core/days.ts'
import { ACCEPTANCE_LABELS } from '#domain/einvoices/acceptance.ts'
import type { ElectronicDetail } from '#domain/einvoices/electronic.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'

/** What the client said about a validated invoice, with its days (EIN-04). Nothing for one about which nothing was said. */
export function AcceptanceCard({ document: { acceptances, claim_until } }: { document: ElectronicDetail }) {
  if (acceptances.length === 0) return null
  return (
    <Card title="Aceptación del cliente">
      <Facts
        facts={acceptances.map(({ code, occurred_on, source }) => ({
          label: ACCEPTANCE_LABELS[code],
          value: `${occurred_on === null ? 'Sin fecha' : dayLabel(occurred_on)}${source === 'term' ? ', porque no reclamó a tiempo' : ''}`,
        }))}
      />
      {claim_until !== null && (
        <p className="einvoices-quiet">
          Si no la reclama hasta el {dayLabel(claim_until)}, queda aceptada tácitamente.
        </p>
      )}
    </Card>
  )
}
