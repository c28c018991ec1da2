import { notFound } from '#domain/core/refusal.ts'
import { creditNoteApi } from '#domain/invoices/credit-note-api.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { storedWithLogo } from '#server/documents/logo.ts'
import { type CreditNoteDocument, creditNotePdf } from './credit-note-pdf.ts'
import { getNote, listConcepts, listNoteLines, listNotes, totalNotes } from './note-queries.ts'

export const creditNotes = implement(creditNoteApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const totals = await totalNotes(tx, query)
      const list = await listReply(query, {
        rows: (range) => listNotes(tx, query, range),
        total: async () => totals.count,
      })
      return { ...list, totals }
    }),

  concepts: (ctx) =>
    ctx.tx(async (tx) => ({
      data: (await listConcepts(tx)).filter(
        ({ valid_from, valid_to }) => valid_from <= ctx.today && (valid_to === null || ctx.today <= valid_to),
      ),
    })),

  pdf: async (ctx, { params }) => {
    const content = await ctx.tx((tx) => readNoteDocument(ctx, tx, params.id))
    if (!content) throw notFound('Esa nota no existe')
    const bytes = await storedWithLogo(ctx.world, ctx.actor.companyId, content, (logo) => creditNotePdf(content, logo))
    return { file: { name: `nota-${content.note.number}.pdf`, type: 'application/pdf', bytes } }
  },
})

async function readNoteDocument(ctx: Ctx, tx: Tx, id: string): Promise<CreditNoteDocument | undefined> {
  const note = await getNote(tx, id, ctx.actor.role === 'client' ? ctx.actor.userId : null)
  if (!note) return undefined
  const [issuer, lines, concepts] = await Promise.all([readLetterhead(tx), listNoteLines(tx, id), listConcepts(tx)])
  const known = concepts.find(
    ({ code, valid_from, valid_to }) =>
      code === note.concept_code && valid_from <= note.issued_on && (valid_to === null || note.issued_on <= valid_to),
  )
  return { issuer, note, lines, conceptName: known?.name ?? null }
}
