import { TRANSACTION_LABELS, type TransactionStatus } from '#domain/payments/transaction.ts'
import { Badge, type Tone } from '#web/ui/Badge.tsx'

const TONES: Readonly<Record<TransactionStatus, Tone>> = {
  created: 'warn',
  submitted: 'warn',
  pending: 'warn',
  unknown: 'warn',
  approved: 'good',
  received: 'good',
  declined: 'bad',
  error: 'bad',
  expired: 'quiet',
  voided: 'quiet',
  reversed: 'quiet',
  refunded: 'quiet',
}

/** The status of a transaction. */
export const TransactionBadge = ({ status }: { status: TransactionStatus }) => (
  <Badge tone={TONES[status]}>{TRANSACTION_LABELS[status]}</Badge>
)
