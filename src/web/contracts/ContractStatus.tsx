import { CONTRACT_STATUS_LABELS, type ContractStatus as Status } from '#domain/contracts/lifecycle.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'

const TONES: Readonly<Record<Status, Tone>> = {
  draft: 'quiet',
  awaiting_installation: 'info',
  active: 'good',
  suspended: 'warn',
  terminated: 'quiet',
  cancelled: 'quiet',
}

/** The status of a contract. */
export function ContractStatus({ status }: { status: Status }) {
  return <Badge tone={TONES[status]}>{CONTRACT_STATUS_LABELS[status]}</Badge>
}
