import * as z from 'zod/mini'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, minus, Pesos, pesosField, pesosLabel, shareOf, sum, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { line } from '#domain/core/text.ts'
import type { Applied } from '#domain/ledger/entry.ts'

/** How money comes in at the desk. */
export const MANUAL_METHODS = ['efectivo', 'consignacion', 'transferencia'] as const
/** Every way in which money comes in: at the desk, and online. */
export const PAYMENT_METHODS = [...MANUAL_METHODS, 'nequi', 'pse'] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  efectivo: 'Efectivo',
  consignacion: 'Consignación',
  transferencia: 'Transferencia',
  nequi: 'Nequi',
  pse: 'PSE',
}

const isNotNegative = (amount: Money): boolean => amount >= 0
const amount = () => pesosField().check(z.refine(isNotNegative, { error: 'El valor no puede ser menor que cero' }))

/** What a business kept back for the tax office (TRX-03). */
const Retentions = z.strictObject({
  retefuente: z.optional(amount()),
  reteiva: z.optional(amount()),
  reteica: z.optional(amount()),
})

export const INVOICES_MAX = 50

export const NewManualPayment = z.strictObject({
  client_id: z.uuid({ error: 'Elige el cliente' }),
  /** The money that came in; an invoice closes by it and the withholdings. */
  amount: amount(),
  method: z.enum(MANUAL_METHODS, { error: 'Elige cómo pagó' }),
  paid_on: DayText,
  reference: z.optional(line('Escribe la referencia', 80)),
  /** Which invoices it pays, in this order. Without them, the oldest first. */
  invoice_ids: z.optional(
    z.array(z.uuid()).check(z.minLength(1, { error: 'Elige al menos una factura' }), z.maxLength(INVOICES_MAX)),
  ),
  retentions: z.optional(Retentions),
})
export type NewManualPayment = z.output<typeof NewManualPayment>

export const Payment = z.object({
  id: z.uuid(),
  number: z.number(),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
  amount: Pesos,
  retentions: z.object({ retefuente: Pesos, reteiva: Pesos, reteica: Pesos }),
  method: z.enum(PAYMENT_METHODS),
  paid_on: DayText,
  reference: z.nullable(z.string()),
  applied: z.array(z.object({ invoice_id: z.uuid(), number: z.string(), amount: Pesos })),
  /** What was left over and stands in the client's favour. */
  credit: Pesos,
  reversed: z.nullable(z.object({ reason: z.string(), at: z.iso.datetime() })),
  created_at: z.iso.datetime(),
})
export type Payment = z.output<typeof Payment>

/** Refuses a payment of nothing, or of a day that has not come. */
export function assertPayment(payment: NewManualPayment, today: Day): void {
  if (receivedOf(payment) === 0) {
    throw refuseField('invalid', 'payment.amount', 'Escribe cuánto pagó')
  }
  if (payment.paid_on > today) {
    throw refuseField('invalid', 'payment.paid_on', 'La fecha del pago no puede ser futura')
  }
  if (new Set(payment.invoice_ids).size !== (payment.invoice_ids?.length ?? 0)) {
    throw refuseField('invalid', 'payment.invoice_ids', 'Una factura está dos veces')
  }
}

/** Cash and withholdings together: what closes invoices. */
export const receivedOf = (payment: Pick<NewManualPayment, 'amount' | 'retentions'>): Money =>
  sum([payment.amount, ...withheldOf(payment).map(([, kept]) => kept)])

/** The withholdings of a payment, by name; those of zero too. */
export const withheldOf = (
  payment: Pick<NewManualPayment, 'retentions'>,
): ['retefuente' | 'reteiva' | 'reteica', Money][] => [
  ['retefuente', payment.retentions?.retefuente ?? ZERO],
  ['reteiva', payment.retentions?.reteiva ?? ZERO],
  ['reteica', payment.retentions?.reteica ?? ZERO],
]

/** Below this share of what is owed a payment is asked about: an amount typed 100 or 1.000 times too small is always below. */
const SMALL_PART_BPS = 500

/**
 * Why a payment at the desk is asked about before it is sent, null when it is an everyday one. `above`: more than what is owed, by
 * a peso or more, which would stay in the client's favour. `far_below`: under a twentieth of it, less than people pay as a part,
 * so that it may well be an amount with its zeros or its decimals wrong.
 */
export function unusualPayment(received: Money, owed: Money): 'above' | 'far_below' | null {
  if (received - owed >= TOLERANCE) return 'above'
  return received > 0 && received < shareOf(owed, SMALL_PART_BPS) ? 'far_below' : null
}

/** 'Pago registrado: $ 22.565,00, recibo 1972': what the desk reads at the end, with what was withheld. */
export function registeredMessage(payment: Pick<Payment, 'number' | 'amount' | 'retentions'>): string {
  const withheld = sum(Object.values(payment.retentions))
  const parts = [
    ...(payment.amount > 0 || withheld === 0 ? [pesosLabel(payment.amount)] : []),
    ...(withheld > 0 ? [`${pesosLabel(withheld)} retenidos`] : []),
  ]
  return `Pago registrado: ${parts.join(' y ')}, recibo ${payment.number}`
}

export type Owed = { id: string; balance: Money; disputed_amount: Money }

/** A remainder under one peso left by cash is closed as rounding (ruling of the house: nobody can pay it). */
export const TOLERANCE = 100

/**
 * Spreads what came in over invoices in the order given, each up to what it owes; the rest is credit in favour.
 * Conserves: the parts and the rest are always what came in.
 */
export function applyTo(received: Money, invoices: readonly Owed[]): { applied: Applied[]; rest: Money } {
  const applied: Applied[] = []
  let rest = received
  for (const invoice of invoices) {
    const part = rest < invoice.balance ? rest : invoice.balance
    if (part <= 0) continue
    applied.push({ id: invoice.id, amount: part })
    rest = minus(rest, part)
  }
  return { applied, rest }
}
