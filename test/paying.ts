import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { applyReceived } from '#server/payments/events.ts'
import { type Simulator, type SimulatorOptions, startWompiSimulator } from '#simulators/wompi/simulator.ts'
import { makeClient, makeContract, makeSession } from './factory.ts'
import { wompiKeys } from './wompi-keys.ts'
import type { Answer, Company, Person, TestApp } from './world.ts'
import { testApp } from './world.ts'

/** A client with an unpaid invoice, in a company whose online payments are on. */
export type Payer = {
  company: Company
  admin: Person
  financial: Person
  client: Person
  clientId: string
  no_contract: string
  /** Creates an invoice of `pesos` for the client and returns its id. */
  owe(pesos: number): Promise<string>
  /** The request that the portal sends; `changes` are applied to its payment. */
  pay(invoiceIds: readonly string[], changes?: object, key?: string): Promise<Answer>
  /** The same request, which must succeed. */
  paid(invoiceIds: readonly string[], changes?: object): Promise<PaymentAttempt>
  attempt(id: string): Promise<PaymentAttempt>
}

export type Paying = {
  t: TestApp
  simulator: () => Simulator
  payer(): Promise<Payer>
  /** Applies every received event that is not applied yet, as the queue does. */
  applyEvents(): Promise<void>
}

export const APPROVES = '3991111111'
export const DECLINES = '3992222222'

const payment = {
  currency: 'COP',
  customer_email: 'ana@correo.test',
  customer_data: { full_name: 'Ana Ruiz', phone_number: '3001234567' },
  payment_method: { type: 'NEQUI', phone_number: APPROVES },
  acceptance_terms: true,
}

export const pse = (bank: string) => ({
  payment_method: {
    type: 'PSE',
    user_type: 0,
    user_legal_id_type: 'CC',
    user_legal_id: '10203040',
    financial_institution_code: bank,
  },
})

export const CASH = { payment_method: { type: 'BANCOLOMBIA_COLLECT' } }

export const WOMPI_PAGE = { payment_method: { type: 'WOMPI_PAGE' } }

export const BANCOLOMBIA = { payment_method: { type: 'BANCOLOMBIA_TRANSFER' } }

/** A listening application and a simulator that sends it events. For a test file: registers its hooks. */
export async function testPaying(
  options: Omit<SimulatorOptions, 'merchants'> = {},
  env: Record<string, string> = {},
): Promise<Paying> {
  const simulator = await startWompiSimulator({
    settleMs: 30,
    eventRetriesMs: [50, 100, 200],
    ...options,
    merchants: [],
  })
  const t = testApp({ WOMPI_TEST_URL: simulator.url, WOMPI_CHECKOUT_URL: simulator.checkoutUrl, ...env })
  let base = ''
  beforeAll(async () => {
    base = await t.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => simulator.close())
  return {
    t,
    simulator: () => simulator,
    payer: () => makePayer(t, simulator, base),
    applyEvents: async () => {
      const { rows } = await t.owner.query<{ company_id: string; id: string }>(
        `select company_id, id from provider_events where outcome is null order by id`,
      )
      for (const event of rows) await applyReceived(t.world, { company_id: event.company_id, event_ids: [event.id] })
    },
  }
}

let made = 0

async function makePayer(t: TestApp, simulator: Simulator, base: string): Promise<Payer> {
  made += 1
  const company = await t.company()
  const admin = await company.person('admin')
  const financial = await company.person('financial')
  const keys = wompiKeys(`p${made}`)
  const { event_key: events_secret, environment: _test, ...merchant } = keys
  await admin.call(integrationApi.saveWompi, { body: { credentials: keys } })
  const { data } = await admin.call(integrationApi.get)
  const endpoint = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
  simulator.merchants.push({
    name: company.id,
    events_secret,
    events_url: `${base}/api/webhook/wompi/${endpoint}`,
    ...merchant,
  })
  await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  const { id: clientId, userId } = await makeClient(t.owner, company.id, { stratum: 1 })
  const { no_contract } = await makeContract(t.owner, company.id, clientId, { stratum: 1 })
  const user = { id: userId, companyId: company.id, username: '', email: '', role: 'client' as const }
  const client = t.as(await makeSession(t.owner, user), user)
  const pay = (invoice_ids: readonly string[], changes: object = {}, key?: string) =>
    client.ask(paymentApi.create, {
      body: { payment: { ...payment, invoice_ids, ...changes } },
      headers: { 'idempotency-key': key ?? randomUUID() },
    })
  const attempt = async (id: string) => (await client.call(paymentApi.get, { params: { id } })).data
  return {
    company,
    admin,
    financial,
    client,
    clientId,
    no_contract,
    owe: async (price) => {
      const lines = [{ kind: 'technical_visit', description: 'Visita', quantity: 1, price }]
      const body = { invoice: { no_contract, lines } }
      const headers = { 'idempotency-key': randomUUID() }
      return (await financial.call(invoiceApi.create, { body, headers })).data.id
    },
    pay,
    paid: async (ids, changes) => {
      const answer = await pay(ids, changes)
      if (answer.status !== 201) throw new Error(`paying answered ${answer.status}: ${answer.text}`)
      return attempt((answer.json.data as { id: string }).id)
    },
    attempt,
  }
}

/** Sends an event as the provider does: again while a busy process answers 503, which keeps nothing of it. */
export async function sendUntilKept(
  t: TestApp,
  url: string,
  event: { body: object; headers: Record<string, string> },
): Promise<void> {
  const { statusCode } = await t.app.inject({ method: 'POST', url, payload: event.body, headers: event.headers })
  if (statusCode === 503) return sendUntilKept(t, url, event)
  if (statusCode !== 200) throw new Error(`the event was answered ${statusCode}`)
}
