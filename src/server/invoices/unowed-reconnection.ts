import type { Day } from '#domain/core/days.ts'
import { type Money, minus, plus } from '#domain/core/money.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import type { Tx } from '#server/core/tx.ts'
import { issueCreditNote, listCreditedLines } from './credit-notes.ts'
import { recordNote } from './note-use.ts'

/**
 * Gives the charge of a reconnection back by a credit note of its line (R8.5): what was paid of it becomes credit in favour. `price`: as
 * it was charged, with VAT or without. `concept`: why it is given back, as the note says it. Null when a note gave the line back before.
 */
export async function creditReconnection(
  tx: Tx,
  { invoice_id, price, concept }: { invoice_id: string; price: Money; concept: string },
  today: Day,
): Promise<CreditNote | null> {
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['position', 'base', 'total'])
    .where('invoice_id', '=', invoice_id)
    .where('kind', '=', 'reconnection')
    .orderBy('position')
    .execute()
  const credited = new Map((await listCreditedLines(tx, invoice_id)).map((line) => [line.position, line.credited]))
  const left = lines
    .filter(({ base, total }) => price === base || price === total)
    .map(({ position, total }) => {
      const given = credited.get(position)
      return { position, amount: given ? minus(total, plus(given.base, given.vat)) : total }
    })
  const line = left.find(({ amount }) => amount > 0)
  if (line === undefined) return null
  const note = await issueCreditNote(tx, invoice_id, { concept, lines: [line] }, today)
  await recordNote(tx, invoice_id, note)
  return note
}
