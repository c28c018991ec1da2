import type { Day } from '#domain/core/days.ts'
import { type Money, minus } from '#domain/core/money.ts'
import { creditableLines } from '#domain/invoices/credit-note.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import type { Tx } from '#server/core/tx.ts'
import { issueCreditNote, listCreditedLines } from './credit-notes.ts'
import { recordNote } from './note-use.ts'

/**
 * Gives the charge of a reconnection back by a credit note of its line (R8.5): what was paid of it becomes credit in favour. `price`: as
 * it was charged, with VAT or without. `concept`: why it is given back, as the note says it. At most what the earlier notes and the discounts
 * left of the line and of the invoice; null when they left nothing. The account of the client must be locked.
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
  const charged = new Set(
    lines.filter(({ base, total }) => price === base || price === total).map((one) => one.position),
  )
  const credited = await listCreditedLines(tx, invoice_id)
  // The lines of one VAT share what its discounts left: the reconnection takes of it first.
  const left = creditableLines(
    credited.toSorted((a, b) => Number(charged.has(b.position)) - Number(charged.has(a.position))),
  )
  const line = left.find((one) => charged.has(one.position) && one.left > 0)
  const ofInvoice = await getLeft(tx, invoice_id)
  if (line === undefined || ofInvoice <= 0) return null
  const amount = line.left < ofInvoice ? line.left : ofInvoice
  const note = await issueCreditNote(tx, invoice_id, { concept, lines: [{ position: line.position, amount }] }, today)
  await recordNote(tx, invoice_id, note)
  return note
}

/** What no note credited of an invoice. */
async function getLeft(tx: Tx, invoiceId: string): Promise<Money> {
  const query = tx.selectFrom('invoices').select(['total', 'credited']).where('id', '=', invoiceId)
  const { total, credited } = await query.executeTakeFirstOrThrow()
  return minus(total, credited)
}
