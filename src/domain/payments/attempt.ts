import { life } from '#domain/core/lifecycle.ts'
import type { Money } from '#domain/core/money.ts'

/** The states of an attempt to pay online. The check of the table `payment_attempts` holds the same ones. */
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
  approved: 'Aprobado',
  declined: 'Rechazado',
  error: 'No se completó',
  expired: 'Vencido',
  voided: 'Anulado',
}

const ACTIONS = ['submit', 'accept', 'lose', 'approve', 'decline', 'fail', 'expire', 'void'] as const
export type AttemptAction = (typeof ACTIONS)[number]

/**
 * The life of an attempt. `submit` is taken once, and only who takes it may send it: nothing is sent twice. What we gave up
 * (`expired`) may still be approved late; what the provider ended it ended.
 */
export const attemptLifecycle = life<AttemptStatus, AttemptAction>(ATTEMPT_STATUSES, {
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

/** While an attempt is in one of these, its invoices cannot be paid by another. */
export const OPEN_STATUSES = ['created', 'submitted', 'pending', 'unknown'] as const satisfies readonly AttemptStatus[]
export const isOpen = (status: AttemptStatus): boolean => OPEN_STATUSES.some((open) => open === status)

/** What the provider says of a transaction. */
export type ProviderState = {
  id: string
  status: 'PENDING' | 'APPROVED' | 'DECLINED' | 'VOIDED' | 'ERROR'
  reference: string
  amount_in_cents: number
  currency: string
}

/** What we know of an attempt when something is told about it. */
export type Known = { status: AttemptStatus; transaction_id: string | null; reference: string; amount: Money }

/** What to do with what was told. `mismatch` names what is not as we asked for it: no money moves, and a person looks. */
export type Verdict =
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
 * Decides what a transaction that was just read at the provider does to our attempt (PAY-05, TRX-05). Reference, amount and
 * currency must be ours; of two transactions with one reference only the first is ours, and money in the other is a mismatch.
 */
export function nextTransition(known: Known, told: ProviderState): Verdict {
  const fields = [
    ...(told.reference === known.reference ? [] : (['reference'] as const)),
    ...(told.amount_in_cents === known.amount ? [] : (['amount'] as const)),
    ...(told.currency === 'COP' ? [] : (['currency'] as const)),
  ]
  if (fields.length > 0) return { kind: 'mismatch', fields }
  if (known.transaction_id !== null && known.transaction_id !== told.id) {
    return told.status === 'APPROVED' ? { kind: 'mismatch', fields: ['transaction'] } : { kind: 'late' }
  }
  if (known.status === STATUS_OF[told.status]) return { kind: 'same' }
  const action = ACTION_OF[told.status]
  const to = attemptLifecycle.next(known.status, action)
  return to === null ? { kind: 'late' } : { kind: 'move', action, to }
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** The days after which nobody waits any more for the provider to end a payment: a person looks. */
export const GIVE_UP_DAYS = 7
/**
 * When we ask the provider, in seconds since the attempt was made: often while a person waits for the bank's page or the result,
 * then at 1, 5 and 15 min, 1, 6 and 24 h, and each day to the seventh.
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
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  HOUR,
  6 * HOUR,
  ...Array.from({ length: GIVE_UP_DAYS }, (_, day) => (day + 1) * DAY),
]

/** When to ask next. Null after the last time: then it is given up. */
export function nextCheckAt(createdAt: Date, now: Date): Date | null {
  const age = (now.getTime() - createdAt.getTime()) / 1_000
  const next = CHECKS_AT_S.find((at) => at > age)
  return next === undefined ? null : new Date(createdAt.getTime() + next * 1_000)
}

/**
 * After how long the provider's not knowing an attempt is believed. A call that was cut may still have been on its way at the
 * first look; at the second it is not.
 */
const ABSENT_BELIEVED_AFTER_S = 3 * MINUTE

export const isAbsenceBelieved = (createdAt: Date, now: Date): boolean =>
  now.getTime() - createdAt.getTime() >= ABSENT_BELIEVED_AFTER_S * 1_000

/** The smallest payment that Wompi takes in its aggregator plan: $1.500, in centavos (its own plugin says so). */
export const ONLINE_MINIMUM = 150_000

/** Of one client, in an hour. */
export const ATTEMPTS_PER_HOUR = 10

/** Why an attempt did not end well, for whoever was paying: what happened and what to do. */
export function refusalCopy(status: AttemptStatus, method: 'nequi' | 'pse'): string {
  if (status === 'declined') {
    return method === 'nequi'
      ? 'Nequi no aprobó el pago. Revisa tu saldo y que hayas aceptado la notificación en la app, o paga con otro medio.'
      : 'Tu banco no aprobó el pago. Revisa tu saldo y tus topes para pagos por PSE, o paga con otro medio.'
  }
  if (status === 'expired') {
    return 'El pago no se completó y no se hizo ningún cobro. Puedes intentarlo de nuevo.'
  }
  if (status === 'voided') return 'El pago se anuló y el dinero vuelve a tu cuenta.'
  return method === 'nequi'
    ? 'Nequi no pudo procesar el pago. Revisa que el celular sea el de tu cuenta Nequi e intenta de nuevo.'
    : 'El banco no pudo procesar el pago. Espera unos minutos e intenta de nuevo, o paga con otro medio.'
}
