import { brandOf } from '#domain/core/brand.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import { mayBeCharged } from '#domain/payments/attempt.ts'
import { type LinkAttempt, linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import type { LinkPayment, NewPayment } from '#domain/payments/online.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import type { LinkTarget } from '#server/invoices/public-link.ts'
import { getAttempt, listAttemptInvoices } from './attempt-queries.ts'
import { verifyAttempt } from './check-attempt.ts'
import { searchPayable } from './debtor-search.ts'
import { getLinkClient } from './link.ts'
import { openContext } from './link-context.ts'
import { listBanks, readAcceptance } from './provider-terms.ts'
import { startPayment } from './start-payment.ts'
import { problemOf } from './transaction-queries.ts'

const ABSENT_COPY = 'Ese pago no existe'

/** Payments with the signed link of an invoice: anyone who has it may pay that invoice, and nothing else. */
export const linkPayments = implement(linkPaymentApi, {
  search: async (ctx, { body }) => ({ data: await searchPayable(ctx, body.search) }),

  banks: async (ctx, { params }) => ({ data: await listBanks(await openContext(ctx, params.token)) }),

  acceptance: async (ctx, { params }) => ({ data: await readAcceptance(await openContext(ctx, params.token)) }),

  create: async (ctx, { params, body }) => {
    const link = await openContext(ctx, params.token)
    const id = await startPayment(link, await link.tx((tx) => paymentOf(tx, link.target, body.payment)))
    return { data: await link.tx((tx) => readAttempt(tx, link.target, id)) }
  },

  get: async (ctx, { params }) => {
    const link = await openContext(ctx, params.token)
    return { data: await link.tx((tx) => readAttempt(tx, link.target, params.id)) }
  },

  verify: async (ctx, { params }) => {
    const link = await openContext(ctx, params.token)
    await link.tx((tx) => readAttempt(tx, link.target, params.id))
    await verifyAttempt(ctx.world, link.companyId, params.id)
    return { data: await link.tx((tx) => readAttempt(tx, link.target, params.id)) }
  },
})

/** The whole payment: the name and the missing contact data are the client's, and are not shown to the payer. */
async function paymentOf(tx: Tx, { invoiceId }: LinkTarget, payment: LinkPayment): Promise<NewPayment> {
  const { clientId } = await getLinkClient(tx, invoiceId)
  const client = await tx
    .selectFrom('clients')
    .select(['name', 'email'])
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()
  const { customer_email, phone_number, ...rest } = payment
  const { payment_method } = payment
  const email = customer_email ?? client.email
  if (email === null)
    throw refuseField('invalid', 'payment.customer_email', 'Escribe un correo: allí llega el comprobante de Wompi')
  const phone = phone_number ?? (payment_method.type === 'NEQUI' ? payment_method.phone_number : undefined)
  if (phone === undefined) throw refuseField('invalid', 'payment.phone_number', 'Escribe el celular de quien paga')
  return {
    ...rest,
    invoice_id: invoiceId,
    customer_email: email,
    customer_data: { full_name: client.name, phone_number: phone },
  }
}

/**
 * A payment of the invoice of the link, with that invoice alone: a payment of the client may be of others too, and its reference has the
 * number of the first. Throws the same Refusal for one of another invoice and for one that does not exist.
 */
async function readAttempt(tx: Tx, { invoiceId }: LinkTarget, id: string): Promise<LinkAttempt> {
  const [attempt, invoices, company] = await Promise.all([
    getAttempt(tx, id),
    listAttemptInvoices(tx, id),
    readCompany(tx),
  ])
  const own = invoices.find(({ invoice_id }) => invoice_id === invoiceId)
  if (!attempt || !own) throw notFound(ABSENT_COPY)
  return {
    id,
    status: attempt.status,
    method: attempt.method,
    amount: own.amount,
    numbers: [own.number],
    reference: invoices.length === 1 ? attempt.reference : null,
    redirect_url: attempt.is_by_link ? attempt.bank_url : null,
    problem: problemOf(attempt),
    may_be_charged: mayBeCharged(attempt),
    settled_at: attempt.settled_at?.toISOString() ?? null,
    company,
  }
}

async function readCompany(tx: Tx): Promise<LinkAttempt['company']> {
  const { color_code, ...company } = await tx
    .selectFrom('companies')
    .select(['name', 'logo_url', 'initial_letter', 'color_code'])
    .executeTakeFirstOrThrow()
  return { ...company, brand: brandOf(color_code) }
}
