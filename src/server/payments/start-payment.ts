import { createHash, randomBytes } from 'node:crypto'
import type { Day } from '#domain/core/days.ts'
import { sum, toPesos } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { methodOfType, ONLINE_LABELS, type OnlineMethod, PAGE_METHOD } from '#domain/integrations/online-method.ts'
import { payableOf } from '#domain/invoices/invoice.ts'
import { attemptLifecycle } from '#domain/payments/attempt.ts'
import {
  assertNewPayment,
  INSTALMENT_MINIMUM_COPY,
  isPayableOnline,
  MINIMUM_COPY,
  type NewPayment,
} from '#domain/payments/online.ts'
import { nextCheckOf, SLIP_METHOD, slipExpiry } from '#domain/payments/slip.ts'
import { pageExpiry } from '#domain/payments/wompi-page.ts'
import type { PublicCtx, World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { accountOn, type WompiAccount } from '#server/integrations/account.ts'
import { type LockedInvoice, lockAccount, lockInvoices } from '#server/ledger/accounts.ts'
import { applyCreditAlone } from '#server/ledger/credit.ts'
import type { Outcome, WompiFailure } from '#server/providers/wompi/client.ts'
import type { Merchant, Transaction } from '#server/providers/wompi/shapes.ts'
import { applyProviderState, finishResults, openChange, wompiScope } from './apply-status.ts'
import { recordMove } from './attempt-moves.ts'
import {
  type Attempt,
  claimSending,
  getAttempt,
  getAttemptByKey,
  getOpenAttemptFor,
  insertAttempt,
  listInvoiceIdsInProcess,
  lockAttempt,
  moveAttempt,
  type StoredPayer,
} from './attempt-queries.ts'
import { partsOfAgreed } from './instalments.ts'
import { openPage } from './open-page.ts'
import { failureMessage, requestOf } from './provider-request.ts'
import { rememberMethods } from './provider-terms.ts'
import { assertNotTooMany, isGivenAgain, takePlace } from './take-place.ts'

/** Who begins a payment: the client with a session, or anyone with the signed link of an invoice. */
export type PayerContext = Pick<PublicCtx, 'world' | 'now' | 'today' | 'idempotencyKey'> & {
  readonly companyId: string
  /** A transaction of the company. */
  readonly tx: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The client who owes, and the client's user, who has the idempotency keys. */
  readonly payer: (tx: Tx) => Promise<{ clientId: string; userId: string }>
  readonly isByLink: boolean
  /** The path of the screen that shows an attempt, where the bank sends the payer back to. */
  readonly pathOf: (attemptId: string) => string
}

/**
 * Starts an online payment and returns the attempt's id, whatever its status (PAY-05). In steps, each committed before the next:
 * writes the attempt, marks it as sent (one caller only), sends it, and writes the answer. After a crash at any step pollDueAttempts
 * finds the result; the same idempotency key returns the same attempt.
 */
export async function startPayment(ctx: PayerContext, payment: NewPayment): Promise<string> {
  const invoiceIds = assertNewPayment(payment)
  const previous = await ctx.tx((tx) => findRequestedAttempt(ctx, tx, payment, invoiceIds))
  if (previous && previous.status !== 'created') return previous.id
  const account = await ctx.tx((tx) => accountOn(ctx.world, tx))
  if (!account)
    throw new Refusal('refused', 'Tu proveedor no tiene pagos en línea por ahora. Paga en sus otros medios.')
  const merchant = await account.wompi.merchant()
  if (!merchant.ok) throw merchantRefusal(merchant.failure)
  assertOffered(payment, await rememberMethods(ctx.world, account, merchant.value))
  assertSameDocuments(payment, merchant.value)
  const planned = { payment, invoiceIds, account, merchant: merchant.value }
  const attempt = previous ?? (await ctx.tx((tx) => createAttempt(ctx, tx, planned)))
  if (attempt.status !== 'created') return attempt.id
  await sendAttempt(ctx, attempt, account, merchant.value)
  return attempt.id
}

/** The attempt that an equal request already created: by its key, or without a key the open attempt of the same invoices. */
async function findRequestedAttempt(
  ctx: PayerContext,
  tx: Tx,
  payment: NewPayment,
  invoiceIds: readonly string[],
): Promise<Attempt | undefined> {
  const { clientId, userId } = await ctx.payer(tx)
  if (ctx.idempotencyKey === null) {
    const open = await getOpenAttemptFor(tx, clientId, ctx.isByLink, invoiceIds)
    // A slip and a page do not stop another payment: takePlace decides.
    return open && isGivenAgain(open.method) ? undefined : open
  }
  const attempt = await getAttemptByKey(tx, userId, ctx.idempotencyKey)
  if (attempt && !attempt.request_hash.equals(hashOf(payment))) throw new Refusal('idempotency_conflict', CONFLICT_COPY)
  return attempt
}

const CONFLICT_COPY =
  'Este pago ya se envió con otros datos, y no se hizo otro cobro. Vuelve a tus facturas y empieza de nuevo.'

/** Equal for equal requests. Without the acceptance token: each reading of the documents returns another token. */
function hashOf({ acceptance_token: _token, ...payment }: NewPayment): Buffer {
  return createHash('sha256').update(JSON.stringify(payment)).digest()
}

/** Throws a Refusal for a method that the account does not have: the screen may be older than what the account has. */
function assertOffered({ payment_method }: NewPayment, offered: readonly OnlineMethod[]): void {
  const method = methodOfType(payment_method.type)
  if (offered.includes(method)) return
  throw refuseField(
    'conflict',
    'payment.payment_method.type',
    `Tu proveedor no recibe pagos con ${ONLINE_LABELS[method]} por ahora. No se hizo ningún cobro: elige otro medio.`,
  )
}

/** Throws a Refusal when the provider changed its documents after the payer read them: the payer must accept the new ones. */
function assertSameDocuments({ documents }: NewPayment, merchant: Merchant): void {
  if (documents === undefined) return
  const current = [merchant.presigned_acceptance.permalink, merchant.presigned_personal_data_auth.permalink]
  if (current.every((url) => documents.includes(url))) return
  throw refuseField('conflict', 'payment.acceptance_terms', 'Wompi cambió sus documentos: ábrelos y acéptalos de nuevo')
}

/** What an attempt is created from: the request, the invoices that it names, and the company's account at the provider. */
type PlannedAttempt = {
  payment: NewPayment
  invoiceIds: readonly string[]
  account: WompiAccount
  merchant: Merchant
}

/** Writes the attempt, with the client's account locked. The amount is the debt of the invoices, or the instalment; an amount in the body is ignored. */
async function createAttempt(
  ctx: PayerContext,
  tx: Tx,
  { payment, invoiceIds, account, merchant }: PlannedAttempt,
): Promise<Attempt> {
  const { clientId, userId } = await ctx.payer(tx)
  await lockAccount(tx, clientId)
  const existing = await findRequestedAttempt(ctx, tx, payment, invoiceIds)
  if (existing) return existing
  // The client never pays what its credit in favour covers, also when the desk kept it as an advance: only the client uses an advance.
  await applyCreditAlone(tx, clientId, ctx.today, { isAll: !ctx.isByLink })
  const agreed = payment.instalment && (await partsOfAgreed(ctx, tx, clientId, payment.instalment))
  const ids = agreed?.parts.map(({ id }) => id) ?? invoiceIds
  const invoices = await lockInvoices(tx, clientId, ids)
  const parts = agreed?.parts ?? invoices.map((invoice) => ({ id: invoice.id, amount: payableOf(invoice) }))
  const amount = sum(parts.map((part) => part.amount))
  const method = methodOfType(payment.payment_method.type)
  const { now, isByLink } = ctx
  const slip = await takePlace(tx, { clientId, invoiceIds: ids, method, amount, now, isByLink })
  if (slip) return slip
  await assertPayable(tx, invoices, ids)
  if (!isPayableOnline(amount)) throw new Refusal('refused', agreed ? INSTALMENT_MINIMUM_COPY : MINIMUM_COPY)
  await assertNotTooMany(tx, { clientId, now, isByLink })
  const id = await insertAttempt(
    tx,
    {
      client_id: clientId,
      user_id: userId,
      is_by_link: ctx.isByLink,
      key: ctx.idempotencyKey ?? randomBytes(16).toString('hex'),
      request_hash: hashOf(payment),
      method,
      environment: account.environment,
      reference: referenceOf(invoices),
      amount,
      payer: payerOf(payment),
      accepted: {
        terms: merchant.presigned_acceptance.permalink,
        personal_data: merchant.presigned_personal_data_auth.permalink,
        at: ctx.now.toISOString(),
      },
      created_at: ctx.now,
      next_check_at: nextCheckOf(method, ctx.now, ctx.now),
      expires_at: expiryOf(method, ctx, agreed?.payable_until),
    },
    parts,
  )
  const attempt = await getCreatedAttempt(tx, id)
  await tx.record('attempt.created', {
    entity_id: id,
    after: {
      reference: attempt.reference,
      amount: toPesos(amount),
      method,
      invoices: invoices.map((invoice) => invoice.number),
    },
  })
  return attempt
}

function expiryOf(method: OnlineMethod, { today, now }: PayerContext, until: Day | null = null): Date | null {
  if (method === PAGE_METHOD) return pageExpiry(now)
  return method === SLIP_METHOD ? slipExpiry(today, until) : null
}

async function assertPayable(tx: Tx, invoices: readonly LockedInvoice[], ids: readonly string[]): Promise<void> {
  if (invoices.length < ids.length) throw refuseField('not_found', 'payment.invoice_id', 'Esa factura no existe')
  const paid = invoices.find((invoice) => payableOf(invoice) === 0)
  if (paid)
    throw refuseField(
      'conflict',
      'payment.invoice_id',
      `La factura ${paid.number} no tiene saldo por pagar. No se hizo ningún cobro.`,
    )
  const inProcess = await listInvoiceIdsInProcess(tx, ids)
  const blocked = invoices.find((invoice) => inProcess.includes(invoice.id))
  if (blocked) {
    throw refuseField(
      'conflict',
      'payment.invoice_id',
      `Ya hay un pago en proceso de la factura ${blocked.number}. No pagues de nuevo: te avisamos cuando termine.`,
    )
  }
}

/** The number of the first invoice and a random suffix: each attempt needs a new reference. */
const referenceOf = (invoices: readonly LockedInvoice[]): string =>
  `${invoices[0]?.number ?? 'PAGO'}-${randomBytes(5).toString('hex')}`

const payerOf = ({ customer_email, customer_data, payment_method }: NewPayment): StoredPayer => ({
  email: customer_email,
  full_name: customer_data.full_name,
  phone_number: customer_data.phone_number,
  method: payerOfMethod(payment_method),
})

function payerOfMethod(method: NewPayment['payment_method']): StoredPayer['method'] {
  if (method.type === 'NEQUI') return { phone_number: method.phone_number }
  if (method.type === 'CARD') return { token: method.token ?? '', installments: method.installments }
  if (method.type !== 'PSE') return {}
  const { user_type, user_legal_id_type, user_legal_id, financial_institution_code } = method
  return { user_type, user_legal_id_type, user_legal_id, financial_institution_code }
}

async function getCreatedAttempt(tx: Tx, id: string): Promise<Attempt> {
  const attempt = await getAttempt(tx, id)
  if (!attempt) throw new Error('an attempt that was just written does not exist')
  return attempt
}

/** Sends the attempt to the provider, if no other caller did, and writes the answer. */
async function sendAttempt(
  ctx: PayerContext,
  attempt: Attempt,
  account: WompiAccount,
  merchant: Merchant,
): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(ctx.world.pool, 'enlace_app', wompiScope(ctx.companyId), work)
  const returnUrl = `${ctx.world.config.publicUrl}${ctx.pathOf(attempt.id)}`
  if (attempt.method === PAGE_METHOD) return openPage(ctx.world, inTx, attempt, account, returnUrl)
  const body = await ctx.tx((tx) => requestOf(tx, attempt, merchant, returnUrl))
  if (!(await inTx((tx) => claimSending(tx, attempt.id)))) return
  const answer = await account.wompi.create(body)
  await inTx((tx) => writeAnswer(ctx.world, tx, attempt, answer))
}

async function writeAnswer(world: World, tx: Tx, sentAttempt: Attempt, answer: Outcome<Transaction>): Promise<void> {
  const now = world.clock()
  if (answer.ok)
    return finishResults(
      tx,
      [await applyProviderState(await openChange(world, tx), sentAttempt, [answer.value])],
      world.clock(),
    )
  await lockAccount(tx, sentAttempt.client_id)
  const attempt = (await lockAttempt(tx, sentAttempt.id)) ?? sentAttempt
  // Without an answer the status is unknown: the attempt is checked by its reference until the provider answers, and never sent again.
  const action = answer.failure.kind === 'unknown' ? 'lose' : 'fail'
  const to = attemptLifecycle.next(attempt.status, action)
  // An event may have set a later status before this answer.
  if (to === null) return
  await moveAttempt(tx, attempt.id, to, { provider_message: failureMessage(answer.failure) }, now)
  await recordMove(tx, attempt, to)
}

/** The refusal before anything is written: nothing was charged and the user can retry. Never a 401: the session is valid. */
const merchantRefusal = ({ kind }: WompiFailure): Refusal =>
  kind === 'unknown' || kind === 'unsent'
    ? new Refusal(
        'unavailable',
        'Wompi no responde en este momento. No se hizo ningún cobro: intenta en unos minutos.',
        {
          retryAfterS: 60,
        },
      )
    : new Refusal(
        'refused',
        'Tu proveedor tiene que revisar su conexión con Wompi. No se hizo ningún cobro: paga por otro medio.',
      )
