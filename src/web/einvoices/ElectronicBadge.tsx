import type { ElectronicRow } from '#domain/einvoices/electronic.ts'
import { electronicLabel } from '#domain/invoices/electronic.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ELECTRONIC_TONES } from './words.ts'

/** The state of a document at the DIAN. A trial says that it is one: its validation is worth nothing. */
export const ElectronicBadge = ({
  status,
  is_trial,
  environment,
}: Pick<ElectronicRow, 'status' | 'is_trial' | 'environment'>) =>
  is_trial ? (
    <Badge tone="quiet">De prueba</Badge>
  ) : (
    <Badge tone={environment === 'test' && status === 'validated' ? 'quiet' : ELECTRONIC_TONES[status]}>
      {electronicLabel({ status, environment })}
    </Badge>
  )
