import * as z from 'zod/mini'
import { Pesos, PesosSum } from '#domain/core/money.ts'

/**
 * What the credit in favour of a client did in some days (PUC 280505): `opening` + `added` − `applied` − `refunded` = `closing`. `added`: what
 * was paid beyond a debt, credited or brought from another system, less reversals. `applied`: to invoices, less what came back of them.
 */
export const AdvanceMoveRow = z.object({
  id: z.uuid(),
  client: z.object({ id: z.uuid(), name: z.string(), identification: z.string() }),
  opening: Pesos,
  added: Pesos,
  applied: Pesos,
  refunded: Pesos,
  closing: Pesos,
})
export type AdvanceMoveRow = z.output<typeof AdvanceMoveRow>

/** The sums of all the clients. */
export const AdvanceMoveTotals = z.object({
  opening: PesosSum,
  added: PesosSum,
  applied: PesosSum,
  refunded: PesosSum,
  closing: PesosSum,
})
export type AdvanceMoveTotals = z.output<typeof AdvanceMoveTotals>
