import { money } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { PROVIDER_TYPES, SCREEN_IDS } from '#domain/integrations/online-method.ts'
import { mayBeCharged, ONLINE_MINIMUM } from '#domain/payments/attempt.ts'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { METHOD_LABELS, type Payment } from '#domain/payments/payment.ts'
import { countClientMail } from '#server/auth/throttle.ts'
import { readLetterhead } from '#server/companies/companies.ts'
import type { Ctx, World } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { type Logo, storedWithLogo } from '#server/documents/logo.ts'
import { readSender, receiptMessage, type Sender } from '#server/messages/compose.ts'
import { insertMessages, type NewMessage } from '#server/messages/queries.ts'
import { getAttempt, getReceiptOf, listAttemptInvoices } from './attempt-queries.ts'
import { recordChargeback } from './chargeback.ts'
import { verifyAttempt } from './check-attempt.ts'
import { readDebts } from './debts.ts'
import { listBanks, readAcceptance } from './provider-terms.ts'
import { getPayment } from './queries.ts'
import { getRefund } from './refund-queries.ts'
import { type PayerContext, startPayment } from './start-payment.ts'
import { countTransactions, listCases, listTransactions, problemOf, resolveCase } from './transaction-queries.ts'
import { refundPdf, voucherPdf } from './voucher-pdf.ts'

export const payments = implement(paymentApi, {
  debts: (ctx) => ctx.tx(async (tx) => ({ data: await readDebts(tx, ctx.actor.userId, ctx) })),

  methods: (ctx) =>
    ctx.tx(async (tx) => {
      const { online } = await readDebts(tx, ctx.actor.userId, ctx)
      return {
        data: {
          is_available: online.is_available,
          minimum: money(ONLINE_MINIMUM),
          methods: online.methods.map((method) => ({
            id: SCREEN_IDS[method],
            type: PROVIDER_TYPES[method],
            name: METHOD_LABELS[method],
          })),
        },
      }
    }),

  banks: async (ctx) => ({ data: await listBanks(ctx) }),
  acceptance: async (ctx) => ({ data: await readAcceptance(ctx) }),

  create: async (ctx, { body }) => {
    const id = await startPayment(payerOf(ctx), body.payment)
    return { data: await ctx.tx((tx) => readAttempt(ctx, tx, id)) }
  },

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readAttempt(ctx, tx, params.id) })),

  verify: async (ctx, { params }) => {
    await ctx.tx((tx) => readAttempt(ctx, tx, params.id))
    await verifyAttempt(ctx.world, ctx.actor.companyId, params.id)
    return { data: await ctx.tx((tx) => readAttempt(ctx, tx, params.id)) }
  },

  chargeback: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const message = await recordChargeback(ctx, tx, params.id, body.reason)
      return { data: await readAttempt(ctx, tx, params.id), message }
    }),

  voucher: async (ctx, { params }) => {
    const { role, userId, companyId } = ctx.actor
    const content = await ctx.tx((tx) => readVoucher(tx, params.id, role === 'client' ? userId : null))
    if (!content) throw notFound('Ese recibo no existe')
    const { name, stored, draw } = content
    const bytes = await storedWithLogo(ctx.world, companyId, stored, draw)
    return { file: { name, type: 'application/pdf', bytes } }
  },

  transactions: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { ...query, userId: ctx.actor.role === 'client' ? ctx.actor.userId : null }
      return listReply(query, {
        rows: (range) => listTransactions(tx, filter, range),
        total: () => countTransactions(tx, filter),
        whole: ctx.wholeList,
      })
    }),

  receipt: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const data = await getPayment(tx, params.id, ctx.actor.role === 'client' ? ctx.actor.userId : null)
      if (!data) throw notFound('Ese recibo no existe')
      return { data }
    }),

  sendReceipt: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const payment = await getPayment(tx, params.id)
      if (!payment) throw notFound('Ese recibo no existe')
      if (payment.reversed) throw new Refusal('conflict', 'Este pago se reversó: su recibo ya no vale')
      const { email } = await tx
        .selectFrom('clients')
        .select('email')
        .where('id', '=', payment.client_id)
        .executeTakeFirstOrThrow()
      if (email === null) {
        throw new Refusal('conflict', `${payment.client.name} no tiene correo: agrégalo en su ficha`)
      }
      await countClientMail(ctx, payment.client_id)
      const { id, number } = payment
      await insertMessages(tx, [sentAgain(ctx.world, await readSender(tx), payment, email)])
      await tx.record('receipt.sent', { entity_id: id, client_id: payment.client_id, after: { number, to: email } })
      return { data: { id, number, to: email }, message: `Enviamos el recibo ${number} a ${email}` }
    }),

  cases: (ctx) => ctx.tx(async (tx) => ({ data: await listCases(tx) })),

  resolve: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const data = await resolveCase(tx, params.id, body.resolution, ctx.actor.name)
      if (!data) throw notFound('Ese caso no existe o ya está cerrado')
      await tx.record('payment_case.resolved', {
        entity_id: data.id,
        before: { says: data.says },
        after: { resolution: body.resolution },
      })
      return { data, message: 'Caso cerrado' }
    }),
})

/** The email of a receipt that a person asks for: also when the same receipt was sent before. */
const sentAgain = (world: World, sender: Sender, payment: Payment, to: string): NewMessage => ({
  ...receiptMessage(world, sender, {
    id: payment.id,
    number: payment.number,
    amount: payment.amount,
    invoices: payment.applied.map((part) => part.number),
    credit: payment.credit,
    method: METHOD_LABELS[payment.method],
    client: { id: payment.client_id, name: payment.client.name },
    to,
  }),
  dedupe: null,
})

/** The client with a session, who pays the own invoices. */
const payerOf = (ctx: Ctx): PayerContext => ({
  world: ctx.world,
  now: ctx.now,
  today: ctx.today,
  idempotencyKey: ctx.idempotencyKey,
  companyId: ctx.actor.companyId,
  tx: ctx.tx,
  isByLink: false,
  pathOf: paths.processing,
  payer: async (tx) => {
    const { userId, companyId } = ctx.actor
    const row = await tx
      .selectFrom('clients')
      .select('id')
      .where('user_id', '=', userId)
      .where('company_id', '=', companyId)
      .executeTakeFirst()
    if (!row) throw notFound('No encontramos tus datos de cliente')
    return { clientId: row.id, userId }
  },
})

/** The receipt of an id (its own, or that of its attempt) or the refund with it. Null without either. */
async function readVoucher(tx: Tx, id: string, userId: string | null) {
  const receipt = await getReceiptOf(tx, id)
  const payment = await getPayment(tx, receipt?.id ?? id, userId)
  const refund = payment ? undefined : await getRefund(tx, id, userId)
  const issuer = await readLetterhead(tx)
  if (payment) {
    const stored = { issuer, payment }
    return { name: `recibo-${payment.number}.pdf`, stored, draw: (logo: Logo | null) => voucherPdf(stored, logo) }
  }
  if (!refund) return null
  const stored = { issuer, refund }
  return { name: `devolucion-${refund.number}.pdf`, stored, draw: (logo: Logo | null) => refundPdf(stored, logo) }
}

/** An attempt, for its payer or the desk. Throws the same Refusal 'not_found' for another user's attempt and for one that does not exist. */
async function readAttempt(ctx: Ctx, tx: Tx, id: string): Promise<PaymentAttempt> {
  const attempt = await getAttempt(tx, id)
  const isVisible = ctx.actor.role !== 'client' || attempt?.user_id === ctx.actor.userId
  if (!attempt || !isVisible) throw notFound('Ese pago no existe')
  const [invoices, receipt] = await Promise.all([listAttemptInvoices(tx, id), getReceiptOf(tx, id)])
  return {
    id,
    status: attempt.status,
    method: attempt.method,
    amount: attempt.amount,
    reference: attempt.reference,
    invoices,
    redirect_url: attempt.bank_url,
    problem: problemOf(attempt),
    may_be_charged: mayBeCharged(attempt),
    receipt: receipt ?? null,
    transaction_id: attempt.transaction_id,
    created_at: attempt.created_at.toISOString(),
    settled_at: attempt.settled_at?.toISOString() ?? null,
  }
}
