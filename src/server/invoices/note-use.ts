import { sql } from 'kysely'
import { type Money, minus, toPesos, ZERO } from '#domain/core/money.ts'
import type { CreditNote } from '#domain/invoices/invoice.ts'
import { type NoteUse, noteUseCopy } from '#domain/invoices/note-use.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { readCredit } from '#server/ledger/credit.ts'
import type { IssuedNote } from './credit-notes.ts'

/** What a credit note of an invoice did with its total, by the journal of now. */
export async function readNoteUse(
  tx: Tx,
  { id, total, invoice_id }: Pick<CreditNote, 'id' | 'total'> & { invoice_id: string },
): Promise<NoteUse> {
  const { rows } = await sql<{ client_id: string; prefix: string; number: number; favour: Money }>`
    select i.client_id, i.prefix, i.number, coalesce((
      select sum(m.credit) from client_movements m
      where m.company_id = i.company_id and m.client_id = i.client_id and m.moves_credit and m.credit_note_id = ${id}
    ), 0)::bigint as favour
    from invoices i where i.company_id = (select current_company()) and i.id = ${invoice_id}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a credit note is of an invoice')
  const { client_id, prefix, number, favour } = row
  const invoice = invoiceNumber(prefix, number)
  const reduced = minus(total, favour)
  if (favour === 0) return { invoice, reduced, paid: [], credit: ZERO }
  const { lots, documentOf } = await readCredit(tx, client_id)
  const lot = lots.find(({ key }) => key === id)
  const paid = (lot?.uses ?? []).map(({ key, amount }) => ({ number: documentOf(key).name, amount }))
  return { invoice, reduced, paid, credit: lot?.remaining ?? ZERO }
}

/** What of each credit note of an invoice had been paid and became credit in favour, without the notes that gave none. */
export async function listNoteFavours(tx: Tx, invoiceId: string): Promise<Map<string, Money>> {
  const { rows } = await sql<{ id: string; favour: Money }>`
    select m.credit_note_id as id, sum(m.credit)::bigint as favour
    from invoices i
    join credit_notes n on n.company_id = i.company_id and n.invoice_id = i.id
    join client_movements m on m.company_id = i.company_id and m.client_id = i.client_id and m.moves_credit and m.credit_note_id = n.id
    where i.company_id = (select current_company()) and i.id = ${invoiceId} group by m.credit_note_id`.execute(tx)
  return new Map(rows.map(({ id, favour }) => [id, favour]))
}

/** Records the event of a credit note that was issued, with what it did with its total, as its client reads it. */
export async function recordNote(tx: Tx, invoiceId: string, note: IssuedNote): Promise<void> {
  const given = noteUseCopy(await readNoteUse(tx, { ...note, invoice_id: invoiceId }), note.withdrawn)
  await tx.record('credit_note.created', {
    entity_id: note.id,
    after: { number: note.number, invoice_id: invoiceId, total: toPesos(note.total), concept: note.concept, given },
  })
}
