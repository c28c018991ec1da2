import { HOUR_MS, MINUTE_MS } from '#domain/core/durations.ts'
import { isOpen, type KnownAttempt, nextTransition, type ProviderState, type Transition } from './attempt.ts'

/** How long the payer has to pay on the page. */
const PAGE_MS = HOUR_MS
/** With less time left a new page is opened: the payer may still have to enter at the bank. */
const LEFT_MIN_MS = 10 * MINUTE_MS
/** What is begun in the last second reaches the list of the provider until then. */
const LISTED_AFTER_MS = 10 * MINUTE_MS

/** The last second to pay on a page that is opened now. */
export const pageExpiry = (now: Date): Date => new Date(Math.floor((now.getTime() + PAGE_MS) / 1_000) * 1_000)

export const hasTimeLeft = (expiresAt: Date, now: Date): boolean => expiresAt.getTime() - now.getTime() >= LEFT_MIN_MS

/** Whether no new transaction of the page can appear: what was not begun there will not be. */
export const isPageOver = (expiresAt: Date, now: Date): boolean =>
  now.getTime() >= expiresAt.getTime() + LISTED_AFTER_MS

/** The minutes since the creation after which the provider is asked: while the page can be paid, and when it is over. */
const CHECKS_AT_MIN = [1, 2, 3, 5, 7, 10, 15, 20, 30, 45, 60, 71, 80, 120]

/** The instant of the next query about a page. Null when it is over: what is pending then is asked about as any other payment. */
export function nextPageCheckAt(createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime()
  const next = CHECKS_AT_MIN.find((minutes) => minutes * MINUTE_MS > age)
  return next === undefined ? null : new Date(createdAt.getTime() + next * MINUTE_MS)
}

const hasFailed = ({ status }: ProviderState): boolean => status === 'DECLINED' || status === 'ERROR'

/**
 * The effect of a transaction of a page on its attempt. Its reference is the provider's: the payment link says whose it is. One that fails
 * leaves the attempt open, because the payer may try again on the page; one is approved, and an approved second one is a mismatch.
 */
export function nextPageTransition(attempt: KnownAttempt, transaction: ProviderState): Transition {
  const isPaid = attempt.status === 'approved' || attempt.status === 'voided'
  if (!isPaid && hasFailed(transaction)) return { kind: isOpen(attempt.status) ? 'same' : 'late' }
  const transaction_id = isPaid ? attempt.transaction_id : transaction.id
  return nextTransition({ ...attempt, reference: transaction.reference, transaction_id }, transaction)
}

/** The transaction with which a page is being paid, or was: one that failed is not. */
export function pageTransactionId({ transaction_id }: KnownAttempt, transaction: ProviderState): string | null {
  if (!hasFailed(transaction)) return transaction.id
  return transaction_id === transaction.id ? null : transaction_id
}
