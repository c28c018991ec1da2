import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { ATTEMPT_LABELS, ATTEMPT_STATUSES, type AttemptStatus } from './attempt.ts'
import { PAYMENT_METHODS } from './payment.ts'

/** The states of a transaction: those of an attempt, those of a receipt of the desk, and a refund of credit in favour. */
export const TRANSACTION_STATUSES = [...ATTEMPT_STATUSES, 'received', 'reversed', 'refunded'] as const
export type TransactionStatus = AttemptStatus | 'received' | 'reversed' | 'refunded'

export const TRANSACTION_LABELS: Readonly<Record<TransactionStatus, string>> = {
  ...ATTEMPT_LABELS,
  received: 'Recibido',
  reversed: 'Reversado',
  refunded: 'Devolución',
}

/** An attempt to pay online with its receipt, a receipt of the desk, or a refund of credit in favour (TRX-01, TRX-02). */
export const Transaction = z.object({
  /** The id of the attempt, or of the receipt when there is no attempt. */
  id: z.uuid(),
  is_online: z.boolean(),
  at: z.iso.datetime(),
  /** The accounting day: the day of the receipt or of the refund, as in the reports, or the day of an attempt without a receipt. `from` and `to` read it. */
  day: DayText,
  method: z.enum(PAYMENT_METHODS),
  /** Less than zero for a refund. */
  amount: Pesos,
  status: z.enum(TRANSACTION_STATUSES),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  reference: z.nullable(z.string()),
  /** The id at the provider. */
  transaction_id: z.nullable(z.string()),
  invoices: z.array(z.string()),
  receipt: z.nullable(z.object({ id: z.uuid(), number: z.number() })),
  problem: z.nullable(z.string()),
})
export type Transaction = z.output<typeof Transaction>

export const PaymentCase = z.object({
  id: z.uuid(),
  kind: z.enum(['mismatch', 'stranger', 'forged', 'given_up', 'void', 'difference', 'chargeback']),
  says: z.string(),
  reference: z.nullable(z.string()),
  amount: z.nullable(Pesos),
  count: z.number(),
  opened_at: z.iso.datetime(),
})
export type PaymentCase = z.output<typeof PaymentCase>
