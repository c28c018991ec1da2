import * as z from 'zod/mini'
import { addMonths, type Day, DayText } from '#domain/core/days.ts'
import {
  type Money,
  minus,
  Pesos,
  pesosField,
  pesosLabel,
  plus,
  shareOf,
  sum,
  toPesos,
  ZERO,
} from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText } from '#domain/core/text.ts'
import { ONLINE_LABELS, ONLINE_METHODS } from '#domain/integrations/online-method.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import type { AppliedAmount } from '#domain/ledger/entry.ts'

/** The payment methods at the desk. */
export const MANUAL_METHODS = ['efectivo', 'consignacion', 'transferencia'] as const
/** All payment methods: at the desk, and online. */
export const PAYMENT_METHODS = [...MANUAL_METHODS, ...ONLINE_METHODS] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]
export const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  efectivo: 'Efectivo',
  consignacion: 'Consignación',
  transferencia: 'Transferencia',
  ...ONLINE_LABELS,
}

const isNotNegative = (amount: Money): boolean => amount >= 0
const amount = () => pesosField().check(z.refine(isNotNegative, { error: 'El valor no puede ser menor que cero' }))

/** The taxes that a business client withheld from a payment (TRX-03). */
const Retentions = z.strictObject({
  retefuente: z.optional(amount()),
  reteiva: z.optional(amount()),
  reteica: z.optional(amount()),
})

/** The certificate of what the client withheld. */
export const WithholdingCertificate = z.strictObject({
  number: lineOfText('Escribe el número del certificado', 40),
  issued_on: z.optional(DayText),
})
export type WithholdingCertificate = z.output<typeof WithholdingCertificate>

export const INVOICES_MAX = 50

/** The id of an invoice in a request. In lower case, so that the same invoice is seen when it comes twice. */
export const InvoiceId = z.uuid().check(z.toLowerCase())

export const NewManualPayment = z.strictObject({
  client_id: z.uuid({ error: 'Elige el cliente' }),
  /** The received money; invoices are paid by it and the withholdings. */
  amount: amount(),
  method: z.enum(MANUAL_METHODS, { error: 'Elige cómo pagó' }),
  paid_on: DayText,
  reference: z.optional(lineOfText('Escribe la referencia', 80)),
  /** The account that received the money. Absent: the default one of the method, when the company has it. */
  account_id: z.optional(z.uuid({ error: 'Elige la cuenta' })),
  /** The invoices that it pays, in this order, what is in dispute last. Absent: the oldest first. */
  invoice_ids: z.optional(
    z.array(InvoiceId).check(z.minLength(1, { error: 'Elige al menos una factura' }), z.maxLength(INVOICES_MAX)),
  ),
  /** The invoices that it pays, with the amount for each; the rest is credit in favour. Excludes `invoice_ids`. */
  parts: z.optional(
    z
      .array(z.strictObject({ invoice_id: InvoiceId, amount: amount() }))
      .check(z.minLength(1, { error: 'Elige al menos una factura' }), z.maxLength(INVOICES_MAX)),
  ),
  retentions: z.optional(Retentions),
  /** With chosen invoices: the rest of the payment stays as an advance, and does not pay the other open invoices. */
  keeps_advance: z.optional(z.boolean()),
  certificate: z.optional(WithholdingCertificate),
})
export type NewManualPayment = z.output<typeof NewManualPayment>

export const Payment = z.object({
  id: z.uuid(),
  number: z.number(),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
  amount: Pesos,
  retentions: z.object({ retefuente: Pesos, reteiva: Pesos, reteica: Pesos }),
  /** The certificate of the withholdings; null without withholdings, and until the client gives it. */
  certificate: z.nullable(z.object({ number: z.string(), issued_on: z.nullable(DayText) })),
  method: z.enum(PAYMENT_METHODS),
  paid_on: DayText,
  /** The day on which it is in the books: the day of the payment, or a later one when that day was already closed. */
  posted_on: DayText,
  reference: z.nullable(z.string()),
  /** The account that received the money, and who registered the payment; null for payments older than the accounts. */
  account: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  registered_by: z.nullable(z.string()),
  /** The turn of the cash box that the cash belongs to; null without an open turn, and for the other methods. */
  turn: z.nullable(z.object({ id: z.uuid(), number: z.number() })),
  /** The invoices that the received money and the withholdings paid: with `credit` they add up to both. */
  applied: z.array(
    z.object({ invoice_id: z.uuid(), number: z.string(), no_contract: z.nullable(z.string()), amount: Pesos }),
  ),
  /** The remainders under one peso that cash left, closed as a rounding of the company. */
  rounding: Pesos,
  /** The rest, which became credit in favour of the client. */
  credit: Pesos,
  keeps_advance: z.boolean(),
  /** What used that credit: an invoice ('AF-1024'), or a refund without `invoice_id` ('Devolución 3'). */
  credit_uses: z.array(z.object({ invoice_id: z.nullable(z.uuid()), document: z.string(), amount: Pesos })),
  /** The reversal: a document with a number of its own. `on`: the day on which its amount is collected no more. */
  reversed: z.nullable(z.object({ number: z.number(), on: DayText, reason: z.string(), at: z.iso.datetime() })),
  created_at: z.iso.datetime(),
})
export type Payment = z.output<typeof Payment>

/** A payment or refund of an earlier day is a typing error, such as another year. */
export const PAID_MONTHS_MAX = 12

/** Throws Refusal for a payment of zero, of a future day or one long past, or with a repeated invoice. */
export function assertPayment(payment: NewManualPayment, today: Day): void {
  if (receivedOf(payment) === 0) {
    throw refuseField('invalid', 'payment.amount', 'Escribe cuánto pagó')
  }
  if (payment.paid_on > today) {
    throw refuseField('invalid', 'payment.paid_on', 'La fecha del pago no puede ser futura')
  }
  if (payment.paid_on < addMonths(today, -PAID_MONTHS_MAX)) {
    throw refuseField('invalid', 'payment.paid_on', 'La fecha del pago es de hace más de un año: revisa el año')
  }
  if (payment.certificate !== undefined && receivedOf(payment) === payment.amount) {
    throw refuseField(
      'invalid',
      'payment.certificate.number',
      'El certificado es de una retención: escribe lo retenido',
    )
  }
  if (new Set(payment.invoice_ids).size !== (payment.invoice_ids?.length ?? 0)) {
    throw refuseField('invalid', 'payment.invoice_ids', 'Una factura está dos veces')
  }
  if (payment.keeps_advance === true && payment.invoice_ids === undefined && payment.parts === undefined) {
    throw refuseField('invalid', 'payment.keeps_advance', 'Elige las facturas que paga y deja el resto como anticipo')
  }
  assertParts(payment)
}

function assertParts({ parts, invoice_ids, ...received }: NewManualPayment): void {
  if (parts === undefined) return
  if (invoice_ids !== undefined) throw refuseField('invalid', 'payment.parts', 'Envía facturas o valores por factura')
  if (new Set(parts.map((part) => part.invoice_id)).size !== parts.length) {
    throw refuseField('invalid', 'payment.parts', 'Una factura está dos veces')
  }
  const empty = parts.findIndex((part) => part.amount === 0)
  if (empty >= 0) throw refuseField('invalid', `payment.parts.${empty}.amount`, 'Escribe cuánto abona a esta factura')
  const [distributed, total] = [sum(parts.map((part) => part.amount)), receivedOf(received)]
  if (distributed > total) {
    throw refuseField(
      'refused',
      'payment.parts',
      `Repartiste ${pesosLabel(distributed)} y el pago es de ${pesosLabel(total)}: baja lo que abonas a alguna factura`,
    )
  }
}

/** Cash plus withholdings: the amount that pays invoices. */
export const receivedOf = (payment: Pick<NewManualPayment, 'amount' | 'retentions'>): Money =>
  sum([payment.amount, ...withheldOf(payment).map(([, withheld]) => withheld)])

/** The withholdings of a payment, by name, also those of zero. */
export const withheldOf = (
  payment: Pick<NewManualPayment, 'retentions'>,
): ['retefuente' | 'reteiva' | 'reteica', Money][] => [
  ['retefuente', payment.retentions?.retefuente ?? ZERO],
  ['reteiva', payment.retentions?.reteiva ?? ZERO],
  ['reteica', payment.retentions?.reteica ?? ZERO],
]

/** A payment below this share of the debt must be confirmed: an amount typed 100 or 1.000 times too small is always below it. */
const SMALL_PART_BPS = 500

/**
 * The reason why a payment at the desk must be confirmed before it is sent, null for a usual payment. `above`: at least one peso
 * more than the debt; the rest would become credit in favour. `far_below`: under a twentieth of the debt, less than a usual part
 * payment, so the amount may have wrong zeros or decimals.
 */
export function unusualPayment(received: Money, owed: Money): 'above' | 'far_below' | null {
  if (received - owed >= ROUNDING_MAX) return 'above'
  return received > 0 && received < shareOf(owed, SMALL_PART_BPS) ? 'far_below' : null
}

/** 'Pago registrado: $ 22.565,00, recibo 1972': the message for the desk, with the withheld amount. */
export function registeredMessage(payment: Pick<Payment, 'number' | 'amount' | 'retentions'>): string {
  const withheld = sum(Object.values(payment.retentions))
  const parts = [
    ...(payment.amount > 0 || withheld === 0 ? [pesosLabel(payment.amount)] : []),
    ...(withheld > 0 ? [`${pesosLabel(withheld)} retenidos`] : []),
  ]
  return `Pago registrado: ${parts.join(' y ')}, recibo ${payment.number}`
}

/** What a client owes because a payment was voided at the provider after its money was returned: the debt and its number. */
export type ReturnedDebt = { number: string; amount: Money }

/** 'De ese pago ya se le habían devuelto $ 30.000,00 al cliente: los debe en COBRO-1'. */
export const returnedDebtCopy = (owed: ReturnedDebt): string =>
  `De ese pago ya se le habían devuelto ${pesosLabel(owed.amount)} al cliente: los debe en ${owed.number}`

/** The fields of the event of a reversal that say what is owed. */
export const returnedDebtData = (owed: ReturnedDebt | null) =>
  owed === null ? {} : { owed_number: owed.number, owed: toPesos(owed.amount) }

/** 'Reversamos $ 10.000,00 del recibo 3 con el reverso 2', with the invoices that had used its credit in favour, what the client owes, and where its cash leaves. */
export function reversedMessage(
  payment: Pick<Payment, 'number' | 'amount'>,
  { number, reopened, owed = null }: { number: number; reopened: readonly string[]; owed?: ReturnedDebt | null },
  cash: string | null = null,
): string {
  const done = `Reversamos ${pesosLabel(payment.amount)} del recibo ${payment.number} con el reverso ${number}`
  const parts = [
    done,
    ...(reopened.length === 0 ? [] : [`Su saldo a favor pagaba ${reopened.join(', ')}, que se vuelve a deber`]),
    ...(owed === null ? [] : [returnedDebtCopy(owed)]),
    ...(cash === null ? [] : [cash]),
  ]
  return parts.join('. ')
}

/** Why the desk does not reverse a payment that the provider approved: its money is at the provider. */
export const ONLINE_REVERSAL_COPY =
  'Este pago lo aprobó Wompi: no se reversa como un error de la oficina. Anúlalo en comercios.wompi.co, o registra el contracargo desde Pagos en línea.'

export type OpenInvoice = { id: string; balance: Money; disputed_amount: Money }

/** One peso: a smaller remainder after a cash payment is closed as rounding, because it cannot be paid in cash. A decision of the product. */
export const ROUNDING_MAX = 100

/**
 * The amounts that the user entered for each invoice, and the rest, which is credit in favour. Throws a Refusal on the amount that is
 * more than the balance of its invoice. `invoices` are those of the parts, in that order.
 */
export function applyParts(
  received: Money,
  parts: readonly { amount: Money }[],
  invoices: readonly (OpenInvoice & { number: string })[],
): { applied: AppliedAmount[]; rest: Money } {
  const applied = invoices.map(({ id, number, balance }, index) => {
    const part = parts[index]?.amount ?? ZERO
    if (part > balance) {
      const field = `payment.parts.${index}.amount`
      throw refuseField('refused', field, `La factura ${number} solo debe ${pesosLabel(balance)}`)
    }
    return { id, amount: part }
  })
  return { applied, rest: minus(received, sum(applied.map((part) => part.amount))) }
}

/**
 * Applies a received amount to invoices in the order given. The disputed amounts come last, because the company may not collect them
 * before the claim is resolved (R2.15).
 */
export function applyUndisputedFirst(
  received: Money,
  invoices: readonly OpenInvoice[],
): { applied: AppliedAmount[]; rest: Money } {
  const undisputed = invoices.map((invoice) => ({ ...invoice, balance: payableOf(invoice) }))
  const first = applyTo(received, undisputed)
  const paid = new Map(first.applied.map((part) => [part.id, part.amount]))
  const second = applyTo(
    first.rest,
    invoices.map((invoice) => ({ ...invoice, balance: minus(invoice.balance, paid.get(invoice.id) ?? ZERO) })),
  )
  const added = new Map(second.applied.map((part) => [part.id, part.amount]))
  const applied = invoices.flatMap(({ id }) => {
    const part = plus(paid.get(id) ?? ZERO, added.get(id) ?? ZERO)
    return part > 0 ? [{ id, amount: part }] : []
  })
  return { applied, rest: second.rest }
}

/**
 * Applies a received amount to invoices in the order given, each up to its balance; the rest is credit in favour. The parts and the
 * rest always add up to the received amount.
 */
export function applyTo(received: Money, invoices: readonly OpenInvoice[]): { applied: AppliedAmount[]; rest: Money } {
  const applied: AppliedAmount[] = []
  let rest = received
  for (const invoice of invoices) {
    const part = rest < invoice.balance ? rest : invoice.balance
    if (part <= 0) continue
    applied.push({ id: invoice.id, amount: part })
    rest = minus(rest, part)
  }
  return { applied, rest }
}
