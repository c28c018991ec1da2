import { afterAll, afterEach, expect, test } from 'vitest'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi, integrationApi } from '#domain/integrations/api.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { issuingFiles } from '#test/cases/einvoices.ts'
import { ISSUER, issued, issuing, sendAllDue } from '#test/issuing.ts'
import { type Company, type Person, testApp } from '#test/world.ts'

const accounts = Array.from({ length: 4 }, (_, index) => ({
  ...ISSUER,
  user: `emisora${index}@factus.test`,
  client_id: `cliente-${index}`,
}))
const simulator = await startFactusSimulator({ accounts: [...accounts], perMinute: null })
const foreign = { ...ISSUER, user: 'ajena@factus.test', client_id: 'cliente-ajeno' }
const production = await startFactusSimulator({
  accounts: [...accounts, foreign].map((account) => ({ ...account, environment: 'production' })),
  perMinute: null,
})
const t = testApp({ FACTUS_TEST_URL: simulator.url, FACTUS_PRODUCTION_URL: production.url })
afterAll(() => Promise.all([simulator.close(), production.close()]))
afterEach(() => {
  simulator.replace(null)
  t.setNow(null)
})

const nextAccount = () => accounts.shift() ?? ISSUER
type Account = typeof ISSUER

const save = (admin: Person, { user, password, client_id, client_secret }: Account, environment = 'test') =>
  admin.call(factusApi.saveFactus, {
    body: { credentials: { environment, user, password, client_id, client_secret } },
  })
const probe = (admin: Person, environment = 'test') => admin.call(factusApi.testFactus, { body: { environment } })
const only = async (admin: Person) => (await admin.call(einvoiceApi.list)).data[0]
const isOnOf = async ({ id }: Company) =>
  (await t.owner.query('select is_factus_integration as is_on from companies where id = $1', [id])).rows[0]?.is_on

test('INT-01 probar el otro ambiente no cambia el que está encendido, y lo que quedó en duda en producción no se envía a pruebas', async () => {
  const account = nextAccount()
  const { company, admin } = await issuing(t, account)
  await setNit(company, account.nit)
  await save(admin, account, 'production')
  const tested = await probe(admin, 'production')
  expect([tested.data.is_on, tested.message]).toEqual([false, expect.stringContaining('Pruebas sigue encendido')])
  await admin.call(factusApi.stopFactus)
  expect((await probe(admin, 'production')).data.is_on).toBe(true)
  await issued(t, company)
  production.fail('create', 'lost')
  await sendAllDue(t)
  await admin.call(factusApi.stopFactus)
  expect((await probe(admin)).data.is_on).toBe(true)
  t.setNow(new Date(Date.now() + 3_600_000))
  await sendAllDue(t)
  expect(simulator.documents(account.user)).toEqual([])
  expect(await only(admin)).toMatchObject({ status: 'pending_dian' })
  expect((await admin.call(einvoiceApi.queue)).data.problem?.text).toContain('en producción')
  await admin.call(factusApi.stopFactus)
  expect((await probe(admin, 'production')).data.is_on).toBe(true)
  t.setNow(new Date(Date.now() + 2 * 3_600_000))
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
  expect(production.documents(account.user)).toHaveLength(1)
  await setNit(company, '900000001-1')
})

test('INT-01 lo que se emite entre guardar credenciales y probarlas tiene su documento, que sale después', async () => {
  const account = nextAccount()
  const { company, admin } = await issuing(t, account)
  await save(admin, account)
  await issued(t, company)
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'queued' })
  await probe(admin)
  t.setNow(new Date(Date.now() + 3_600_000))
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'validated' })
})

test('INT-01 solo lo que Factus no acepta apaga la facturación, y lo dice', async () => {
  const account = nextAccount()
  const { company, admin } = await issuing(t, account)
  for (const status of [403, 404, 422]) {
    simulator.replace({
      before: ({ path }) => (path.startsWith('/v2/numbering-ranges') ? { status, body: { message: 'No' } } : undefined),
    })
    expect((await probe(admin)).data).toMatchObject({ is_on: true })
    expect(await isOnOf(company)).toBe(true)
  }
  simulator.replace(null)
  await save(admin, { ...account, password: 'otra clave' })
  const refused = await probe(admin)
  expect([refused.data.is_on, refused.message]).toEqual([false, expect.stringContaining('quedó apagada')])
  expect(await isOnOf(company)).toBe(false)
})

test('EIN-01 un documento con archivo no sale por Factus: ni de uno en uno ni entre todos', async () => {
  const account = nextAccount()
  const company = await t.company()
  const admin = await issuingFiles(t, company)
  await issued(t, company)
  await sendAllDue(t)
  const handed = await only(admin)
  expect(handed).toMatchObject({ status: 'manual', reason: 'file' })
  await save(admin, account)
  await probe(admin)
  expect((await admin.ask(einvoiceApi.retryAll, { body: { status: 'manual' } })).status).toBe(409)
  const retried = await admin.ask(einvoiceApi.retry, { params: { id: handed?.id ?? '' }, body: {} })
  expect([retried.status, retried.text]).toEqual([409, expect.stringContaining('tiene un archivo')])
  // As one that was asked for again just before Factus was turned on.
  await t.owner.query(
    `update electronic_documents set status = 'queued', reason = null, payload = null where company_id = $1`,
    [company.id],
  )
  await sendAllDue(t)
  expect(await only(admin)).toMatchObject({ status: 'manual', reason: 'file' })
  expect(simulator.documents(account.user)).toEqual([])
})

const setNit = ({ id }: Company, nit: string) => t.owner.query('update companies set nit = $2 where id = $1', [id, nit])

test('INT-01 EIN-01 la cuenta de Factus de otra empresa se apaga con su primer documento, y después no se puede encender', async () => {
  const account = foreign
  const company = await t.company({ integrations: false })
  const admin = await company.person('admin')
  await save(admin, account, 'production')
  // The account has no document that says whose it is.
  expect((await probe(admin, 'production')).data).toMatchObject({ is_on: true, problem: null })
  for (let n = 0; n < 2; n += 1) await issued(t, company)
  await sendAllDue(t)
  expect(production.documents(account.user)).toHaveLength(1)
  expect(await isOnOf(company)).toBe(false)
  const documents = (await admin.call(einvoiceApi.list)).data
  expect(documents.map(({ status, number }) => [status, number])).toEqual([
    ['queued', null],
    ['manual', null],
  ])
  const problem = expect.stringContaining('emite con el NIT 901.234.567,')
  expect((await admin.call(einvoiceApi.queue)).data.problem?.text).toEqual(problem)
  expect((await admin.call(integrationApi.get)).data.factus[0]).toMatchObject({ is_on: false, problem })
  expect((await probe(admin, 'production')).data).toMatchObject({ is_on: false, problem })
  expect(await isOnOf(company)).toBe(false)
  await setNit(company, ISSUER.nit)
  expect((await probe(admin, 'production')).data).toMatchObject({ is_on: true, problem: null })
  t.setNow(new Date(Date.now() + 3_600_000))
  await sendAllDue(t)
  expect((await admin.call(einvoiceApi.list)).data[0]).toMatchObject({ status: 'validated' })
})
