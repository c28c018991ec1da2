import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment.ts'

export const RECEIVED_KINDS = ['payment', 'reversal', 'refund'] as const
export type ReceivedKind = (typeof RECEIVED_KINDS)[number]

export const RECEIVED_KIND_LABELS: Readonly<Record<ReceivedKind, string>> = {
  payment: 'Pago',
  reversal: 'Reverso',
  refund: 'Devolución',
}

/**
 * The day by which the book is read. `posted`: that of the entries, so that the book of a month is the cash and the banks in its vouchers
 * without what the cash closings take out, and a closed month keeps it. `made`: that of the payment, as in the report of what was collected.
 */
export const RECEIVED_DAYS = ['posted', 'made'] as const
export type ReceivedDay = (typeof RECEIVED_DAYS)[number]

export const RECEIVED_DAY_LABELS: Readonly<Record<ReceivedDay, string>> = {
  posted: 'Contable',
  made: 'Del movimiento',
}

/**
 * A payment, reversal or refund. `made_on`: the day of the money; `posted_on`: that of its entries, another one when the first was already
 * closed. The amounts of a reversal and of a refund are less than zero, so that the rows add up to what was collected. `withheld`: what the
 * payer withheld of taxes, which is no money. `receipt`: the payment, also of a reversal; null for a refund. `invoices`: those it paid.
 */
export const ReceivedRow = z.object({
  id: z.string(),
  kind: z.enum(RECEIVED_KINDS),
  number: z.number(),
  made_on: DayText,
  posted_on: DayText,
  method: z.enum(PAYMENT_METHODS),
  receipt: z.nullable(z.object({ id: z.uuid(), number: z.number() })),
  invoices: z.array(z.object({ id: z.uuid(), number: z.string() })),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  amount: Pesos,
  withheld: Pesos,
})
export type ReceivedRow = z.output<typeof ReceivedRow>

/** The sums of all the rows of the filters. */
export const ReceivedTotals = z.object({ amount: PesosSum, withheld: PesosSum })
export type ReceivedTotals = z.output<typeof ReceivedTotals>
