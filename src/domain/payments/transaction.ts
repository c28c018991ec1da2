import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos } from '#domain/core/money.ts'
import { ATTEMPT_LABELS, ATTEMPT_STATUSES, type AttemptStatus } from './attempt.ts'
import { PAYMENT_METHODS } from './payment.ts'

/** How a transaction stands: an attempt's own state, or what became of money received at the desk. */
export const TRANSACTION_STATUSES = [...ATTEMPT_STATUSES, 'received', 'reversed'] as const
export type TransactionStatus = AttemptStatus | 'received' | 'reversed'

export const TRANSACTION_LABELS: Readonly<Record<TransactionStatus, string>> = {
  ...ATTEMPT_LABELS,
  received: 'Recibido',
  reversed: 'Reversado',
}

/** An attempt to pay online with its receipt, or a receipt of the desk (TRX-01, TRX-02). */
export const Transaction = z.object({
  /** Of the attempt when there is one, or else of the receipt. */
  id: z.uuid(),
  is_online: z.boolean(),
  at: z.iso.datetime(),
  /** The day it counts for: what the desk wrote down, or when the attempt was made. */
  day: DayText,
  method: z.enum(PAYMENT_METHODS),
  amount: Pesos,
  status: z.enum(TRANSACTION_STATUSES),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  reference: z.nullable(z.string()),
  /** What the provider calls it. */
  transaction_id: z.nullable(z.string()),
  invoices: z.array(z.string()),
  receipt: z.nullable(z.object({ id: z.uuid(), number: z.number() })),
  problem: z.nullable(z.string()),
})
export type Transaction = z.output<typeof Transaction>

export const PaymentCase = z.object({
  id: z.uuid(),
  kind: z.enum(['mismatch', 'stranger', 'forged', 'given_up', 'void', 'difference']),
  says: z.string(),
  reference: z.nullable(z.string()),
  amount: z.nullable(Pesos),
  count: z.number(),
  opened_at: z.iso.datetime(),
})
export type PaymentCase = z.output<typeof PaymentCase>
