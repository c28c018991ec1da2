import * as z from 'zod/mini'
import { eventOf } from '#simulators/wompi/events.ts'
import { makeSession } from '#test/factory.ts'
import { agreePayment, Receipt } from './commands-money.ts'
import { type Attempt, type Client, type Invoice, isHeld, isOpen, owedBy, payableOf, sum, todayOf } from './ledger.ts'
import { check, learn } from './money.ts'
import { agree, ask, byId, centavos, picked, type Refusal, read, type Scene, transactionOf, truthOf } from './scene.ts'
import type { Step } from './steps.ts'

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>

const MINIMUM = 150_000
const PER_HOUR = 10
const HOUR_MS = 3_600_000
/** The provider's test data: who approves, who declines, and whose telephone nobody looks at. */
const NEQUI = ['3991111111', '3992222222', '3990000000', '3990000000'] as const
const STAYS_PENDING = '3990000000'
const SETTLES_MAX_MS = 2_000

const AttemptSaid = z.object({
  data: z.object({
    id: z.string(),
    status: z.string(),
    amount: z.number(),
    reference: z.string(),
    receipt: z.nullable(z.object({ id: z.string() })),
  }),
})

/** A session of the client in the portal. */
export async function tokenOf(scene: Scene, client: Client): Promise<string> {
  if (client.token !== null) return client.token
  const { rows } = await scene.owner.query<{ id: string }>(
    `update users set is_first_login = false where id = (select user_id from clients where id = $1) returning id`,
    [client.id],
  )
  const user = { id: rows[0]?.id ?? '', companyId: scene.company.id, username: '', email: '', role: 'client' as const }
  client.token = await makeSession(scene.owner, user)
  return client.token
}

function refusalOf({ ledger }: Scene, client: Client, invoices: readonly Invoice[]): Refusal | null {
  if (invoices.some((invoice) => invoice.contract.client !== client)) return 'not_found'
  if (invoices.some((invoice) => payableOf(invoice) === 0 || isHeld(ledger, invoice))) return 'conflict'
  if (sum(invoices.map(payableOf)) < MINIMUM) return 'refused'
  const recent = ledger.attempts.filter((one) => one.client === client && one.madeAt > ledger.now - HOUR_MS)
  return recent.length >= PER_HOUR ? 'too_many' : null
}

function methodOf(step: Of<'online'>): Record<string, unknown> & { type: string } {
  if (step.method === 'nequi') return { type: 'NEQUI', phone_number: picked(NEQUI, step.ends) }
  return {
    type: 'PSE',
    user_type: 0,
    user_legal_id_type: 'CC',
    user_legal_id: '10203040',
    financial_institution_code: '1',
  }
}

/** One invoice of a client or two: free ones mostly, sometimes one that is being paid, that is settled or that is another's. */
function invoicesOf({ ledger }: Scene, client: Client, { invoice, other }: Of<'online'>): Invoice[] {
  const owed = owedBy(ledger, client)
  const free = owed.filter((one) => !isHeld(ledger, one))
  const some = free.length > 0 && other % 5 !== 0 ? free : owed.length > 0 && other % 7 !== 0 ? owed : ledger.invoices
  const chosenOnes = [picked(some, invoice), ...(other % 3 === 0 ? [picked(some, other)] : [])]
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
export async function payOnline(scene: Scene, step: Of<'online'>): Promise<void> {
  const { ledger } = scene
  const client = picked(ledger.clients, step.client)
  const invoices = client ? invoicesOf(scene, client, step) : []
  if (client === undefined || invoices.length === 0) return
  const method = methodOf(step)
  const token = await tokenOf(scene, client)
  const [body, other] = [bodyOf('ana@correo.test', method, invoices), bodyOf('eva@correo.test', method, invoices)]
  const kills = scene.house.kills()
  const reply = await ask(
    scene,
    { kind: step.kind, path: '/payment', token, body, other },
    refusalOf(scene, client, invoices),
  )
  if (reply === null) return
  const { data } = z.parse(AttemptSaid, reply)
  const attempt: Attempt = {
    id: data.id,
    reference: data.reference,
    client,
    method: step.method,
    asked: invoices.map((invoice) => ({ invoice, amount: payableOf(invoice) })),
    madeAt: ledger.now,
    status: 'pending',
    isKnown: true,
    payment: null,
  }
  // Who was killed after asking the provider leaves it to be found out; nobody asks twice.
  if (scene.house.kills() > kills && data.status === 'submitted')
    Object.assign(attempt, { status: 'submitted', isKnown: false })
  ledger.attempts.push(attempt)
  agree(
    'the attempt',
    [data.status, centavos(data.amount)],
    [attempt.status, sum(attempt.asked.map((one) => one.amount))],
  )
  if (method.type === 'NEQUI' && method['phone_number'] !== STAYS_PENDING) await ended(scene, attempt)
}

/** Waits until the provider has ended what ends by itself. */
async function ended(scene: Scene, attempt: Attempt): Promise<void> {
  const began = Date.now()
  while (truthOf(scene, attempt) === 'PENDING' && Date.now() - began < SETTLES_MAX_MS)
    await new Promise((resolve) => setTimeout(resolve, 1))
}

/** The payer decides at the bank's page or on the telephone, or the provider voids what it approved. We do not hear of it. */
export async function endAtProvider(scene: Scene, step: Of<'provider'>): Promise<void> {
  const attempt = chosen(scene, step.attempt)
  const transaction = attempt && transactionOf(scene, attempt)
  if (attempt === undefined || transaction === undefined) return
  const isVoid = step.ending === 'VOIDED'
  const isPossible = isVoid ? transaction.status === 'APPROVED' : transaction.status === 'PENDING'
  scene.tally(step.kind, !isPossible)
  if (!isPossible) return
  scene.story.push(`${todayOf(scene.ledger)} the provider ends ${attempt.reference}: ${step.ending}`)
  if (isVoid || attempt.method === 'nequi') Object.assign(transaction, { status: step.ending })
  else {
    const page = `${scene.simulator.url}/pse/redirect?ticket_id=${transaction.id}`
    await fetch(page, { method: 'POST', body: `ending=${step.ending}`, redirect: 'manual' })
  }
  agree('the provider', transaction.status, step.ending)
}

/** An attempt, the ones that go on before the others. */
function chosen({ ledger }: Scene, pick: number): Attempt | undefined {
  const open = ledger.attempts.filter((one) => isOpen(one) || one.status === 'expired')
  return picked(open.length > 0 && pick % 3 !== 0 ? open : ledger.attempts, pick)
}

const CLAIMS = ['PENDING', 'APPROVED', 'DECLINED', 'ERROR', 'VOIDED'] as const

/** The provider's news of a transaction, true or out of order, so many times; applied at once or left for whoever works later. */
export async function sendEvent(scene: Scene, step: Of<'event'>): Promise<void> {
  const attempt = chosen(scene, step.attempt)
  const transaction = attempt && transactionOf(scene, attempt)
  if (attempt === undefined || transaction === undefined) return
  scene.sent += 1
  const status = step.says % 2 === 0 ? transaction.status : (picked(CLAIMS, step.says) ?? 'PENDING')
  const secret = step.isForged ? { ...scene.merchant, events_secret: 'test_events_otro' } : scene.merchant
  const { body, headers } = eventOf(secret, { ...transaction, status }, new Date(scene.sent * 1_000))
  for (let copy = 0; copy < step.copies; copy += 1) {
    const path = `/webhook/wompi/${scene.company.endpoint}`
    const answer = await scene.house.ask({ method: 'POST', path, body, headers })
    agree('an event', answer.status, 200)
  }
  scene.tally(step.kind, step.isForged)
  scene.story.push(
    `${todayOf(scene.ledger)} ${step.copies} events say ${status} of ${attempt.reference}${step.isForged ? ', forged' : ''}`,
  )
  if (!step.isForged) scene.ledger.events.push(attempt)
  if (!step.isLeft) await applyEvents(scene)
}

/** Applies every event that came and nobody has applied. */
export async function applyEvents(scene: Scene): Promise<void> {
  const { rows } = await scene.owner.query<{ id: string }>(
    `select id from provider_events where company_id = $1 and outcome is null order by received_at, id`,
    [scene.company.id],
  )
  agree('the events that wait', rows.length, scene.ledger.events.length)
  for (const { id } of rows)
    await scene.house.work({ task: 'payment.event', payload: { company_id: scene.company.id, event_id: id } })
  for (const attempt of scene.ledger.events.splice(0)) {
    learn(scene.ledger, attempt, truthOf(scene, attempt))
    scene.story.push(`${todayOf(scene.ledger)} an event is applied: ${attempt.reference} is ${attempt.status}`)
  }
  await agreeAttempts(scene)
}

export async function verify(scene: Scene, step: Of<'verify'>): Promise<void> {
  const attempt = chosen(scene, step.attempt)
  if (attempt === undefined) return
  const token = await tokenOf(scene, attempt.client)
  await ask(scene, { kind: step.kind, path: `/payment/${attempt.id}/verify`, token }, null)
  check(scene.ledger, attempt, truthOf(scene, attempt))
  await agreeAttempts(scene)
}

/** What the clock of the product does: asks about every attempt that goes on. */
export async function checkAll(scene: Scene): Promise<void> {
  const { ledger, house, company } = scene
  for (const attempt of ledger.attempts.filter(isOpen)) {
    await house.work({ task: 'check', payload: { company_id: company.id, attempt_id: attempt.id } })
    check(ledger, attempt, truthOf(scene, attempt))
    scene.story.push(`${todayOf(ledger)} the janitor asks: ${attempt.reference} is ${attempt.status}`)
  }
  scene.tally('janitor', false)
  await agreeAttempts(scene)
}

const ReceiptSaid = z.object({ data: Receipt })
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

/** Every payment, online and at the desk, is where the model has it; what was approved has one receipt. */
export async function agreeAttempts(scene: Scene): Promise<void> {
  const { attempts, payments } = scene.ledger
  const { data } = await read(scene, '/transaction', Transactions)
  for (const attempt of attempts) {
    const said = data.find((one) => one.id === attempt.id)
    const amount = sum(attempt.asked.map((part) => part.amount))
    agree(
      `the attempt ${attempts.indexOf(attempt) + 1}`,
      [said?.status, centavos(said?.amount ?? 0), said?.receipt != null],
      [attempt.status, amount, attempt.payment !== null],
    )
    if (attempt.payment === null || !said?.receipt || attempt.payment.id !== '') continue
    attempt.payment.id = said.receipt.id
    agreePayment((await read(scene, `/receipt/${said.receipt.id}`, ReceiptSaid)).data, attempt.payment)
  }
  const online = new Set(attempts.map((attempt) => attempt.payment))
  const desk = payments.filter((payment) => !online.has(payment))
  agree(
    'the money at the desk',
    byId(data.filter((one) => !one.is_online)).map((one) => [one.id, one.status]),
    byId(desk).map((payment) => [payment.id, payment.isReversed ? 'reversed' : 'received']),
  )
}
