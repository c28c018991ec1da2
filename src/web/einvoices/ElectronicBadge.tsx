import type { ElectronicRow } from '#domain/einvoices/electronic.ts'
import { ELECTRONIC_LABELS } from '#domain/invoices/electronic.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ELECTRONIC_TONES } from './words.ts'

/** The state of a document at the DIAN. A trial says that it is one: its validation is worth nothing. */
export const ElectronicBadge = ({ status, is_trial }: Pick<ElectronicRow, 'status' | 'is_trial'>) =>
  is_trial ? (
    <Badge tone="quiet">De prueba</Badge>
  ) : (
    <Badge tone={ELECTRONIC_TONES[status]}>{ELECTRONIC_LABELS[status]}</Badge>
  )
