import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { passwordLinkOf } from './mailbox.ts'
import { ACCOUNTS, PASSWORD, signIn } from './site.ts'

/** The contract of the demo's client. */
const DEMO_CONTRACT = 'AF-000005'

/** Creates one invoice for the client of the demo for each price in pesos. Returns their numbers. */
export const charge = (page: Page, ...prices: number[]): Promise<string[]> =>
  chargeContract(page.request, DEMO_CONTRACT, prices)

/** A client with an active contract and estrato: a company or a person. `skip`: not the first ones, which other journeys charge and pay. */
export async function findClient(
  page: Page,
  isCompany: boolean,
  skip = 0,
): Promise<{ id: string; name: string; no_contract: string }> {
  let left = skip
  const headers = await deskHeaders(page.request)
  const listed = await page.request.get('/api/client?page=1&page_size=100', { headers })
  const clients: (Listed & { name: string; type_identification: string })[] = (await listed.json()).data
  for (const { id, name, contracts, ...client } of clients) {
    const no_contract = contracts.find(({ status }) => status === 'active')?.no_contract
    if (no_contract === undefined || (client.type_identification === 'NIT') !== isCompany) continue
    // A credit in favour, left by another journey, would pay a part of what this one charges.
    if (client.balance < 0) continue
    if (left === 0) return { id, name, no_contract }
    left -= 1
  }
  throw new Error('no client with an active contract')
}

/** Creates one invoice of a contract for each price in pesos. Returns their numbers. */
export async function chargeContract(
  request: APIRequestContext,
  no_contract: string,
  prices: number[],
): Promise<string[]> {
  const headers = await deskHeaders(request)
  const numbers: string[] = []
  for (const price of prices) {
    const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
    const made = await request.post('/api/invoice', {
      data: { invoice: { no_contract, lines } },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    })
    numbers.push((await made.json()).data.number)
  }
  return numbers
}

/** Sets the charges of the company: another journey may have changed them. In pesos. */
export async function setCharges(page: Page, charges: Readonly<Record<string, number>>): Promise<void> {
  const headers = await deskHeaders(page.request)
  const read = await page.request.get('/api/admin/billing-config', { headers })
  const { data } = await read.json()
  const saved = await page.request.patch('/api/admin/billing-config', {
    data: { billing_config: { ...data, ...charges } },
    headers,
  })
  expect(saved.ok(), await saved.text()).toBe(true)
}

/** The public link of an invoice, by its number. */
export async function linkOf(page: Page, number: string): Promise<string> {
  const headers = await deskHeaders(page.request)
  const found = await page.request.get(`/api/invoice?q=${number}&page=1&page_size=20`, { headers })
  const { data: listed } = await found.json()
  const { data } = await (await page.request.get(`/api/invoice/${listed[0].id}`, { headers })).json()
  return data.public_url
}

/** Adds a cash box that is the default of no method. */
export async function addCashBox(page: Page, name: string): Promise<void> {
  const headers = await deskHeaders(page.request)
  const account = { name, kind: 'cash', bank: null, last_digits: null, default_for: [] }
  const made = await page.request.post('/api/accounting/account', { data: { account }, headers })
  expect(made.ok(), await made.text()).toBe(true)
}

/** The document of the client of the demo. */
export async function documentOfClient(page: Page): Promise<string> {
  const headers = await deskHeaders(page.request)
  const { data } = await (await page.request.get('/api/client?username=cliente@andina.test', { headers })).json()
  return data[0].identification
}

export const deskHeaders = (request: APIRequestContext) => headersOf(request, ACCOUNTS.financial)

/** Signs in a user of the demo for calls without a page. */
export async function headersOf(request: APIRequestContext, username: string): Promise<{ authorization: string }> {
  const signed = await request.post('/api/auth/login', { data: { username, password: PASSWORD } })
  return { authorization: `Bearer ${(await signed.json()).data.token}` }
}

type Listed = {
  id: string
  identification: string
  email: string | null
  balance: number
  contracts: { no_contract: string; status: string }[]
  user: { username: string; is_first_login: boolean } | null
}

/**
 * Signs in a client with one unpaid invoice of `price` pesos, who is used by no other test: a client has a limit of payment attempts
 * in an hour. Returns the number of the invoice.
 */
export async function signInOwing(page: Page, price: number): Promise<string> {
  const { request } = page
  const headers = await deskHeaders(request)
  const listed = await request.get('/api/client?page=1&page_size=100&sort=name', { headers })
  const clients: Listed[] = (await listed.json()).data
  const candidates = clients.filter(
    ({ email, balance, contracts, user }) =>
      email !== null &&
      balance >= 0 &&
      contracts[0]?.status === 'active' &&
      user?.is_first_login &&
      // The named accounts of the demo, which sign in with their address, belong to other journeys.
      !user.username.includes('@'),
  )
  const { client, number } = await chargeFirst(
    request,
    candidates.toSorted((one, other) => one.balance - other.balance),
    price,
  )
  await request.post(`/api/client/${client.id}/access`, { headers })
  const link = await passwordLinkOf(request, client.email ?? '')
  // The link of an invitation also says who is invited.
  const token = decodeURIComponent(link.split('?')[0]?.split('/').at(-1) ?? '')
  const saved = await request.post('/api/auth/reset-password', { data: { token, password: PAYER_PASSWORD } })
  expect(saved.ok()).toBe(true)
  await signIn(page, { username: client.identification, password: PAYER_PASSWORD })
  await page.getByLabel(/Leí la/).check()
  await page.getByRole('button', { name: 'Empezar' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Hola, / })).toBeVisible()
  return number
}

/** Charges the first client that can be charged and leaves that as its only debt: a contract without estrato has no VAT, and its invoice is refused. */
async function chargeFirst(request: APIRequestContext, candidates: readonly Listed[], price: number) {
  const headers = await deskHeaders(request)
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price }]
  for (const client of candidates) {
    // A debt with a payment in progress is not received twice, and another journey may have paid it.
    if (client.balance > 0 && (await payOlderDebt(request, client)) !== '') continue
    const made = await request.post('/api/invoice', {
      data: { invoice: { no_contract: client.contracts[0]?.no_contract, lines } },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    })
    if (!made.ok()) continue
    return { client, number: String((await made.json()).data.number) }
  }
  throw new Error(`none of ${candidates.length} clients can be charged`)
}

/** Cancels the equipment visits of a contract that another journey left pending: a contract has one pending visit of each kind. */
export async function cancelEquipmentVisits(page: Page, no_contract: string): Promise<void> {
  const headers = await deskHeaders(page.request)
  const query = new URLSearchParams({
    page: '1',
    page_size: '100',
    no_contract,
    kind: 'cambio_equipo',
    state: 'planned',
  })
  const listed = await page.request.get(`/api/visit?${query}`, { headers })
  const visits: { id: string }[] = (await listed.json()).data
  for (const { id } of visits) {
    const ended = await page.request.post(`/api/visit/${id}/cancel`, { data: { reason: 'Otra prueba' }, headers })
    expect(ended.ok(), await ended.text()).toBe(true)
  }
}

/** Pays all the debt of a client. `reference` finds the receipt in the list again. */
export async function payAll(page: Page, clientId: string, reference?: string): Promise<void> {
  const headers = await deskHeaders(page.request)
  const read = await page.request.get(`/api/client/${clientId}`, { headers })
  const client: Listed = (await read.json()).data
  if (client.balance > 0) expect(await payOlderDebt(page.request, client, reference)).toBe('')
}

/** Pays what the client owed before, oldest first, so that the new invoice is the only debt. Returns the reason when it is refused, or ''. */
async function payOlderDebt(request: APIRequestContext, client: Listed, reference?: string): Promise<string> {
  const headers = await deskHeaders(request)
  const paid_on = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(new Date())
  const paid = await request.post('/api/payment/manual', {
    data: { payment: { client_id: client.id, amount: client.balance, method: 'transferencia', paid_on, reference } },
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
  return paid.ok() ? '' : paid.text()
}

const PAYER_PASSWORD = 'tres rios largos del sur'
