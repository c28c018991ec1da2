import { randomUUID } from 'node:crypto'
import { consentApi } from '#domain/consents/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { type MadeUser, makeClient, makeContract } from '../factory.ts'
import { wompiKeys } from '../samples-integrations.ts'
import { upload } from '../upload.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { type People, staffOf } from './actors.ts'

/** The ids by which a person's things are asked for. */
export type Things = {
  client: string
  cedula: string
  contract: string
  plan: string
  invoice: string
  receipt: string
  attempt: string
  token: string
  message: string
}

/** A company where everything that can be asked for is there once for each of two clients. */
export type Furnished = {
  company: Company
  staff: People
  owner: { person: Person; things: Things }
  neighbour: { person: Person; things: Things }
  run: string
  rejects: string
  endpointKey: string
}

const once = () => ({ 'idempotency-key': randomUUID() })
const idOf = async (t: TestApp, query: string, values: unknown[]): Promise<string> =>
  (await t.owner.query<{ id: string }>(query, values)).rows[0]?.id ?? ''

/** Furnishes a company. `marks`: words that every text of the one and of the other client holds. */
export async function furnish(
  t: TestApp,
  company: Company,
  marks: { owner: string; neighbour: string },
): Promise<Furnished> {
  const staff = await staffOf(company)
  const endpointKey = await connect(t, staff.admin, marks.owner)
  const made = [await makePayer(t, company, marks.owner), await makePayer(t, company, marks.neighbour)] as const
  const run = await bill(t, company, staff.financial)
  const [owner, neighbour] = [
    await deal(t, staff, made[0], marks.owner),
    await deal(t, staff, made[1], marks.neighbour),
  ]
  await t.owner.query(
    `insert into payment_cases (company_id, kind, subject, says) values ($1, 'stranger', $2, 'Llegó plata')`,
    [company.id, randomUUID()],
  )
  return {
    company,
    staff,
    owner,
    neighbour,
    run,
    rejects: await reject(t, staff.financial, marks.neighbour),
    endpointKey,
  }
}

/** The account at the provider that a furnished company has, by the word of its first client: no two have the same keys. */
export function merchantOf(name: string) {
  const { event_key: events_secret, environment: _test, ...keys } = wompiKeys(name)
  return { name, events_url: null, events_secret, ...keys }
}

/** Turns the online payments of a company on, and lets a word come in that nobody signed. Returns its secret address. */
async function connect(t: TestApp, admin: Person, name: string): Promise<string> {
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys(name) } })
  await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  const { data } = await admin.call(integrationApi.get)
  const endpoint_key = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
  await t.ask(webhookApi.receive, { params: { endpoint_key }, body: { event: 'x' } })
  return endpoint_key
}

type Payer = { person: Person; client: string; cedula: string; contract: string; plan: string }

async function makePayer(t: TestApp, company: Company, mark: string): Promise<Payer> {
  const email = `${mark.toLowerCase()}.${randomUUID()}@correo.test`
  const made = await makeClient(t.owner, company.id, { email })
  await t.owner.query('update clients set first_name = $1, address = $2 where id = $3', [
    mark,
    `Calle ${mark}`,
    made.id,
  ])
  const { id, no_contract, planId } = await makeContract(t.owner, company.id, made.id)
  await t.owner.query('update contracts set address = $1 where id = $2', [`Carrera ${mark}`, id])
  await t.owner.query('update plans set name = $1 where id = $2', [`Plan ${mark}`, planId])
  await t.owner.query('update contract_terms set plan_name = $1 where contract_id = $2', [`Plan ${mark}`, id])
  const user: MadeUser = { id: made.userId, companyId: company.id, username: '', email, role: 'client' }
  const person = t.as(await t.session(user), user)
  return { person, client: made.id, cedula: made.identification, contract: no_contract, plan: planId }
}

async function bill(t: TestApp, company: Company, financial: Person): Promise<string> {
  const { data } = await financial.call(runApi.start, { body: { period: '2026-01' } })
  await runMassive(t.world, { company_id: company.id, run_id: data.id })
  return data.id
}

/** What goes on between a client and the desk: bills, money, papers, letters. */
async function deal(t: TestApp, staff: People, payer: Payer, mark: string) {
  const { person, client, cedula, contract, plan } = payer
  const desk = staff.financial
  const bills: string[] = []
  for (const price of [35_700, 47_600, 59_500]) {
    const lines = [{ kind: 'technical_visit', description: `Visita ${mark}`, quantity: 1, price }]
    const { data } = await desk.call(invoiceApi.create, {
      body: { invoice: { no_contract: contract, lines } },
      headers: once(),
    })
    bills.push(data.id)
  }
  const [invoice = '', online = '', noted = ''] = bills
  await desk.call(invoiceApi.dispute, { params: { id: invoice }, body: { amount: 1_000, reason: `Reclamo ${mark}` } })
  await desk.call(invoiceApi.creditNote, {
    params: { id: noted },
    body: { concept: `Nota ${mark}` },
    headers: once(),
  })
  const payment = { client_id: client, amount: 10_000, method: 'efectivo', paid_on: '2026-01-15', reference: mark }
  const receipt = await desk.call(manualPaymentApi.create, { body: { payment }, headers: once() })
  await desk.call(consentApi.say, { body: { consent: { client_id: client, purpose: 'data', is_granted: true } } })
  await desk.call(messageApi.sendInvoice, { params: { id: invoice } })
  const { data } = await person.call(invoiceApi.get, { params: { id: invoice } })
  const attempt = await person.call(paymentApi.create, {
    body: { payment: onlinePayment(online, mark) },
    headers: once(),
  })
  await unusual(t, person.companyId, client, mark)
  const message = await idOf(
    t,
    `insert into messages (company_id, client_id, kind, category, to_email, subject, text_body, html_body, sender, status)
     values ($1, $2, 'receipt', 'transaccional', 'ana@correo.test', $3, $3, $3, $3, 'failed') returning id`,
    [person.companyId, client, mark],
  )
  const token = data.public_url.split('/').at(-1) ?? ''
  const things = { client, cedula, contract, plan, invoice, receipt: receipt.data.id, token, message }
  return { person, things: { ...things, attempt: attempt.data.id } }
}

/** What seldom happens to a client: a payment that is taken back, a charge that waits for its bill, a run that left them out. */
async function unusual(t: TestApp, companyId: string, client: string, mark: string): Promise<void> {
  await t.owner.query(
    `insert into payment_reversals (company_id, payment_id, reason)
     select company_id, id, $3 from payments where company_id = $1 and client_id = $2 limit 1`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price) 
     select $1, c.id, 'transfer', $3, 100 from contracts c where c.company_id = $1 and c.client_id = $2`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into run_exclusions (company_id, run_id, contract_id, outcome, reason)
     select $1, r.id, c.id, 'skipped', $3 from runs r join contracts c using (company_id) where c.company_id = $1 and c.client_id = $2`,
    [companyId, client, mark],
  )
}

const onlinePayment = (invoiceId: string, mark: string) => ({
  invoice_id: invoiceId,
  customer_email: 'ana@correo.test',
  customer_data: { full_name: mark, phone_number: '3001234567' },
  payment_method: { type: 'NEQUI', phone_number: '3991111111' },
  acceptance_terms: true,
})

/** Loads a list whose only row is refused. Returns the id under which it can be had back. */
async function reject(t: TestApp, financial: Person, word: string): Promise<string> {
  const row = { type_identification: 'CC', identification: '7001', first_name: word, last_name: 'Ruiz', stratum: '2' }
  const cells = { ...row, address: 'Calle 1', department: 'Antioquia', city: 'Ninguna' }
  const bytes = Buffer.from(`${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}`)
  const answer = await upload(t, financial, clientImportApi.upload, { name: 'clientes.csv', bytes })
  const id = await idOf(t, 'select id from client_imports where company_id = $1', [financial.companyId])
  if (id === '') throw new Error(`no row was refused: ${answer.text}`)
  return id
}

/** Another open session of a person, and something that was told to them. */
export async function ownMarks(t: TestApp, user: MadeUser): Promise<{ session: string; notification: string }> {
  await t.session(user)
  const session = await idOf(t, 'select id from sessions where user_id = $1 order by id desc limit 1', [user.id])
  const event = await idOf(
    t,
    `insert into events (company_id, name, actor_name, actor_role) values ($1, 'plan.created', 'Ana', 'financial') returning id`,
    [user.companyId],
  )
  const notification = await idOf(
    t,
    `insert into notifications (company_id, user_id, event_id, topic) values ($1, $2, $3, 'system') returning id`,
    [user.companyId, user.id, event],
  )
  await t.owner.query(`insert into mail_choices (company_id, user_id, topic) values ($1, $2, 'system')`, [
    user.companyId,
    user.id,
  ])
  return { session, notification }
}
