import { pesosLabel, toPesos } from '#domain/core/money.ts'
import { notFound } from '#domain/core/refusal.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { withdrawnCopy } from '#domain/invoices/note-use.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { decideByDesk, disputeByDesk, issueDeskNote } from './disputes.ts'
import { pdfReply, publicUrlOf, readDocument } from './document.ts'
import { readInvoiceDetail } from './invoice-detail.ts'
import { issuedDocuments } from './issued.ts'
import { getLinkGeneration, insertLinkRevocation } from './link-queries.ts'
import { issueOneOff, previewOneOff } from './one-off.ts'
import { countInvoices, listInvoices, totalInvoices } from './queries.ts'

const ABSENT_COPY = 'Esa factura no existe'

export const invoices = implement(invoiceApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const { page: _page, page_size: _size, ...params } = query
      const filter = { ...params, userId: clientUserId(ctx) }
      return listReply(query, {
        rows: (range, total) => listInvoices(tx, filter, ctx.today, range, total),
        total: () => countInvoices(tx, filter, ctx.today),
        whole: ctx.wholeList,
      })
    }),

  total: (ctx, { query }) =>
    ctx.tx(async (tx) => ({ data: await totalInvoices(tx, { ...query, userId: null }, ctx.today) })),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const invoice = await readInvoice(ctx, tx, params.id)
      return { data: withLink(ctx, invoice, await getLinkGeneration(tx, invoice.id)) }
    }),

  revokeLink: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const invoice = await readInvoice(ctx, tx, params.id)
      const { id, client_id, number } = invoice
      const data = withLink(ctx, invoice, await insertLinkRevocation(tx, id))
      await tx.record('invoice.link_revoked', { entity_id: id, client_id, after: { number } })
      return { data, message: `El enlace anterior de la factura ${number} ya no abre` }
    }),

  pdf: async (ctx, { params }) => {
    const { companyId } = ctx.actor
    const content = await ctx.tx((tx) => readDocument(ctx.world, tx, companyId, params.id, clientUserId(ctx)))
    if (!content) throw notFound(ABSENT_COPY)
    return pdfReply(ctx.world, companyId, content)
  },

  create: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const id = await issueOneOff(tx, body.invoice, ctx.today)
      const after = await readInvoice(ctx, tx, id)
      await tx.record('invoice.created', { entity_id: id, after: auditDataOf(after) })
      return { data: after, message: `Factura ${after.number} emitida por ${pesosLabel(after.total)}` }
    }),

  preview: (ctx, { body }) => ctx.tx(async (tx) => ({ data: await previewOneOff(tx, body.invoice, ctx.today) })),

  creditNote: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const { note: issued, ended } = await issueDeskNote(ctx, tx, params.id, body)
      const { withdrawn, ...note } = issued
      const end = ended === 0 ? '' : ended === 1 ? ', y el reclamo queda cerrado' : ', y los reclamos quedan cerrados'
      const left = withdrawn === null ? '' : `. ${withdrawnCopy(withdrawn)}`
      return { data: note, message: `Nota crédito ${note.number} emitida por ${pesosLabel(note.total)}${end}${left}` }
    }),

  dispute: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      await disputeByDesk(ctx, tx, params.id, body)
      const data = await readInvoice(ctx, tx, params.id)
      return { data, message: `Reclamo abierto por ${pesosLabel(body.amount)}: no se cobran mientras se resuelve` }
    }),

  resolveDispute: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const message = await decideByDesk(ctx, tx, params.id, body)
      return { data: await readInvoice(ctx, tx, params.id), message }
    }),
})

const withLink = ({ world, actor }: Ctx, invoice: Invoice, link_generation: number) => ({
  ...invoice,
  public_url: publicUrlOf(world, actor.companyId, { ...invoice, link_generation }),
})

/** The user whose invoices are visible: a client sees its own invoices; null for the desk, which sees all of them. */
const clientUserId = (ctx: Ctx): string | null => (ctx.actor.role === 'client' ? ctx.actor.userId : null)

async function readInvoice(ctx: Ctx, tx: Tx, id: string): Promise<Invoice> {
  const invoice = await readInvoiceDetail(tx, id, clientUserId(ctx), ctx.today)
  if (!invoice) throw notFound(ABSENT_COPY)
  if (ctx.actor.role === 'client') return invoice
  return { ...invoice, electronic_problem: await issuedDocuments().problem(tx, id) }
}

const auditDataOf = (invoice: Invoice) => ({
  number: invoice.number,
  no_contract: invoice.no_contract,
  total: toPesos(invoice.total),
  lines: invoice.lines.map((line) => line.description),
})
