import { afterAll } from 'vitest'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { sendDue } from '#server/einvoices/worker.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { newKey, served, visitBody } from './cases/billed.ts'
import { type Company, type Person, type TestApp, testApp } from './world.ts'

/** The account of the tests at the simulator. */
export const ISSUER = {
  name: 'Emisora de prueba',
  nit: '901234567-7',
  user: 'emisora@factus.test',
  password: 'clave-de-prueba',
  client_id: 'cliente-de-prueba',
  client_secret: 'secreto-de-prueba',
}

/** A company whose electronic invoicing is on, with its administrator. */
export async function issuing(t: TestApp, account = ISSUER): Promise<{ company: Company; admin: Person }> {
  const company = await t.company()
  const admin = await company.person('admin')
  const { user, password, client_id, client_secret } = account
  const credentials = { environment: 'test', user, password, client_id, client_secret }
  await admin.call(factusApi.saveFactus, { body: { credentials } })
  await admin.call(factusApi.testFactus, { body: { environment: 'test' } })
  return { company, admin }
}

const ACCOUNTS_MAX = 30

/**
 * The app of a test file with a simulator of its own, whose accounts are one for each company. `emitting`: the next company, whose
 * electronic invoicing is on. `only`: its first document. `sentOf`: what an account received.
 */
export async function testIssuers() {
  const accounts = Array.from({ length: ACCOUNTS_MAX }, (_, index) => ({
    ...ISSUER,
    user: `emisora${index}@factus.test`,
    client_id: `cliente-${index}`,
  }))
  const simulator = await startFactusSimulator({ accounts, perMinute: null })
  const t = testApp({ FACTUS_TEST_URL: simulator.url })
  afterAll(() => simulator.close())
  const emitting = async () => {
    const account = accounts.shift()
    if (!account) throw new Error(`a file has at most ${ACCOUNTS_MAX} accounts`)
    return { ...(await issuing(t, account)), user: account.user }
  }
  const documentsOf = async (admin: Person) => (await admin.call(einvoiceApi.list)).data
  const only = async (admin: Person) => {
    const [document] = await documentsOf(admin)
    if (!document) throw new Error('there is no document')
    return document
  }
  const sentOf = (user: string) => simulator.documents(user)
  /** The account of a company at the provider, as another program of the company or its support uses it. */
  const accountOf = (user: string) => {
    const { password, client_secret } = ISSUER
    return t.world.factus('test', { user, password, client_secret, client_id: `cliente-${/\d+/.exec(user)?.[0]}` })
  }
  return { simulator, t, emitting, documentsOf, only, sentOf, accountOf }
}

/** An invoice of one visit, and who issued it. */
export async function issued(t: TestApp, company: Company) {
  const at = await served(t, company)
  const { data } = await at.by.call(invoiceApi.create, { body: visitBody(at), headers: newKey() })
  return { ...at, invoice: data }
}

/** Runs the worker until nothing is due, at most some times. */
export async function sendAllDue(t: TestApp, times = 3): Promise<void> {
  for (let turn = 0; turn < times; turn += 1) await sendDue(t.world)
}
