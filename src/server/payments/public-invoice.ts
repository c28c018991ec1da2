import { brandOf } from '#domain/core/brand.ts'
import { ZERO } from '#domain/core/money.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import type { InvoicedService, PublicService } from '#domain/invoices/invoiced-service.ts'
import { isPayableOnline } from '#domain/payments/online.ts'
import { type PublicInvoice, publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { pdfReply, readDocument } from '#server/invoices/document.ts'
import { readInvoiceDetail } from '#server/invoices/invoice-detail.ts'
import type { InvoiceDocument } from '#server/invoices/invoice-pdf.ts'
import { listNoteFavours } from '#server/invoices/note-use.ts'
import type { LinkTarget } from '#server/invoices/public-link.ts'
import { readDebts } from './debts.ts'
import { getLinkClient, isEnded, LINK_ABSENT_COPY, openLink, shortNameOf } from './link.ts'

/** The endpoints of a signed link (INV-12). Any caller with the link may read; no endpoint writes. */
export const publicInvoices = implement(publicInvoiceApi, {
  get: async (ctx, { params }) => {
    const link = openLink(ctx, params.token)
    const data = await readInCompany(ctx, link, (tx) => readPublic(tx, link, ctx))
    if (!data) throw notFound(LINK_ABSENT_COPY)
    return { data }
  },

  pdf: async (ctx, { params }) => {
    const link = openLink(ctx, params.token)
    const { companyId, invoiceId } = link
    const content = await readInCompany(ctx, link, async (tx) =>
      (await isEnded(tx, link)) ? undefined : readDocument(ctx.world, tx, companyId, invoiceId, null),
    )
    if (!content) throw notFound(LINK_ABSENT_COPY)
    return pdfReply(ctx.world, companyId, withoutPersonalData(content))
  },
})

/** Reads as the company of the link, which its signature proves. */
const readInCompany = <T>(ctx: PublicCtx, { companyId }: LinkTarget, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.world.pool, 'enlace_app', { ...SYSTEM, companyId, isReadOnly: true }, work)

async function readPublic(tx: Tx, link: LinkTarget, ctx: PublicCtx): Promise<PublicInvoice | undefined> {
  if (await isEnded(tx, link)) return undefined
  const invoice = await readInvoiceDetail(tx, link.invoiceId, null, ctx.today)
  if (!invoice) return undefined
  const company = await tx
    .selectFrom('companies')
    .select(['name', 'nit', 'phone', 'logo_url', 'initial_letter', 'color_code'])
    .executeTakeFirstOrThrow()
  const { name, nit, phone, logo_url, initial_letter } = company
  const debt = await readDebt(tx, link.invoiceId, ctx)
  const payable = debt?.payable ?? ZERO
  const methods = debt?.methods ?? []
  return {
    company: { name, nit, phone, logo_url, initial_letter, brand: brandOf(company.color_code) },
    client: shortNameOf(invoice.client.name),
    number: invoice.number,
    period: invoice.period,
    issued_on: invoice.issued_on,
    due_on: invoice.due_on,
    last_payable_on: invoice.last_payable_on,
    status: invoice.status,
    lines: invoice.lines,
    total: invoice.total,
    credit_taken: invoice.credit_taken,
    credit_notes: await readNotes(tx, invoice),
    permanence: invoice.permanence,
    service: invoice.service && publicService(invoice.service),
    payable,
    disputed_amount: invoice.disputed_amount,
    extended: debt?.extended ?? null,
    open_payment_id: debt?.attempt_id ?? null,
    is_payable_online: methods.length > 0 && debt?.attempt_id === null && isPayableOnline(payable),
    online_methods: methods,
    needs_email: debt?.needsEmail ?? true,
  }
}

async function readNotes(tx: Tx, { id, credit_notes }: Invoice): Promise<PublicInvoice['credit_notes']> {
  if (credit_notes.length === 0) return []
  const favours = await listNoteFavours(tx, id)
  return credit_notes.map(({ id: noteId, number, issued_on, concept, total }) => ({
    number,
    issued_on,
    concept,
    total,
    favour: favours.get(noteId) ?? ZERO,
  }))
}

const publicService = ({ address: _address, city: _city, ...service }: InvoicedService): PublicService => service

/** What is owed of an invoice, as its client sees it. Undefined when nothing is. */
async function readDebt(tx: Tx, invoiceId: string, { now, today }: PublicCtx) {
  const { userId } = await getLinkClient(tx, invoiceId)
  const { invoices, payer, online } = await readDebts(tx, userId, { now, today, isByLink: true })
  const debt = invoices.find(({ id }) => id === invoiceId)
  return debt && { ...debt, needsEmail: payer.email === null, methods: online.methods }
}

/**
 * The document with no more of the client than the page of the link shows, because a link may be forwarded: nothing of who the client
 * is, and nothing of the other invoices.
 */
const withoutPersonalData = (content: InvoiceDocument): InvoiceDocument => ({
  ...content,
  client: { name: shortNameOf(content.client.name), identity: null },
  // The bar code has the amount with the other invoices, and may have the document.
  bank: content.bank && { ...content.bank, barCode: null },
  invoice: { ...content.invoice, no_contract: null, previous_balance: ZERO, previous_disputed: ZERO },
})
