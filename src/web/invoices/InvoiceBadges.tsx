import { type ElectronicStatus, electronicLabel } from '#domain/invoices/electronic.ts'
import { BADGE_LABELS, type InvoiceRow, type InvoiceStatus, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'

const TONES: Readonly<Record<InvoiceStatus, Tone>> = {
  pagado: 'good',
  pendiente: 'info',
  vencido: 'bad',
  anulado: 'quiet',
  castigado: 'warn',
}

/** The status of a debt, with its other marks. */
export function InvoiceBadges({ invoice }: { invoice: Pick<InvoiceRow, 'status' | 'badges'> }) {
  return (
    <span className="invoice-badges">
      <Badge tone={TONES[invoice.status]}>{STATUS_LABELS[invoice.status]}</Badge>
      {invoice.badges.map((badge) => (
        <Badge key={badge} tone="warn">
          {BADGE_LABELS[badge]}
        </Badge>
      ))}
    </span>
  )
}

const ELECTRONIC_TONES: Readonly<Record<ElectronicStatus, Tone>> = {
  queued: 'info',
  sending: 'info',
  pending_dian: 'warn',
  rejected: 'bad',
  manual: 'bad',
  validated: 'good',
  withdrawn: 'quiet',
}

/** The state of the electronic document of an invoice; nothing for an invoice without one. */
export function ElectronicBadge({ electronic }: { electronic: InvoiceRow['electronic'] }) {
  if (electronic === null) return null
  return <Badge tone={ELECTRONIC_TONES[electronic.status]}>DIAN: {electronicLabel(electronic).toLowerCase()}</Badge>
}
