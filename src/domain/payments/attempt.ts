import { DAY_S, HOUR_S, MINUTE_S } from '#domain/core/durations.ts'
import { createLifecycle } from '#domain/core/lifecycle.ts'
import type { Money } from '#domain/core/money.ts'
import type { OnlineMethod } from '#domain/integrations/online-method.ts'

/** The states of an attempt to pay online. The check of the table `payment_attempts` has the same values. */
export const ATTEMPT_STATUSES = [
  'created',
  'submitted',
  'pending',
  'unknown',
  'approved',
  'declined',
  'error',
  'expired',
  'voided',
] as const
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number]

export const ATTEMPT_LABELS: Readonly<Record<AttemptStatus, string>> = {
  created: 'En proceso',
  submitted: 'En proceso',
  pending: 'En proceso',
  unknown: 'En verificación',
  approved: 'Recibido',
  declined: 'Rechazado',
  error: 'No se completó',
  expired: 'Vencido',
  voided: 'Anulado',
}

const ACTIONS = ['submit', 'accept', 'lose', 'approve', 'decline', 'fail', 'expire', 'void'] as const
export type AttemptAction = (typeof ACTIONS)[number]

/**
 * The lifecycle of an attempt. `submit` is applied once, and only the process that applies it sends the payment: no payment is sent
 * twice. An attempt that Enlace expired (`expired`) may still be approved later; a final state of the provider does not change, but an
 * approved payment can be voided.
 */
export const attemptLifecycle = createLifecycle<AttemptStatus, AttemptAction>(ATTEMPT_STATUSES, {
  created: { submit: 'submitted', expire: 'expired' },
  submitted: {
    accept: 'pending',
    lose: 'unknown',
    approve: 'approved',
    decline: 'declined',
    fail: 'error',
    expire: 'expired',
    void: 'voided',
  },
  pending: { approve: 'approved', decline: 'declined', fail: 'error', expire: 'expired', void: 'voided' },
  unknown: {
    accept: 'pending',
    approve: 'approved',
    decline: 'declined',
    fail: 'error',
    expire: 'expired',
    void: 'voided',
  },
  approved: { void: 'voided' },
  expired: { approve: 'approved', decline: 'declined', fail: 'error', void: 'voided' },
  declined: {},
  error: {},
  voided: {},
})

/** The states of an open attempt: its invoices cannot be paid by another attempt. */
export const OPEN_STATUSES = ['created', 'submitted', 'pending', 'unknown'] as const satisfies readonly AttemptStatus[]
export const isOpen = (status: AttemptStatus): boolean => OPEN_STATUSES.some((openStatus) => openStatus === status)

/** A transaction as the provider returns it. */
export type ProviderState = {
  id: string
  status: 'PENDING' | 'APPROVED' | 'DECLINED' | 'VOIDED' | 'ERROR'
  reference: string
  amount_in_cents: number
  currency: string
}

/** The stored state of an attempt. */
export type KnownAttempt = { status: AttemptStatus; transaction_id: string | null; reference: string; amount: Money }

/** The effect of a transaction on an attempt. `mismatch`: the fields that differ from the request; no money is posted, and a user must review it. */
export type Transition =
  | { kind: 'move'; action: AttemptAction; to: AttemptStatus }
  | { kind: 'same' }
  | { kind: 'late' }
  | { kind: 'mismatch'; fields: ('reference' | 'amount' | 'currency' | 'transaction')[] }

const ACTION_OF: Readonly<Record<ProviderState['status'], AttemptAction>> = {
  PENDING: 'accept',
  APPROVED: 'approve',
  DECLINED: 'decline',
  ERROR: 'fail',
  VOIDED: 'void',
}
const STATUS_OF: Readonly<Record<ProviderState['status'], AttemptStatus>> = {
  PENDING: 'pending',
  APPROVED: 'approved',
  DECLINED: 'declined',
  ERROR: 'error',
  VOIDED: 'voided',
}

/**
 * Returns the effect of a transaction, as the provider returned it now, on an attempt (PAY-05, TRX-05). Reference, amount and currency
 * must be those of the attempt. Of two transactions with one reference only the first belongs to the attempt; an approved second one
 * is a mismatch.
 */
export function nextTransition(attempt: KnownAttempt, transaction: ProviderState): Transition {
  const fields = [
    ...(transaction.reference === attempt.reference ? [] : (['reference'] as const)),
    ...(transaction.amount_in_cents === attempt.amount ? [] : (['amount'] as const)),
    ...(transaction.currency === 'COP' ? [] : (['currency'] as const)),
  ]
  if (fields.length > 0) return { kind: 'mismatch', fields }
  if (attempt.transaction_id !== null && attempt.transaction_id !== transaction.id) {
    return transaction.status === 'APPROVED' ? { kind: 'mismatch', fields: ['transaction'] } : { kind: 'late' }
  }
  if (attempt.status === STATUS_OF[transaction.status]) return { kind: 'same' }
  const action = ACTION_OF[transaction.status]
  const to = attemptLifecycle.next(attempt.status, action)
  return to === null ? { kind: 'late' } : { kind: 'move', action, to }
}

/** The days after which the provider is no longer queried about a payment: a user must review it. */
export const CHECK_DAYS_MAX = 7
/**
 * The times of the queries to the provider, in seconds since the creation of the attempt: often while the payer waits for the page of
 * the bank or the result, then at 1, 5 and 15 min, 1, 6 and 24 h, and each day to the seventh.
 */
const CHECKS_AT_S = [
  1,
  2,
  4,
  6,
  9,
  14,
  20,
  30,
  45,
  MINUTE_S,
  5 * MINUTE_S,
  15 * MINUTE_S,
  HOUR_S,
  6 * HOUR_S,
  ...Array.from({ length: CHECK_DAYS_MAX }, (_, day) => (day + 1) * DAY_S),
]

/** The instant of the next query. Null after the last one: the attempt is not queried again. */
export function nextCheckAt(createdAt: Date, now: Date): Date | null {
  const age = (now.getTime() - createdAt.getTime()) / 1_000
  const nextAge = CHECKS_AT_S.find((checkAge) => checkAge > age)
  return nextAge === undefined ? null : new Date(createdAt.getTime() + nextAge * 1_000)
}

/**
 * The seconds after which the reply 'unknown transaction' of the provider is accepted. A call whose connection was interrupted may not
 * have reached the provider at the first query; at the second it has.
 */
const ABSENCE_ACCEPTED_AFTER_S = 3 * MINUTE_S

export const isAbsenceAccepted = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= ABSENCE_ACCEPTED_AFTER_S * 1_000

/** The minimum payment of Wompi in its aggregator plan: $1.500, in centavos (source: the Wompi plugin). */
export const ONLINE_MINIMUM = 150_000

/** The maximum attempts of one client in an hour. */
export const ATTEMPTS_PER_HOUR = 10

/**
 * The minutes in which a payment that was begun with the link of an invoice stops a payment of it by its client. Counted from the first
 * one in LINK_WINDOW_HOURS: the user of a link may begin again, and must not keep the client from paying.
 */
export const LINK_HOLD_MINUTES = 15
export const LINK_WINDOW_HOURS = 24

/**
 * What an attempt that ended says about its charge. `next_check_at`: null when the provider is asked no more. `is_unanswered`: it was sent,
 * and the provider never said what became of it.
 */
export type EndedAttempt = {
  status: AttemptStatus
  method: OnlineMethod
  next_check_at: Date | null
  transaction_id: string | null
  is_unanswered: boolean
}

/**
 * Whether the payer of an expired attempt may be charged: another payment took its place and the provider is still asked about it, or the
 * provider never said how its transaction ended, or whether there is one. A slip that was not paid while the provider was asked has a
 * transaction, and it is over.
 */
export const mayBeCharged = ({ status, method, next_check_at, transaction_id, is_unanswered }: EndedAttempt): boolean =>
  status === 'expired' &&
  (next_check_at !== null || is_unanswered || (transaction_id !== null && method !== 'bancolombia_collect'))
