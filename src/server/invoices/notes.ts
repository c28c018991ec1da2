import { notFound } from '#domain/core/refusal.ts'
import { type CreditNoteRow, creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Ctx, World } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { type CreditNoteDocument, creditNotePdf } from './credit-note-pdf.ts'
import { getPrintedElectronic, getSentBuyer, getSentIssuer } from './electronic-queries.ts'
import { getContractOf, getNote, listConcepts, listNoteLines, listNotes, totalNotes } from './note-queries.ts'

export const creditNotes = implement(creditNoteApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const totals = await totalNotes(tx, query)
      const list = await listReply(query, {
        rows: (range) => listNotes(tx, query, range),
        total: async () => totals.count,
        whole: ctx.wholeList,
      })
      return { ...list, totals }
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const note = await findNote(ctx, tx, params.id)
      const [lines, concept_name, no_contract] = await Promise.all([
        listNoteLines(tx, note.id),
        conceptNameOf(tx, note),
        getContractOf(tx, note.invoice.id),
      ])
      return { data: { ...note, lines, concept_name, no_contract } }
    }),

  concepts: (ctx) =>
    ctx.tx(async (tx) => ({
      data: (await listConcepts(tx)).filter(
        ({ valid_from, valid_to }) => valid_from <= ctx.today && (valid_to === null || ctx.today <= valid_to),
      ),
    })),

  pdf: async (ctx, { params }) => {
    const content = await ctx.tx(async (tx) => readNoteDocument(tx, await findNote(ctx, tx, params.id)))
    return notePdfReply(ctx.world, ctx.actor.companyId, content)
  },
})

/** A note that the caller may see. The same Refusal 'not_found' for an absent note and for another client's. */
async function findNote(ctx: Ctx, tx: Tx, id: string): Promise<CreditNoteRow> {
  const note = await getNote(tx, id, ctx.actor.role === 'client' ? ctx.actor.userId : null)
  if (!note) throw notFound('Esa nota no existe')
  return note
}

/** The content of a note's PDF. */
export async function readNoteDocument(tx: Tx, note: CreditNoteRow): Promise<CreditNoteDocument> {
  const [issuer, lines, conceptName, electronic, buyer, sentIssuer, corrected] = await Promise.all([
    readLetterhead(tx),
    listNoteLines(tx, note.id),
    conceptNameOf(tx, note),
    getPrintedElectronic(tx, 'credit_note_id', note.id),
    getSentBuyer(tx, 'credit_note_id', note.id),
    getSentIssuer(tx, 'credit_note_id', note.id),
    getPrintedElectronic(tx, 'invoice_id', note.invoice.id),
  ])
  return { issuer: { ...issuer, ...sentIssuer }, note, lines, conceptName, electronic, buyer, corrected }
}

/** The PDF of a note, stored or new. Call it outside a transaction: drawing is slow. */
export async function notePdfReply(world: World, companyId: string, content: CreditNoteDocument) {
  const bytes = await storedWithLogo(world, companyId, content, (logo) => creditNotePdf(content, logo))
  const name = `nota-${content.electronic?.number ?? content.note.number}.pdf`
  return { file: { name, type: 'application/pdf', bytes } }
}

/** The name of the concept of a note on its day; null for a note without one. */
async function conceptNameOf(tx: Tx, note: CreditNoteRow): Promise<string | null> {
  const known = (await listConcepts(tx)).find(
    ({ code, valid_from, valid_to }) =>
      code === note.concept_code && valid_from <= note.issued_on && (valid_to === null || note.issued_on <= valid_to),
  )
  return known?.name ?? null
}
