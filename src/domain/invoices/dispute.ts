import * as z from 'zod/mini'
import { addBusinessDays, nextBusinessDay } from '#domain/core/calendar.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, minus, Pesos, pesosField, pesosLabel, sum, ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { lineOfText, text } from '#domain/core/text.ts'

/** The decisions on a dispute: for the client, for a part of the amount, against the client. */
export const DECISIONS = ['a_favor', 'parcial', 'en_contra'] as const
/** How a dispute ends: by a decision, by a credit note for its amount, or by the payment of its amount. */
const DISPUTE_OUTCOMES = [...DECISIONS, 'nota_credito', 'pago'] as const
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number]

export const OUTCOME_LABELS: Readonly<Record<DisputeOutcome, string>> = {
  a_favor: 'A favor del cliente',
  parcial: 'A favor en una parte',
  en_contra: 'En contra del cliente',
  nota_credito: 'Se hizo una nota crédito',
  pago: 'El cliente lo pagó',
}

export const DISPUTE_STATES = ['open', 'ended'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]
export const DISPUTE_STATE_LABELS: Readonly<Record<DisputeState, string>> = { open: 'Abierto', ended: 'Cerrado' }

const isPositive = (amount: Money): boolean => amount > 0
const amount = () => pesosField().check(z.refine(isPositive, { error: 'El valor debe ser mayor que cero' }))

export const REFERENCE_MAX = 60

export const NewDispute = z.strictObject({
  amount: amount(),
  reason: lineOfText('Escribe qué reclama el cliente', 500),
  /** The number of the client's claim (PQR) at the company. */
  reference: z.optional(lineOfText('Escribe el radicado', REFERENCE_MAX)),
})

/**
 * The decision on a dispute. Without `outcome` it is against the client. `amount`: what is returned, for 'parcial'. `due_on`: the day on
 * which the rest is due.
 */
export const Decision = z.strictObject({
  outcome: z.optional(z.enum(DECISIONS, { error: 'Elige la decisión' })),
  resolution: text(500, { required: 'Escribe la decisión' }),
  amount: z.optional(amount()),
  due_on: z.optional(DayText),
  /** Which of the open disputes of the invoice, when it has several. */
  dispute_id: z.optional(z.uuid({ error: 'Elige el reclamo' })),
})
export type Decision = z.output<typeof Decision>

/** A dispute with its history: who opened it and why, and how it ended. */
const shape = {
  id: z.uuid(),
  /** What the client contested. */
  amount: Pesos,
  /** What of it is not collected today: less than `amount` after a payment or a credit note of a part. Zero when it ended. */
  disputed_amount: Pesos,
  reason: z.string(),
  reference: z.nullable(z.string()),
  opened_at: z.iso.datetime(),
  opened_by: z.string(),
  outcome: z.nullable(z.enum(DISPUTE_OUTCOMES)),
  resolution: z.nullable(z.string()),
  resolved_at: z.nullable(z.iso.datetime()),
  /** Null when a payment or a credit note ended it. */
  resolved_by: z.nullable(z.string()),
  /** The credit note of the decision. */
  credit_note: z.nullable(z.string()),
  /** The day on which the rest is due, by the decision. */
  due_on: z.nullable(DayText),
  /** The last day to pay it without being overdue: never before that of the invoice. Null without `due_on`. */
  payable_until: z.nullable(DayText),
}
export const Dispute = z.object(shape)
export type Dispute = z.output<typeof Dispute>

/** The open ones of the disputes of an invoice. */
export const openOf = (disputes: readonly Dispute[]): Dispute[] => disputes.filter(({ outcome }) => outcome === null)

/** A dispute in the list of the financial desk. */
export const DisputeRow = z.object({
  ...shape,
  invoice_id: z.uuid(),
  number: z.string(),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
})
export type DisputeRow = z.output<typeof DisputeRow>

/** Throws Refusal for a dispute over more than what is owed and in no other dispute (INV-11). */
export function assertDisputable(disputed: Money, debt: { balance: Money; disputed_amount: Money }): void {
  if (debt.balance === 0) throw new Refusal('conflict', 'Esta factura no tiene saldo para reclamar')
  const free = minus(debt.balance, debt.disputed_amount)
  if (free <= 0) throw new Refusal('conflict', 'Todo lo que se debe de esta factura ya está en reclamo')
  if (disputed <= free) return
  throw refuseField(
    'refused',
    'amount',
    debt.disputed_amount === 0
      ? 'El reclamo no puede ser mayor que el saldo'
      : `De esa factura faltan por reclamar ${pesosLabel(free)}`,
  )
}

/** What a dispute asks for: its amount without what credit notes of a part gave back already. */
export const askedOf = (dispute: { amount: Money; noted_amount: Money }): Money =>
  minus(dispute.amount, dispute.noted_amount)

/**
 * What of each open dispute of an invoice is not collected, in the order in which they were opened. `disputed`: of the invoice. When a
 * payment left less than what they ask for, the first ones have theirs.
 */
export function heldParts<T extends { amount: Money; noted_amount: Money }>(
  open: readonly T[],
  disputed: Money,
): (T & { held: Money })[] {
  let rest = disputed
  return open.map((dispute) => {
    const asked = askedOf(dispute)
    const held = asked < rest ? asked : rest
    rest = minus(rest, held)
    return { ...dispute, held }
  })
}

/** What the other open disputes of an invoice hold of a balance when one of them has ended: never more than it. */
export function heldByOthers(others: readonly { amount: Money; noted_amount: Money }[], balance: Money): Money {
  const asked = sum(others.map(askedOf))
  return asked < balance ? asked : balance
}

/**
 * What a decision does with the disputed amount: `returned` by a credit note, and `owed`, due on `due_on` (null when nothing is owed).
 * Without a stated day it is the first one with the complete delivery notice, as for a new invoice (R2.1). Throws Refusal.
 */
export function applyDecision(
  { outcome = 'en_contra', amount: returned, due_on }: Pick<Decision, 'outcome' | 'amount' | 'due_on'>,
  disputed: Money,
  { today, notice }: { today: Day; notice: number },
): { outcome: (typeof DECISIONS)[number]; returned: Money; owed: Money; due_on: Day | null } {
  if (due_on !== undefined && due_on < today) {
    throw refuseField('refused', 'due_on', 'El nuevo vencimiento no puede ser un día que ya pasó')
  }
  const due = due_on ?? addBusinessDays(nextBusinessDay(today), notice)
  if (outcome === 'a_favor') return { outcome, returned: disputed, owed: ZERO, due_on: null }
  if (outcome === 'en_contra') return { outcome, returned: ZERO, owed: disputed, due_on: due }
  if (returned === undefined) throw refuseField('invalid', 'amount', 'Escribe cuánto se le devuelve al cliente')
  if (returned >= disputed) {
    throw refuseField('refused', 'amount', 'Si se devuelve todo lo reclamado, elige la decisión a favor del cliente')
  }
  return { outcome, returned, owed: minus(disputed, returned), due_on: due }
}

/** The lines of a credit note for an amount: from the first line on, each up to what is left of it. */
export function linesForAmount(
  wanted: Money,
  lines: readonly { position: number; left: Money }[],
): { position: number; amount: Money }[] {
  let rest = wanted
  return lines.flatMap(({ position, left }) => {
    const part = left < rest ? left : rest
    if (part <= 0) return []
    rest = minus(rest, part)
    return [{ position, amount: part }]
  })
}
