import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'
import { Pesos, PesosSum } from '#domain/core/money.ts'
import { MOVEMENT_KINDS } from '#domain/ledger/movement.ts'

/** The account of a client between two days: opening balance, each movement with the balance after it, closing balance. */
export const Statement = z.object({
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  from: DayText,
  to: DayText,
  opening_balance: PesosSum,
  movements: z.array(
    z.object({
      day: DayText,
      kind: z.enum(MOVEMENT_KINDS),
      document: z.nullable(z.string()),
      /** The record that the movement names: an invoice, a receipt or a credit note. */
      invoice_id: z.nullable(z.uuid()),
      payment_id: z.nullable(z.uuid()),
      credit_note_id: z.nullable(z.uuid()),
      charge: Pesos,
      payment: Pesos,
      balance: PesosSum,
    }),
  ),
  closing_balance: PesosSum,
  /** The amount in dispute today, which is not collected; it is in the closing balance. Zero for a period that ended before today. */
  disputed: PesosSum,
})
export type Statement = z.output<typeof Statement>

/** The months of a statement without `from`. */
export const STATEMENT_MONTHS = 12

/** The files of a statement. */
export const STATEMENT_FORMATS = ['pdf', 'xlsx', 'csv'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]
