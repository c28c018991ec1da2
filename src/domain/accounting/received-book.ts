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
 * A payment, reversal or refund on its own day. The amounts of a reversal and of a refund are less than zero, so that the rows add up to
 * what was collected. `withheld`: what the payer withheld of taxes, which is no money.
 */
export const ReceivedRow = z.object({
  id: z.string(),
  kind: z.enum(RECEIVED_KINDS),
  number: z.number(),
  on: DayText,
  method: z.enum(PAYMENT_METHODS),
  client: z.object({ name: z.string(), identification: z.string() }),
  amount: Pesos,
  withheld: Pesos,
})
export type ReceivedRow = z.output<typeof ReceivedRow>

/** The sums of all the rows of the filters. */
export const ReceivedTotals = z.object({ amount: PesosSum, withheld: PesosSum })
export type ReceivedTotals = z.output<typeof ReceivedTotals>
