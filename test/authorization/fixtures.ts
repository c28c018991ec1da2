import { randomUUID } from 'node:crypto'
import { consentApi } from '#domain/consents/api.ts'
import { clientImportApi } from '#domain/imports/api.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { type MadeUser, makeClient, makeContract } from '../factory.ts'
import { upload } from '../upload.ts'
import { wompiKeys } from '../wompi-keys.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { type StaffMembers, staffOf } from './actors.ts'

/** The ids of a client's records. */
type Things = {
  client: string
  cedula: string
  contract: string
  plan: string
  invoice: string
  receipt: string
  note: string
  attempt: string
  token: string
  message: string
}

/** A company with one record of each kind for each of two clients. */
export type CompanyFixture = {
  company: Company
  staff: StaffMembers
  owner: { person: Person; things: Things }
  otherClient: { person: Person; things: Things }
  run: string
  rejects: string
  endpointKey: string
}

/** The ids that a request may name: of the caller's own records, or of another client or company. */
export type Named = Things &
  Pick<CompanyFixture, 'run' | 'rejects' | 'endpointKey'> & {
    company: string
    otherPlan: string
    colleague: string
    session: string
    notification: string
  }

const idempotencyKey = () => ({ 'idempotency-key': randomUUID() })
const idOf = async (t: TestApp, query: string, values: unknown[]): Promise<string> =>
  (await t.owner.query<{ id: string }>(query, values)).rows[0]?.id ?? ''

/** Creates the records of a company. `marks`: words that all texts of the first and of the second client contain. */
export async function seedCompany(
  t: TestApp,
  company: Company,
  marks: { owner: string; otherClient: string },
): Promise<CompanyFixture> {
  const staff = await staffOf(company)
  const endpointKey = await enablePayments(t, staff.admin, marks.owner)
  await seedBooks(t, staff, marks.owner)
  const made = [await makePayer(t, company, marks.owner), await makePayer(t, company, marks.otherClient)] as const
  const run = await bill(t, company, staff.financial)
  const [owner, otherClient] = [
    await seedClient(t, staff, made[0], marks.owner),
    await seedClient(t, staff, made[1], marks.otherClient),
  ]
  await t.owner.query(
    `insert into import_choices (company_id, kind, source, target) values ($1, 'plan', $2, 'HOGAR')`,
    [company.id, marks.owner],
  )
  await t.owner.query(
    `insert into payment_cases (company_id, kind, subject, says) values ($1, 'stranger', $2, 'Llegó plata')`,
    [company.id, randomUUID()],
  )
  return {
    company,
    staff,
    owner,
    otherClient,
    run,
    rejects: await uploadRejectedRow(t, staff.financial, marks.otherClient),
    endpointKey,
  }
}

/** Enables the online payments of a company with the keys of that name, and sends it an unsigned event. Returns the secret part of its webhook address. */
async function enablePayments(t: TestApp, admin: Person, name: string): Promise<string> {
  await admin.call(integrationApi.saveWompi, { body: { credentials: wompiKeys(name) } })
  await admin.call(integrationApi.testWompi, { body: { environment: 'test' } })
  const { data } = await admin.call(integrationApi.get)
  const endpoint_key = data.wompi[0]?.events_url.split('/').at(-1) ?? ''
  await t.ask(webhookApi.receive, { params: { endpoint_key }, body: { event: 'x' } })
  return endpoint_key
}

/** A closing day that was opened again, and an account that receives the deposits. */
async function seedBooks(t: TestApp, { financial }: StaffMembers, mark: string): Promise<void> {
  await t.owner.query(
    `insert into book_closings (company_id, position, closed_through, reason, actor_name) values ($1, 1, '2020-01-31', $2, $2)`,
    [financial.companyId, mark],
  )
  const account = {
    name: `Caja ${mark}`,
    kind: 'bank',
    bank: `Banco ${mark}`,
    last_digits: '1234',
    // Not the method of the payments below: a client does not read the word of another client on a receipt.
    default_for: ['consignacion'],
  }
  await financial.call(moneyAccountApi.create, { body: { account } })
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

/** Creates the records of a client: invoices, payments, documents, emails. */
async function seedClient(t: TestApp, staff: StaffMembers, payer: Payer, mark: string) {
  const { person, client, cedula, contract, plan } = payer
  const desk = staff.financial
  const invoices: string[] = []
  for (const price of [35_700, 47_600, 59_500]) {
    const lines = [{ kind: 'technical_visit', description: `Visita ${mark}`, quantity: 1, price }]
    const { data } = await desk.call(invoiceApi.create, {
      body: { invoice: { no_contract: contract, lines } },
      headers: idempotencyKey(),
    })
    invoices.push(data.id)
  }
  const [invoice = '', online = '', noted = ''] = invoices
  await desk.call(invoiceApi.dispute, { params: { id: invoice }, body: { amount: 1_000, reason: `Reclamo ${mark}` } })
  const note = await desk.call(invoiceApi.creditNote, {
    params: { id: noted },
    body: { concept: `Nota ${mark}` },
    headers: idempotencyKey(),
  })
  const payment = { client_id: client, amount: 10_000, method: 'efectivo', paid_on: '2026-01-15', reference: mark }
  const receipt = await desk.call(manualPaymentApi.create, { body: { payment }, headers: idempotencyKey() })
  await desk.call(consentApi.say, { body: { consent: { client_id: client, purpose: 'data', is_granted: true } } })
  await desk.call(messageApi.sendInvoice, { params: { id: invoice } })
  // The link of the invoice that the attempt pays: the calls of a link name both.
  const { data } = await person.call(invoiceApi.get, { params: { id: online } })
  const attempt = await person.call(paymentApi.create, {
    body: { payment: onlinePayment(online, mark) },
    headers: idempotencyKey(),
  })
  await seedRareRows(t, person.companyId, client, mark)
  const message = await idOf(
    t,
    `insert into messages (company_id, client_id, kind, category, to_email, subject, text_body, html_body, sender, status)
     values ($1, $2, 'receipt', 'transaccional', 'ana@correo.test', $3, $3, $3, $3, 'failed') returning id`,
    [person.companyId, client, mark],
  )
  const token = data.public_url.split('/').at(-1) ?? ''
  const things = {
    client,
    cedula,
    contract,
    plan,
    invoice,
    receipt: receipt.data.id,
    note: note.data.id,
    token,
    message,
  }
  return { person, things: { ...things, attempt: attempt.data.id } }
}

/** Inserts the rare rows of a client: a reversed payment, a certificate, a refund, a closed balance, a pending charge, an exclusion from a run. */
async function seedRareRows(t: TestApp, companyId: string, client: string, mark: string): Promise<void> {
  await t.owner.query(
    `insert into payment_reversals (company_id, number, payment_id, reason, reversed_on)
     select company_id, (select count(*) + 1 from payment_reversals where company_id = $1), id, $3, '2026-01-15' from payments where company_id = $1 and client_id = $2 limit 1`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into withholding_certificates (company_id, payment_id, number)
     select company_id, id, $3 from payments where company_id = $1 and client_id = $2 limit 1`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into credit_refunds (company_id, number, client_id, amount, method, paid_on, reason, registered_by)
     values ($1, (select count(*) + 1 from credit_refunds where company_id = $1), $2, 100, 'efectivo', '2026-01-15', $3, $3)`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `with closing as (
       insert into balance_closings (company_id, posted_on, limit_amount, count, amount, registered_by)
       values ($1, '2026-01-15', 100, 1, 100, $3) returning *),
     adjustment as (
       insert into balance_adjustments (company_id, closing_id, client_id, invoice_id, amount, posted_on)
       select c.company_id, c.id, i.client_id, i.id, c.amount, c.posted_on
       from closing c join invoices i on i.company_id = c.company_id and i.client_id = $2 limit 1 returning *)
     insert into balance_adjustment_reversals (company_id, adjustment_id, posted_on, reason, registered_by)
     select company_id, id, posted_on, $3, $3 from adjustment`,
    [companyId, client, mark],
  )
  await t.owner.query(
    `insert into pending_charges (company_id, contract_id, kind, description, price) 
     select $1, c.id, 'transfer', $3, 100 from contracts c where c.company_id = $1 and c.client_id = $2`,
    [companyId, client, mark],
  )
  await t.owner.query('insert into stored_files (company_id, name, bytes) values ($1, $2, 1) on conflict do nothing', [
    companyId,
    mark,
  ])
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

/** Uploads a list whose only row is refused. Returns the id to download the refused rows. */
async function uploadRejectedRow(t: TestApp, financial: Person, word: string): Promise<string> {
  const row = { type_identification: 'CC', identification: '7001', first_name: word, last_name: 'Ruiz', stratum: '2' }
  const cells = { ...row, address: 'Calle 1', department: 'Antioquia', city: 'Ninguna' }
  const bytes = Buffer.from(`${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}`)
  const answer = await upload(t, financial, clientImportApi.upload, { name: 'clientes.csv', bytes })
  const id = await idOf(t, 'select id from client_imports where company_id = $1', [financial.companyId])
  if (id === '') throw new Error(`no row was refused: ${answer.text}`)
  return id
}

/** Another open session of a user, and a notification to them. */
export async function ownRecords(t: TestApp, user: MadeUser): Promise<{ session: string; notification: string }> {
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
