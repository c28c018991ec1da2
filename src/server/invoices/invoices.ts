import { sql } from 'kysely'
import { money, pesosLabel, toPesos } from '#domain/core/money.ts'
import { API_PAGE_SIZE_DEFAULT } from '#domain/core/paging.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { assertDisputable, type Invoice } from '#domain/invoices/invoice.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { wholeList } from '#server/core/whole-list.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { issueCreditNote, lockExistingInvoice } from './credit-notes.ts'
import { pdfReply, publicUrlOf, readDocument } from './document.ts'
import { readInvoiceDetail } from './invoice-detail.ts'
import { issueOneOff } from './one-off.ts'
import { countInvoices, listInvoices } from './queries.ts'

const ABSENT_COPY = 'Esa factura no existe'

export const invoices = implement(invoiceApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const { page, page_size, ...params } = query
      const filter = { ...params, userId: clientUserId(ctx) }
      if (page === undefined && page_size === undefined)
        return wholeList(await listInvoices(tx, filter, ctx.today, null), () => countInvoices(tx, filter, ctx.today))
      const [pageNumber, size] = [page ?? 1, page_size ?? API_PAGE_SIZE_DEFAULT]
      const total = await countInvoices(tx, filter, ctx.today)
      const data = await listInvoices(tx, filter, ctx.today, { offset: (pageNumber - 1) * size, limit: size, total })
      return { data, meta: { total, page: pageNumber, page_size: size } }
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const invoice = await readInvoice(ctx, tx, params.id)
      return { data: { ...invoice, public_url: publicUrlOf(ctx.world, ctx.actor.companyId, invoice) } }
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

  creditNote: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const note = await issueCreditNote(tx, params.id, body, ctx.today)
      await tx.record('credit_note.created', {
        entity_id: note.id,
        after: { number: note.number, invoice_id: params.id, total: toPesos(note.total), concept: note.concept },
      })
      return { data: note, message: `Nota crédito ${note.number} emitida por ${pesosLabel(note.total)}` }
    }),

  dispute: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const invoice = await lockExistingInvoice(tx, params.id)
      assertDisputable(body.amount, invoice)
      await tx
        .insertInto('disputes')
        .values({ invoice_id: invoice.id, amount: body.amount, reason: body.reason })
        .execute()
      await setDisputed(tx, invoice.id, body.amount)
      await tx.record('dispute.opened', {
        entity_id: invoice.id,
        after: { number: invoice.number, amount: toPesos(body.amount), reason: body.reason },
      })
      return {
        data: await readInvoice(ctx, tx, invoice.id),
        message: `Reclamo abierto por ${pesosLabel(body.amount)}: no se cobran mientras se resuelve`,
      }
    }),

  resolveDispute: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const invoice = await lockExistingInvoice(tx, params.id)
      const resolved = await tx
        .updateTable('disputes')
        .set({ resolved_at: sql<Date>`now()`, resolution: body.resolution })
        .where('invoice_id', '=', invoice.id)
        .where('resolved_at', 'is', null)
        .executeTakeFirst()
      if (resolved.numUpdatedRows === 0n) throw new Refusal('conflict', 'Esta factura no tiene un reclamo abierto')
      await setDisputed(tx, invoice.id, 0)
      await applyCredit(tx, invoice.client_id, ctx.today)
      await tx.record('dispute.resolved', {
        entity_id: invoice.id,
        after: { number: invoice.number, resolution: body.resolution },
      })
      return { data: await readInvoice(ctx, tx, invoice.id), message: 'Reclamo cerrado' }
    }),
})

/** The user whose invoices are visible: a client sees its own invoices; null for the desk, which sees all of them. */
const clientUserId = (ctx: Ctx): string | null => (ctx.actor.role === 'client' ? ctx.actor.userId : null)

async function readInvoice(ctx: Ctx, tx: Tx, id: string): Promise<Invoice> {
  const invoice = await readInvoiceDetail(tx, id, clientUserId(ctx), ctx.today)
  if (!invoice) throw notFound(ABSENT_COPY)
  return invoice
}

const setDisputed = (tx: Tx, id: string, amount: number) =>
  tx
    .updateTable('invoices')
    .set({ disputed_amount: money(amount) })
    .where('id', '=', id)
    .execute()

const auditDataOf = (invoice: Invoice) => ({
  number: invoice.number,
  no_contract: invoice.no_contract,
  total: toPesos(invoice.total),
  lines: invoice.lines.map((line) => line.description),
})
