import { isAnnulled } from '#domain/invoices/correction.ts'
import { withdrawAdjustment } from '#server/contracts/pending-charges.ts'
import type { Tx } from '#server/core/tx.ts'
import { listPlanLines } from './correction-queries.ts'

/**
 * Withdraws the adjustment that waits for a month whose plan line a person has credited completely: as when the note is before the change
 * that asked for it (docs/decisions/0028). Call it after each note of a person, with the account locked. Returns what is not charged any
 * more, null without it: an adjustment that an invoice already has is credited there.
 */
export async function withdrawOfAnnulled(tx: Tx, invoiceId: string): Promise<string | null> {
  const month = (await listPlanLines(tx, [invoiceId])).get(invoiceId)?.find((line) => !line.is_adjustment)
  return month && isAnnulled(month) ? withdrawAdjustment(tx, invoiceId) : null
}
