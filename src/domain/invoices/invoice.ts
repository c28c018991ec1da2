import * as z from 'zod/mini'
import { type Day, DayText, dayLabel } from '#domain/core/days.ts'
import {
  type Money,
  minus,
  money,
  PESOS_MAX,
  Pesos,
  pesosField,
  pesosLabel,
  plus,
  sum,
  toPesos,
  ZERO,
} from '#domain/core/money.ts'
import { PeriodText } from '#domain/core/period.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText } from '#domain/core/text.ts'
import { MOVEMENT_KINDS } from '#domain/ledger/movement.ts'
import { CHARGE_KINDS, isOneOffCharge, VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { Dispute } from './dispute.ts'
import { ElectronicState } from './electronic.ts'
import { InvoicedService } from './invoiced-service.ts'
import { ConceptCode } from './note-concept.ts'
import { PermanenceBlock } from './permanence-block.ts'

/** The status of an invoice. Derived from its amounts and its due day; never stored. */
export const INVOICE_STATUSES = ['pagado', 'pendiente', 'vencido', 'anulado', 'castigado'] as const
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]
const INVOICE_BADGES = ['parcial', 'en_proceso', 'en_reclamo', 'en_acuerdo'] as const
export type InvoiceBadge = (typeof INVOICE_BADGES)[number]

export const STATUS_LABELS: Readonly<Record<InvoiceStatus, string>> = {
  pagado: 'Pagado',
  pendiente: 'Pendiente',
  vencido: 'Vencido',
  anulado: 'Anulado',
  castigado: 'Castigado',
}
export const BADGE_LABELS: Readonly<Record<InvoiceBadge, string>> = {
  parcial: 'Parcial',
  en_proceso: 'En proceso',
  en_reclamo: 'En reclamo',
  en_acuerdo: 'En acuerdo de pago',
}

/**
 * The choices of the filter by balance: invoices with a balance, with an amount to collect today, with an amount in dispute, without a
 * balance, and those of clients with credit in favour.
 */
export const BALANCE_FILTERS = ['con_deuda', 'por_cobrar', 'por_vencer', 'en_reclamo', 'sin_deuda', 'a_favor'] as const
export type BalanceFilter = (typeof BALANCE_FILTERS)[number]
export const BALANCE_LABELS: Readonly<Record<BalanceFilter, string>> = {
  con_deuda: 'Con deuda',
  por_cobrar: 'Por cobrar hoy',
  por_vencer: 'Por vencer',
  en_reclamo: 'En reclamo',
  sin_deuda: 'Sin deuda',
  a_favor: 'Cliente con saldo a favor',
}

/** The amounts and the last day to pay from which the status of an invoice is derived. `written_off`: absent for an open invoice. */
export type Debt = {
  total: Money
  balance: Money
  credited: Money
  written_off?: Money
  disputed_amount: Money
  last_payable_on: Day
  // The part with a later last day: it was disputed, and is owed. A payment pays it last. A new dispute and a credit note take from it
  // first. It may be more than what is owed: extendedOf is what counts.
  extended_amount: Money
  extended_to_on: Day | null
  /** Nothing of it is overdue until this day ends: a payment agreement over it is on time until then. Null without one that runs. */
  agreed_to_on: Day | null
}

/** The amount to collect today: the balance less the disputed amount (INV-11). */
export const payableOf = (debt: Pick<Debt, 'balance' | 'disputed_amount'>): Money =>
  debt.balance > debt.disputed_amount ? minus(debt.balance, debt.disputed_amount) : ZERO

type PayableDebt = Pick<
  Debt,
  'balance' | 'disputed_amount' | 'last_payable_on' | 'extended_amount' | 'extended_to_on' | 'agreed_to_on'
>

/** The day until which a payment agreement over the invoice is on time; null when none is, or nothing of it is to be collected. */
export const agreedUntil = (
  debt: Pick<PayableDebt, 'balance' | 'disputed_amount' | 'agreed_to_on'>,
  today: Day,
): Day | null =>
  debt.agreed_to_on !== null && debt.agreed_to_on >= today && payableOf(debt) > 0 ? debt.agreed_to_on : null

/** What is owed and not disputed of the extended part. */
export function extendedOf(
  debt: Pick<Debt, 'balance' | 'disputed_amount' | 'extended_amount' | 'extended_to_on'>,
): Pick<Debt, 'extended_amount' | 'extended_to_on'> {
  const payable = payableOf(debt)
  const extended_amount = debt.extended_amount < payable ? debt.extended_amount : payable
  return { extended_amount, extended_to_on: extended_amount === 0 ? null : debt.extended_to_on }
}

/** The part of the amount to collect that has a later last day than the rest of it. */
export const ExtendedPart = z.object({ amount: Pesos, until_on: DayText })
export type ExtendedPart = z.output<typeof ExtendedPart>

/** Null when nothing has a later day than the one of payableUntil. */
export function extendedPartOf(debt: PayableDebt, today: Day): ExtendedPart | null {
  const { extended_amount: amount, extended_to_on: until_on } = extendedOf(debt)
  if (until_on === null || until_on < today || agreedUntil(debt, today) !== null) return null
  return until_on === payableUntil(debt, today) ? null : { amount, until_on }
}

/** Where the shown amount includes the part. */
export const extendedPartLabel = ({ amount, until_on }: ExtendedPart): string =>
  `De este valor, ${pesosLabel(amount)} se puede pagar hasta el ${dayLabel(until_on)}`

/**
 * The overdue amount on a day: nothing that is disputed (INV-11), nothing while a payment agreement is on time (SUS-04), and not the
 * extended part until its own day has passed.
 */
export function overdueOf(debt: PayableDebt, today: Day): Money {
  if (debt.last_payable_on >= today || agreedUntil(debt, today) !== null) return ZERO
  const payable = payableOf(debt)
  const extended = debt.extended_to_on !== null && debt.extended_to_on >= today ? debt.extended_amount : ZERO
  return payable > extended ? minus(payable, extended) : ZERO
}

/** The last day to pay that counts on a day: that of the next instalment of an agreement, or of the extended part when nothing else is owed. */
export function payableUntil(debt: PayableDebt, today: Day): Day {
  const agreed = agreedUntil(debt, today)
  if (agreed !== null) return agreed > debt.last_payable_on ? agreed : debt.last_payable_on
  const isExtended = debt.last_payable_on < today && payableOf(debt) > 0 && overdueOf(debt, today) === 0
  return isExtended ? (debt.extended_to_on ?? debt.last_payable_on) : debt.last_payable_on
}

/**
 * The status on a day (INV-09): overdue from the day after the last day to pay (R2.25), and only for an amount that is not disputed. An
 * invoice with a balance again (its payment was reversed after a credit note over its total) is pending or overdue, not voided. Written off:
 * without a balance, and not paid.
 */
export function statusOf(debt: Debt, today: Day): InvoiceStatus {
  if (debt.balance > 0) return overdueOf(debt, today) > 0 ? 'vencido' : 'pendiente'
  if ((debt.written_off ?? 0) > 0) return 'castigado'
  return debt.credited === debt.total ? 'anulado' : 'pagado'
}

/** The badges of an invoice. `isInProcess`: an online payment of it is open. */
export function badgesOf(debt: Debt, isInProcess: boolean, today: Day): InvoiceBadge[] {
  const paid = minus(minus(debt.total, debt.credited), plus(debt.balance, debt.written_off ?? ZERO))
  return [
    ...(debt.balance > 0 && paid > 0 ? (['parcial'] as const) : []),
    ...(isInProcess ? (['en_proceso'] as const) : []),
    ...disputeBadge(debt),
    ...(agreedUntil(debt, today) === null ? [] : (['en_acuerdo'] as const)),
  ]
}

const disputeBadge = (debt: Debt): InvoiceBadge[] =>
  debt.disputed_amount > 0 && debt.balance > 0 ? ['en_reclamo'] : []

const Treatment = z.enum(VAT_TREATMENTS)
export const InvoiceLine = z.object({
  kind: z.string(),
  description: z.string(),
  quantity: z.number(),
  base: Pesos,
  vat_treatment: Treatment,
  /** 0.19 is 19 %. */
  vat_rate: z.number(),
  vat: Pesos,
  total: Pesos,
})

const shape = {
  id: z.uuid(),
  number: z.string(),
  kind: z.enum(['period', 'one_off', 'opening', 'voided_payment']),
  no_contract: z.nullable(z.string()),
  client_id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
  period: PeriodText,
  issued_on: DayText,
  due_on: DayText,
  /** Not overdue until this day ends: the due day or the business day after it, or the day of the decision on a dispute of all of it. */
  last_payable_on: DayText,
  /** The part that was disputed and is owed by a decision, with its own last day to pay. Zero and null without it. */
  extended_amount: Pesos,
  extended_to_on: z.nullable(DayText),
  /** Nothing of it is overdue until this day ends: its payment agreement is on time. Null without one. */
  agreed_to_on: z.nullable(DayText),
  status: z.enum(INVOICE_STATUSES),
  badges: z.array(z.enum(INVOICE_BADGES)),
  subtotal: Pesos,
  vat: Pesos,
  /** Without previous balance. */
  total: Pesos,
  balance: Pesos,
  /** What the company wrote off: not paid, and not collected. */
  written_off: Pesos,
  disputed_amount: Pesos,
  /** The amount to collect today: the balance less the disputed amount. */
  payable: Pesos,
  /** Null for an invoice without electronic document. */
  electronic: z.nullable(ElectronicState),
}

/** An invoice in a list. */
export const InvoiceRow = z.object(shape)
export type InvoiceRow = z.output<typeof InvoiceRow>

/** A movement of the balance of an invoice: a payment, a credit in favour, a credit note, a reversal. */
const Movement = z.object({
  day: DayText,
  kind: z.enum(MOVEMENT_KINDS),
  document: z.nullable(z.string()),
  /** Less than zero when it reduces the balance. */
  amount: Pesos,
  /** The receipt or the credit note of the movement. */
  payment_id: z.nullable(z.uuid()),
  credit_note_id: z.nullable(z.uuid()),
})

export const CreditNote = z.object({
  id: z.uuid(),
  number: z.string(),
  /** The concept in the list of the DIAN; null for a note older than it. `concept`: the reason, in the words of the desk. */
  concept_code: z.nullable(z.string()),
  concept: z.string(),
  issued_on: DayText,
  subtotal: Pesos,
  vat: Pesos,
  total: Pesos,
})
export type CreditNote = z.output<typeof CreditNote>

/** An invoice with its lines, movements and credit notes. */
export const Invoice = z.object({
  ...shape,
  from_on: z.nullable(DayText),
  to_on: z.nullable(DayText),
  lines: z.array(InvoiceLine),
  movements: z.array(Movement),
  credit_notes: z.array(CreditNote),
  /** On the day of issue: the debt of the client before this invoice, and the credit in favour applied to it. */
  previous_balance: Pesos,
  /** On the day of issue: the disputed amount of the invoices before this one, which is not in the previous balance. */
  previous_disputed: Pesos,
  credit_taken: Pesos,
  permanence: z.nullable(PermanenceBlock),
  /** Null for a document of another system, and for an invoice that was issued before it kept them. */
  service: z.nullable(InvoicedService),
  /**
   * The last day to deliver it (R2.1), and when its e-mail was sent; `is_late`: it was not sent by that day. Null for an opening
   * balance, which was invoiced in another system, and for the debt of a voided payment.
   */
  delivery: z.nullable(z.object({ send_by_on: DayText, sent_at: z.nullable(z.iso.datetime()), is_late: z.boolean() })),
  /** The first open dispute. */
  dispute: z.nullable(Dispute),
  /** Every dispute of the invoice, the first one first. */
  disputes: z.array(Dispute),
  /** Why its electronic document was not accepted and what to correct, for the desk. Null for a client, and without such a problem. */
  electronic_problem: z.nullable(z.string()),
})
export type Invoice = z.output<typeof Invoice>

export const LINES_MAX = 20
const QUANTITY_MAX = 10_000

/** The charges of a one-off invoice: every kind except the plan and those that the server computes. */
export const ONE_OFF_KINDS = Object.keys(CHARGE_KINDS).filter(isOneOffCharge)

const isPositive = (price: Money): boolean => price > 0

const NewLine = z.strictObject({
  kind: z.enum(ONE_OFF_KINDS, { error: 'Elige qué se cobra' }),
  description: lineOfText('Escribe la descripción', 200),
  quantity: z
    .number({ error: 'Escribe la cantidad' })
    .check(
      z.multipleOf(1, { error: 'La cantidad es un número entero' }),
      z.gte(1, { error: 'La cantidad es al menos 1' }),
      z.lte(QUANTITY_MAX, { error: `La cantidad es máximo ${QUANTITY_MAX}` }),
    ),
  price: pesosField().check(z.refine(isPositive, { error: 'El valor debe ser mayor que cero' })),
})

export const NewInvoice = z.strictObject({
  no_contract: lineOfText('Elige el contrato', 20),
  lines: z
    .array(NewLine, { error: 'Agrega al menos un cobro' })
    .check(
      z.minLength(1, { error: 'Agrega al menos un cobro' }),
      z.maxLength(LINES_MAX, { error: `Máximo ${LINES_MAX} cobros por factura` }),
    ),
})
export type NewInvoice = z.output<typeof NewInvoice>

/** What a charge would cost before it is issued. `credit_taken`: the credit in favour that would pay it, in whole or in part. */
export const OneOffPreview = z.object({
  lines: z.array(z.object({ description: z.string(), base: Pesos, vat: Pesos, total: Pesos })),
  subtotal: Pesos,
  vat: Pesos,
  total: Pesos,
  credit_taken: Pesos,
  to_pay: Pesos,
})
export type OneOffPreview = z.output<typeof OneOffPreview>

const MAX_COPY = `máximo ${pesosLabel(money(PESOS_MAX * 100))} con IVA`

/** Whether an amount is more than a document may contain. */
export const isAboveMaximum = (total: Money): boolean => toPesos(total) > PESOS_MAX

/** Throws Refusal for a line, or for an invoice, of more than the largest amount that a document may contain. */
export function assertInvoiceTotal(lines: readonly { total: Money }[]): void {
  const index = lines.findIndex(({ total }) => isAboveMaximum(total))
  if (index >= 0) throw refuseField('invalid', `invoice.lines.${index}.price`, `El valor de un cobro es ${MAX_COPY}`)
  if (isAboveMaximum(sum(lines.map(({ total }) => total)))) {
    throw refuseField('invalid', 'invoice.lines', `Una factura es de ${MAX_COPY}: reparte los cobros en varias`)
  }
}

/** A credit note: without `lines`, over the remaining amount of the invoice; with `lines`, over an amount of each. */
export const NewCreditNote = z.strictObject({
  concept: lineOfText('Escribe el motivo', 200),
  /** Absent: the concept of its extent, cancellation or a partial return. */
  concept_code: z.optional(ConceptCode),
  lines: z.optional(
    z
      .array(
        z.strictObject({
          position: z.number().check(z.multipleOf(1), z.gte(1), z.lte(LINES_MAX * 2)),
          /** VAT included. */
          amount: pesosField().check(z.refine(isPositive, { error: 'El valor debe ser mayor que cero' })),
        }),
      )
      .check(z.minLength(1, { error: 'Elige al menos una línea' }), z.maxLength(LINES_MAX * 2)),
  ),
})
export type NewCreditNote = z.output<typeof NewCreditNote>
