import { DAY_MS } from '#domain/core/durations.ts'
import { toPesos } from '#domain/core/money.ts'
import { CHECK_DAYS_MAX, isOpen } from '#domain/payments/attempt.ts'
import { SLIP_METHOD } from '#domain/payments/slip.ts'
import type { Tx } from '#server/core/tx.ts'
import { lockAccount } from '#server/ledger/accounts.ts'
import { type Attempt, lockAttempt, moveAttempt, updateAsked } from './attempt-queries.ts'
import { openCase } from './cases.ts'

/** Records the new status of an attempt in the audit log. `replaced`: another payment took its place, so that nothing failed. */
export async function recordMove(
  tx: Tx,
  attempt: Attempt,
  to: Attempt['status'],
  { replaced }: { replaced?: true } = {},
): Promise<void> {
  await tx.record('attempt.moved', {
    entity_id: attempt.id,
    client_id: attempt.client_id,
    before: { status: attempt.status },
    after: { status: to, reference: attempt.reference, amount: toPesos(attempt.amount), ...(replaced && { replaced }) },
  })
}

/** Locks an attempt that the caller has just read. */
export async function lockExistingAttempt(tx: Tx, id: string): Promise<Attempt> {
  const attempt = await lockAttempt(tx, id)
  if (!attempt) throw new Error('an attempt that was just read does not exist')
  return attempt
}

/** Another payment of its invoices took its place (supersede), and the provider is still asked what became of it. */
const isSuperseded = ({ status, next_check_at }: Attempt): boolean => status === 'expired' && next_check_at !== null
/** Whether the provider is asked what became of an attempt. */
export const isAsked = (attempt: Attempt): boolean => isOpen(attempt.status) || isSuperseded(attempt)

/** Expires an open attempt; of an expired one the provider is asked no more. */
export const endAsking = (tx: Tx, attempt: Attempt, now: Date, is_unanswered: boolean): Promise<unknown> =>
  attempt.status === 'expired'
    ? updateAsked(tx, attempt.id, { next_check_at: null, is_unanswered })
    : expire(tx, attempt, now, is_unanswered)

/**
 * Expires an attempt in favour of another payment of its invoices. When it was sent, the payer may still be charged: the provider is asked
 * as before, and an approval is applied, what is too much as credit in favour. One that was not sent yet is never sent.
 */
export async function supersede(tx: Tx, attempt: Attempt, now: Date): Promise<void> {
  const next_check_at = attempt.status === 'created' ? null : (attempt.next_check_at ?? now)
  await moveAttempt(tx, attempt.id, 'expired', { next_check_at }, now)
  await recordMove(tx, attempt, 'expired', { replaced: true })
}

/** Expires an attempt and releases its invoices. A later approval is still applied. */
export async function expire(tx: Tx, attempt: Attempt, now: Date, is_unanswered = false): Promise<void> {
  await moveAttempt(tx, attempt.id, 'expired', { is_unanswered }, now)
  await recordMove(tx, attempt, 'expired')
}

/**
 * Ends an attempt whose result is unknown after CHECK_DAYS_MAX and opens a case for the financial user. Not for a slip that the provider
 * still has as pending (`isAnswered`): its days to be paid are over, and it was not paid.
 */
export async function expireAfterDays(
  tx: Tx,
  target: { id: string; client_id: string },
  now: Date,
  isAnswered: boolean,
): Promise<void> {
  await lockAccount(tx, target.client_id)
  const attempt = await lockExistingAttempt(tx, target.id)
  if (!isAsked(attempt) || now.getTime() - attempt.created_at.getTime() < CHECK_DAYS_MAX * DAY_MS) return
  const isUnpaidSlip = isAnswered && attempt.method === SLIP_METHOD && attempt.transaction_id !== null
  await endAsking(tx, attempt, now, !isUnpaidSlip)
  if (isUnpaidSlip) return
  await openCase(tx, {
    kind: 'given_up',
    subject: attempt.id,
    says: `Wompi no dijo en ${CHECK_DAYS_MAX} días qué pasó con el pago ${attempt.reference}: pregúntalo en comercios.wompi.co`,
    attempt_id: attempt.id,
    transaction_id: attempt.transaction_id,
    reference: attempt.reference,
    amount: attempt.amount,
  })
}
