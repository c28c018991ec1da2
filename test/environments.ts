import { afterAll, afterEach, expect } from 'vitest'
import { MINUTE_MS } from '#domain/core/durations.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { factusApi } from '#domain/integrations/api.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { newKey } from './cases/billed.ts'
import { ISSUER, issued, issuing, sendAllDue } from './issuing.ts'
import { type Person, testApp } from './world.ts'

const ACCOUNTS_MAX = 14

/**
 * The app of a test file with both environments of the provider, whose accounts are one for each company. `inTests`: the next company that
 * issues in tests, with one invoice. `tried`: the same, whose document was validated there.
 */
export async function testEnvironments() {
  const accounts = Array.from({ length: ACCOUNTS_MAX }, (_, index) => ({
    ...ISSUER,
    user: `emisora${index}@factus.test`,
    client_id: `cliente-${index}`,
    // In production the account must be of the company.
    nit: `9012345${60 + index}-1`,
  }))
  const simulator = await startFactusSimulator({ accounts: [...accounts], perMinute: null })
  const production = await startFactusSimulator({
    accounts: accounts.map((account) => ({ ...account, environment: 'production' })),
    perMinute: null,
  })
  const t = testApp({ FACTUS_TEST_URL: simulator.url, FACTUS_PRODUCTION_URL: production.url })
  afterAll(() => Promise.all([simulator.close(), production.close()]))
  afterEach(() => t.setNow(null))
  const nextAccount = () => {
    const account = accounts.shift()
    if (!account) throw new Error(`a file has at most ${ACCOUNTS_MAX} accounts`)
    return account
  }
  const inTests = async () => {
    const account = nextAccount()
    const { company, admin } = await issuing(t, account)
    await t.owner.query('update companies set nit = $2 where id = $1', [company.id, account.nit])
    const at = await issued(t, company)
    const turnTo = (environment: string) => turnOn(admin, account, environment)
    const sent = () => production.documents(account.user).map(({ payload }) => payload.reference_code)
    return { company, admin, at, turnTo, sent, period: at.invoice.period ?? '' }
  }
  const tried = async () => {
    const made = await inTests()
    await sendAllDue(t)
    expect(await documentsOf(made.admin)).toEqual([['invoice', 'validated', false]])
    return made
  }
  const later = (hours: number) => t.setNow(new Date(Date.now() + hours * 60 * MINUTE_MS))
  return { t, simulator, nextAccount, inTests, tried, later }
}

type Account = typeof ISSUER

/** Saves the credentials of an account, which wait for their test. */
export const saveKeys = (admin: Person, { user, password, client_id, client_secret }: Account, environment: string) =>
  admin.call(factusApi.saveFactus, { body: { credentials: { environment, user, password, client_id, client_secret } } })

export async function turnOn(admin: Person, account: Account, environment: string): Promise<void> {
  await admin.call(factusApi.stopFactus)
  await saveKeys(admin, account, environment)
  expect((await admin.call(factusApi.testFactus, { body: { environment } })).data.is_on).toBe(true)
}

/** The documents of a company, the newest first: what each is, its status, and whether it is a trial. */
export const documentsOf = async (admin: Person) =>
  (await admin.call(einvoiceApi.list)).data.map(({ kind, status, is_trial }) => [kind, status, is_trial])

export const missingOf = async (admin: Person, period: string) =>
  (await admin.call(einvoiceApi.missing, { query: { period } })).data.count

/** Credits an invoice whole, or some of its lines. */
export const creditNote = (at: Awaited<ReturnType<typeof issued>>, lines?: { position: number; amount: number }[]) =>
  at.by.call(invoiceApi.creditNote, {
    params: { id: at.invoice.id },
    body: { concept: 'No se hizo la visita', ...(lines && { lines }) },
    headers: newKey(),
  })
