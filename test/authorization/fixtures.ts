import { randomUUID } from 'node:crypto'
import { bulkApi } from '#domain/bulk/api.ts'
import { consentApi } from '#domain/consents/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { equipmentApi } from '#domain/equipment/api.ts'
import { integrationApi } from '#domain/integrations/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { moneyAccountApi } from '#domain/payments/money-account-api.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { webhookApi } from '#domain/payments/webhook-api.ts'
import { visitApi } from '#domain/visits/api.ts'
import { runJob } from '#server/bulk/worker.ts'
import { BULK_WORK } from '#server/bulk-work.ts'
import { runMassive } from '#server/invoices/run-worker.ts'
import { storeOrphan } from '../bucket.ts'
import { SAMPLE_PDF } from '../cases/case.ts'
import { type MadeUser, makeClient, makeContract } from '../factory.ts'
import { makeReport } from '../reporting.ts'
import { wompiKeys } from '../wompi-keys.ts'
import type { Company, Person, TestApp } from '../world.ts'
import { type StaffMembers, staffOf } from './actors.ts'
import { seedTurn } from './cash-fixtures.ts'
import { seedCollections } from './collection-fixtures.ts'
import { seedElectronic } from './electronic-fixtures.ts'
import { seedNetwork } from './network-fixtures.ts'
import { seedCase } from './pqr-fixtures.ts'
import { seedOutage, seedRareRows, seedReportRows } from './rare-rows.ts'
import { uploadRejectedRow, uploadStatement } from './upload-fixtures.ts'
import { seedWebhook } from './webhook-fixtures.ts'
import { seedWhatsapp } from './whatsapp-fixtures.ts'

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
  visit: string
  equipment: string
  outage: string
  report: string
  file: string
  document: string
  pqr: string
  pqrFile: string
  pqrTemplate: string
  device: string
  networkOrder: string
  webhook: string
  delivery: string
  electronic: string
  collectionRun: string
  bureauCase: string
  bureauNotice: string
} & Awaited<ReturnType<typeof seedTurn>>

/** A company with one record of each kind for each of two clients. */
export type CompanyFixture = {
  company: Company
  staff: StaffMembers
  owner: { person: Person; things: Things }
  otherClient: { person: Person; things: Things }
  run: string
  bulkJob: string
  bucketFile: string
  rejects: string
  bankFile: string
  bankLine: string
  endpointKey: string
  whatsappKey: string
}

/** The ids that a request may name: of the caller's own records, or of another client or company. */
export type Named = Things &
  Pick<
    CompanyFixture,
    'run' | 'bulkJob' | 'rejects' | 'bankFile' | 'bankLine' | 'bucketFile' | 'endpointKey' | 'whatsappKey'
  > & {
    company: string
    otherPlan: string
    colleague: string
    session: string
    notification: string
  }

const idempotencyKey = () => ({ 'idempotency-key': randomUUID() })
const idOf = async (t: TestApp, query: string, values: unknown[]): Promise<string> =>
  (await t.owner.query<{ id: string }>(query, values)).rows[0]?.id ?? ''

/** Creates the records of a company. `marks`: words that all texts of the first and of the second client contain, and the name of
 * its account at Wompi. */
export async function seedCompany(
  t: TestApp,
  company: Company,
  marks: { owner: string; otherClient: string; merchant: string },
): Promise<CompanyFixture> {
  const staff = await staffOf(company)
  const endpointKey = await enablePayments(t, staff.admin, marks.merchant)
  const whatsappKey = await seedWhatsapp(t, staff.admin, marks.owner)
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
  await seedDefaultView(t, company.id, marks.owner)
  return {
    company,
    staff,
    owner,
    otherClient,
    run,
    bulkJob: await runBulk(t, company, staff.financial),
    bucketFile: await seedBucketFile(t, company.id, marks.owner),
    rejects: await uploadRejectedRow(t, staff.financial, marks.otherClient),
    ...(await uploadStatement(t, staff.financial, marks.owner)),
    endpointKey,
    whatsappKey,
  }
}

/** An orphan in the bucket, and the review that found it. */
async function seedBucketFile(t: TestApp, companyId: string, mark: string): Promise<string> {
  const id = await storeOrphan(t, companyId, { key: `annexes/${mark}.pdf`, bytes: SAMPLE_PDF })
  await t.owner.query('insert into file_storings (company_id, key) values ($1, $2)', [companyId, `annexes/${mark}.pdf`])
  await t.owner.query('insert into bucket_reviews (company_id, reviewed_at, files, bytes) values ($1, now(), 0, 0)', [
    companyId,
  ])
  await t.owner.query('update bucket_objects set used_as = $2, owner = $2, binned_at = null where id = $1', [id, mark])
  return id
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

/** A saved view with which its list opens. */
const seedDefaultView = (t: TestApp, companyId: string, mark: string): Promise<unknown> =>
  t.owner.query(
    `with saved as (
       insert into list_views (company_id, id, user_id, list, name, query, is_shared)
       select company_id, gen_random_uuid(), id, 'pqr', $2, $2, true from users where company_id = $1 order by id limit 1 returning *)
     insert into default_views (company_id, user_id, list, view_id) select company_id, user_id, list, id from saved`,
    [companyId, mark],
  )

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

/** A finished job over the invoices of the company, with its file. */
async function runBulk(t: TestApp, company: Company, financial: Person): Promise<string> {
  const { data } = await financial.call(bulkApi.start, { body: { action: 'print_invoices', query: '' } })
  await runJob(t.world, BULK_WORK, { company_id: company.id, job_id: data.id })
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
  const visit = await seedVisit(t, staff.financial, contract, mark)
  const equipment = await seedEquipment(staff.financial, contract, mark)
  const outage = await seedOutage(t, person.companyId, contract, mark)
  const document = await idOf(
    t,
    `insert into contract_documents (company_id, contract_id, client_id, title, kind, stored_name, bytes, added_by)
     select company_id, id, client_id, $2, 'pdf', $2, 1, $3 from contracts where company_id = $1 and no_contract = $4 returning id`,
    [person.companyId, mark, desk.id, contract],
  )
  const report = await makeReport(t, staff.technical, contract, { description_activity: `Acta ${mark}` })
  await seedReportRows(t, report.id, mark)
  const electronic = await seedElectronic(t, person.companyId, invoice, mark)
  const things = {
    ...(await seedCollections(t, person.companyId, contract, mark)),
    ...(await seedTurn(t, staff, mark)),
    report: report.id,
    file: report.signature_client_url.split('/').at(-1) ?? '',
    client,
    cedula,
    contract,
    plan,
    invoice,
    receipt: receipt.data.id,
    note: note.data.id,
    token: data.public_url.split('/').at(-1) ?? '',
    message,
    visit,
    equipment,
    outage,
    document,
  }
  const network = await seedNetwork(t, staff, contract, mark)
  const webhook = await seedWebhook(t, staff.admin, mark)
  const filed = await seedCase(t, staff, payer, mark)
  return { person, things: { ...things, attempt: attempt.data.id, ...filed, ...electronic, ...network, ...webhook } }
}

/** Plans a visit of today, with a history. Returns its id. */
async function seedVisit(t: TestApp, financial: Person, no_contract: string, mark: string): Promise<string> {
  const visit = { no_contract, kind: 'revision', day: dayOf(t.world.clock()), bring: mark, note: mark }
  const { data } = await financial.call(visitApi.create, { body: { visit } })
  return data.id
}

/** A piece at a contract, with a history. Returns its id. */
async function seedEquipment(financial: Person, no_contract: string, mark: string): Promise<string> {
  const serial = `S${randomUUID().slice(0, 12)}`
  const piece = { kind: 'onu', brand: mark, model: mark, property: 'comodato', serial }
  const { data } = await financial.call(equipmentApi.create, { body: { equipment: piece } })
  await financial.call(equipmentApi.move, {
    params: { id: data.id },
    body: { to: 'at_client', no_contract, note: mark },
  })
  return data.id
}

const onlinePayment = (invoiceId: string, mark: string) => ({
  invoice_id: invoiceId,
  customer_email: 'ana@correo.test',
  customer_data: { full_name: mark, phone_number: '3001234567' },
  payment_method: { type: 'NEQUI', phone_number: '3991111111' },
  acceptance_terms: true,
})

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
