import * as z from 'zod/mini'
import { eventOf } from '#simulators/wompi/events.ts'
import { makeSession } from '#test/factory.ts'
import { assertPayment, Receipt } from './commands-money.ts'
import {
  ask,
  assertEqual,
  byId,
  centavos,
  type ModelContext,
  pickFrom,
  providerStatusOf,
  type Refusal,
  read,
  transactionOf,
} from './context.ts'
import { creditParts, cross } from './credit.ts'
import {
  type Attempt,
  type Client,
  type Invoice,
  isBeingPaid,
  isOpen,
  owedBy,
  payableOf,
  sum,
  todayOf,
} from './ledger.ts'
import { applyProviderStatus, check } from './money.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

const MINIMUM = 150_000
const PER_HOUR = 10
const HOUR_MS = 3_600_000
/** Test numbers of the simulated provider: approved, declined, and pending until the test ends them. */
const NEQUI = ['3991111111', '3992222222', '3990000000', '3990000000'] as const
const STAYS_PENDING = '3990000000'
const END_MAX_MS = 2_000

const AttemptReply = z.object({
  data: z.object({
    id: z.string(),
    status: z.string(),
    amount: z.number(),
    reference: z.string(),
    receipt: z.nullable(z.object({ id: z.string() })),
  }),
})

/** A session of the client in the portal. */
export async function tokenOf(context: ModelContext, client: Client): Promise<string> {
  if (client.token !== null) return client.token
  const { rows } = await context.owner.query<{ id: string }>(
    `update users set is_first_login = false where id = (select user_id from clients where id = $1) returning id`,
    [client.id],
  )
  const user = {
    id: rows[0]?.id ?? '',
    companyId: context.company.id,
    username: '',
    email: '',
    role: 'client' as const,
  }
  client.token = await makeSession(context.owner, user)
  return client.token
}

function refusalOf({ ledger }: ModelContext, client: Client, invoices: readonly Invoice[]): Refusal | null {
  if (invoices.some((invoice) => invoice.client !== client)) return 'not_found'
  const covered = creditParts(owedBy(ledger, client), client.credit)
  const payables = invoices.map((invoice) => payableOf(invoice) - (covered.get(invoice) ?? 0))
  if (payables.includes(0) || invoices.some((invoice) => isBeingPaid(ledger, invoice))) return 'conflict'
  if (sum(payables) < MINIMUM) return 'refused'
  const recent = ledger.attempts.filter((one) => one.client === client && one.madeAt > ledger.now - HOUR_MS)
  return recent.length >= PER_HOUR ? 'too_many' : null
}

function methodOf(step: Of<'online'>): Record<string, unknown> & { type: string } {
  if (step.method === 'nequi') return { type: 'NEQUI', phone_number: pickFrom(NEQUI, step.ends) }
  if (step.method === 'bancolombia_transfer') return { type: 'BANCOLOMBIA_TRANSFER' }
  return {
    type: 'PSE',
    user_type: 0,
    user_legal_id_type: 'CC',
    user_legal_id: '10203040',
    financial_institution_code: '1',
  }
}

/** One or two invoices: mostly payable ones of the client, sometimes one being paid, already paid or of another client. */
function invoicesOf({ ledger }: ModelContext, client: Client, { invoice, other }: Of<'online'>): Invoice[] {
  const owed = owedBy(ledger, client)
  const free = owed.filter((one) => !isBeingPaid(ledger, one))
  const some = free.length > 0 && other % 5 !== 0 ? free : owed.length > 0 && other % 7 !== 0 ? owed : ledger.invoices
  const chosenOnes = [pickFrom(some, invoice), ...(other % 3 === 0 ? [pickFrom(some, other)] : [])]
  return [...new Set(chosenOnes.flatMap((one) => one ?? []))]
}

const bodyOf = (customer_email: string, method: object, invoices: readonly Invoice[]) => ({
  payment: {
    currency: 'COP',
    customer_email,
    customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
    payment_method: method,
    acceptance_terms: true,
    invoice_ids: invoices.map((invoice) => invoice.id),
  },
})

/** A client pays online. */
export async function payOnline(context: ModelContext, step: Of<'online'>): Promise<void> {
  const { ledger } = context
  const client = pickFrom(ledger.clients, step.client)
  const invoices = client ? invoicesOf(context, client, step) : []
  if (client === undefined || invoices.length === 0) return
  const method = methodOf(step)
  const token = await tokenOf(context, client)
  const [body, other] = [bodyOf('ana@correo.test', method, invoices), bodyOf('eva@correo.test', method, invoices)]
  const crashes = context.server.crashes()
  const reply = await ask(
    context,
    { kind: step.kind, path: '/payment', token, body, other },
    refusalOf(context, client, invoices),
  )
  if (reply === null) return
  const { data } = z.parse(AttemptReply, reply)
  // The client never pays online what its credit covers, kept advances too.
  cross(client, owedBy(ledger, client), client.credit)
  const attempt: Attempt = {
    id: data.id,
    reference: data.reference,
    client,
    method: step.method,
    requested: invoices.map((invoice) => ({ invoice, amount: payableOf(invoice) })),
    madeAt: ledger.now,
    status: 'pending',
    isKnown: true,
    payment: null,
  }
  // A process killed after its request to the provider leaves the attempt submitted; the request is never sent twice.
  if (context.server.crashes() > crashes && data.status === 'submitted')
    Object.assign(attempt, { status: 'submitted', isKnown: false })
  ledger.attempts.push(attempt)
  assertEqual(
    'the attempt',
    [data.status, centavos(data.amount)],
    [attempt.status, sum(attempt.requested.map((one) => one.amount))],
  )
  if (method.type === 'NEQUI' && method['phone_number'] !== STAYS_PENDING) await waitForEnd(context, attempt)
}

/** Waits until the provider has ended a transaction that ends by itself. */
async function waitForEnd(context: ModelContext, attempt: Attempt): Promise<void> {
  const began = Date.now()
  while (providerStatusOf(context, attempt) === 'PENDING' && Date.now() - began < END_MAX_MS)
    await new Promise((resolve) => setTimeout(resolve, 1))
}

/** The payer approves or declines, or the provider voids an approved payment. No event is sent. */
export async function endAtProvider(context: ModelContext, step: Of<'provider'>): Promise<void> {
  const attempt = chosen(context, step.attempt)
  const transaction = attempt && transactionOf(context, attempt)
  if (attempt === undefined || transaction === undefined) return
  const isVoid = step.ending === 'VOIDED'
  const isPossible = isVoid ? transaction.status === 'APPROVED' : transaction.status === 'PENDING'
  context.countStep(step.kind, !isPossible)
  if (!isPossible) return
  context.log.push(`${todayOf(context.ledger)} the provider ends ${attempt.reference}: ${step.ending}`)
  if (isVoid || attempt.method === 'nequi') Object.assign(transaction, { status: step.ending })
  else {
    const page = `${context.simulator.url}/pse/redirect?ticket_id=${transaction.id}`
    await fetch(page, { method: 'POST', body: `ending=${step.ending}`, redirect: 'manual' })
  }
  assertEqual('the provider', transaction.status, step.ending)
}

/** An attempt, preferably one that is not final. */
function chosen({ ledger }: ModelContext, pick: number): Attempt | undefined {
  const open = ledger.attempts.filter((one) => isOpen(one) || one.status === 'expired')
  return pickFrom(open.length > 0 && pick % 3 !== 0 ? open : ledger.attempts, pick)
}

const CLAIMS = ['PENDING', 'APPROVED', 'DECLINED', 'ERROR', 'VOIDED'] as const

/** Sends one or more events of a transaction, current or out of order, which are applied immediately or deferred. */
export async function sendEvent(context: ModelContext, step: Of<'event'>): Promise<void> {
  const attempt = chosen(context, step.attempt)
  const transaction = attempt && transactionOf(context, attempt)
  if (attempt === undefined || transaction === undefined) return
  context.eventsSent += 1
  const status = step.status % 2 === 0 ? transaction.status : (pickFrom(CLAIMS, step.status) ?? 'PENDING')
  const secret = step.isForged ? { ...context.merchant, events_secret: 'test_events_otro' } : context.merchant
  const { body, headers } = eventOf(secret, { ...transaction, status }, new Date(context.eventsSent * 1_000))
  for (let copy = 0; copy < step.copies; copy += 1) {
    const path = `/webhook/wompi/${context.company.endpoint}`
    const answer = await context.server.ask({ method: 'POST', path, body, headers })
    assertEqual('an event', answer.status, 200)
  }
  context.countStep(step.kind, step.isForged)
  context.log.push(
    `${todayOf(context.ledger)} ${step.copies} events with ${status} of ${attempt.reference}${step.isForged ? ', forged' : ''}`,
  )
  if (!step.isForged) context.ledger.events.push(attempt)
  if (!step.isDeferred) await applyEvents(context)
}

/** Applies every received event that is not applied yet. */
export async function applyEvents(context: ModelContext): Promise<void> {
  const { rows } = await context.owner.query<{ id: string }>(
    `select id from provider_events where company_id = $1 and outcome is null order by received_at, id`,
    [context.company.id],
  )
  assertEqual('the pending events', rows.length, context.ledger.events.length)
  for (const { id } of rows)
    await context.server.work({ task: 'payment.event', payload: { company_id: context.company.id, event_id: id } })
  for (const attempt of context.ledger.events.splice(0)) {
    applyProviderStatus(context.ledger, attempt, providerStatusOf(context, attempt))
    context.log.push(`${todayOf(context.ledger)} an event is applied: ${attempt.reference} is ${attempt.status}`)
  }
  await assertAttempts(context)
}

export async function verify(context: ModelContext, step: Of<'verify'>): Promise<void> {
  const attempt = chosen(context, step.attempt)
  if (attempt === undefined) return
  const token = await tokenOf(context, attempt.client)
  await ask(context, { kind: step.kind, path: `/payment/${attempt.id}/verify`, token }, null)
  check(context.ledger, attempt, providerStatusOf(context, attempt))
  await assertAttempts(context)
}

/** The scheduled check of every attempt that is not final. */
export async function checkAll(context: ModelContext): Promise<void> {
  const { ledger, server, company } = context
  for (const attempt of ledger.attempts.filter(isOpen)) {
    await server.work({ task: 'check', payload: { company_id: company.id, attempt_id: attempt.id } })
    check(ledger, attempt, providerStatusOf(context, attempt))
    context.log.push(`${todayOf(ledger)} the check runs: ${attempt.reference} is ${attempt.status}`)
  }
  context.countStep('poll', false)
  await assertAttempts(context)
}

const ReceiptReply = z.object({ data: Receipt })
const Transactions = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      is_online: z.boolean(),
      amount: z.number(),
      status: z.string(),
      receipt: z.nullable(z.object({ id: z.string() })),
    }),
  ),
})

/** Every payment, online and at the desk, has the model's status; every approved one has one receipt. */
export async function assertAttempts(context: ModelContext): Promise<void> {
  const { attempts, payments, refunds } = context.ledger
  const { data } = await read(context, '/transaction', Transactions)
  for (const attempt of attempts) {
    const row = data.find((one) => one.id === attempt.id)
    const amount = sum(attempt.requested.map((part) => part.amount))
    assertEqual(
      `the attempt ${attempts.indexOf(attempt) + 1}`,
      [row?.status, centavos(row?.amount ?? 0), row?.receipt != null],
      [attempt.status, amount, attempt.payment !== null],
    )
    if (attempt.payment === null || !row?.receipt || attempt.payment.id !== '') continue
    attempt.payment.id = row.receipt.id
    assertPayment((await read(context, `/receipt/${row.receipt.id}`, ReceiptReply)).data, attempt.payment)
  }
  const online = new Set(attempts.map((attempt) => attempt.payment))
  const desk = payments.filter((payment) => !online.has(payment))
  assertEqual(
    'the money at the desk',
    byId(data.filter((one) => !one.is_online)).map((one) => [one.id, one.status]),
    byId([
      ...desk.map(({ id, isReversed }) => ({ id, status: isReversed ? 'reversed' : 'received' })),
      ...refunds.map(({ id }) => ({ id, status: 'refunded' })),
    ]).map(({ id, status }) => [id, status]),
  )
}
