import { notFound } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { pdfReply, readDocument } from '#server/invoices/document.ts'
import { getNote } from '#server/invoices/note-queries.ts'
import { notePdfReply, readNoteDocument } from '#server/invoices/notes.ts'

type Drawn = { file: { name: string; type: string; bytes: Buffer } }

/** What draws the PDF of an electronic document: read in the transaction, drawn outside of it. */
export async function readGraphic(
  world: World,
  tx: Tx,
  companyId: string,
  document: { invoice_id: string; credit_note_id: string | null },
): Promise<() => Promise<Drawn>> {
  if (document.credit_note_id === null) {
    const content = await readDocument(world, tx, companyId, document.invoice_id, null)
    if (!content) throw notFound('Ese documento no existe')
    return () => pdfReply(world, companyId, content)
  }
  const note = await getNote(tx, document.credit_note_id, null)
  if (!note) throw notFound('Ese documento no existe')
  const content = await readNoteDocument(tx, note)
  return () => notePdfReply(world, companyId, content)
}
