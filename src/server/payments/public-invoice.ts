import { brandOf } from '#domain/core/brand.ts'
import { notFound } from '#domain/core/refusal.ts'
import { isPayableOnline } from '#domain/payments/online.ts'
import { type PublicInvoice, publicInvoiceApi } from '#domain/payments/public-invoice-api.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { pdfReply, readDocument } from '#server/invoices/document.ts'
import { readInvoiceDetail } from '#server/invoices/invoice-detail.ts'
import { type Linked, verifyLink } from '#server/invoices/public-link.ts'

const ABSENT = 'Este enlace ya no funciona. Pídele uno nuevo a tu proveedor.'

/** What a signed link opens (INV-12). Whoever has the link may read; nothing here changes anything. */
export const publicInvoices = implement(publicInvoiceApi, {
  get: async (ctx, { params }) => {
    const linked = opened(ctx, params.token)
    const data = await within(ctx, linked, (tx) => readPublic(tx, linked, ctx))
    if (!data) throw notFound(ABSENT)
    return { data }
  },

  pdf: async (ctx, { params }) => {
    const linked = opened(ctx, params.token)
    const { companyId, invoiceId } = linked
    const content = await within(ctx, linked, (tx) => readDocument(ctx.world, tx, companyId, invoiceId, null))
    if (!content) throw notFound(ABSENT)
    return pdfReply(ctx.world, companyId, content)
  },
})

function opened(ctx: PublicCtx, token: string): Linked {
  const linked = verifyLink(ctx.world.config.secret, token, ctx.today)
  if (!linked) throw notFound(ABSENT)
  return linked
}

/** Reads as the company of the link, whose seal says that it is. */
const within = <T>(ctx: PublicCtx, { companyId }: Linked, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.world.pool, 'enlace_app', { ...SYSTEM, companyId, isReadOnly: true }, work)

async function readPublic(tx: Tx, linked: Linked, ctx: PublicCtx): Promise<PublicInvoice | undefined> {
  const invoice = await readInvoiceDetail(tx, linked.invoiceId, null, ctx.today)
  if (!invoice) return undefined
  const company = await tx
    .selectFrom('companies')
    .select(['name', 'nit', 'phone', 'color_code', 'is_wompi_integration', 'status'])
    .executeTakeFirstOrThrow()
  if (company.status === 'closed') return undefined
  const isInProcess = invoice.badges.includes('en_proceso')
  return {
    company: { name: company.name, nit: company.nit, phone: company.phone, brand: brandOf(company.color_code) },
    client: initialsOf(invoice.client.name),
    number: invoice.number,
    period: invoice.period,
    issued_on: invoice.issued_on,
    due_on: invoice.due_on,
    status: invoice.status,
    lines: invoice.lines,
    total: invoice.total,
    payable: invoice.payable,
    is_in_process: isInProcess,
    is_payable_online: company.is_wompi_integration && !isInProcess && isPayableOnline(invoice.payable),
  }
}

/** 'Yenny B.': enough to know whose it is, and no more than a link that was passed on should tell. */
function initialsOf(name: string): string {
  const [first = '', second = ''] = name.split(' ')
  return second === '' ? first : `${first} ${second.slice(0, 1)}.`
}
