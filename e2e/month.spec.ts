import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { addDays, type Day, dayOf } from '../src/domain/core/days.ts'
import { pesosLabel } from '../src/domain/core/money.ts'
import { START_MAX_MS } from '../test/start-limit.ts'
import { portOf } from '../test/started.ts'
import { headersOf } from './desk.ts'
import { brokenInvariants, expect, PASSWORD, signIn, startDemo, stopDemo, test } from './site.ts'

const DESK = { username: 'financiero@pacifico.test', password: PASSWORD }
const CLOCK = path.resolve(import.meta.dirname, 'moved-clock.ts')
/** The longest part of the story: from the invoice to the cut, over holidays and weekends. */
const DAYS_MAX = 60

/** A demo whose clock the test moves, a page of it, and the day that it has. */
type Month = { server: ChildProcess; page: Page; on: Day }

const call = async ({ page }: Month, method: 'get' | 'post', address: string, data?: unknown) => {
  const headers = { ...(await headersOf(page.request, DESK.username)), 'idempotency-key': randomUUID() }
  const answer = await page.request[method](address, { headers, ...(data === undefined ? {} : { data }) })
  expect(answer.ok(), `${address}: ${await answer.text()}`).toBe(true)
  return (await answer.json()).data
}

/** Moves the clocks to nine of a day in Bogotá and waits until its decisions are carried out. */
async function goTo(month: Month, on: Day): Promise<void> {
  const at = new Date(`${on}T14:05:00Z`)
  month.on = on
  month.server.send({ aheadMs: at.getTime() - Date.now() })
  await month.page.clock.setSystemTime(at)
  await expect
    .poll(async () => {
      const [run] = await call(month, 'get', '/api/suspension/run?page=1&page_size=1')
      return run === undefined ? null : [run.on_day, run.status]
    })
    .toEqual([on, 'done'])
}

/** Goes on day by day until something is so. */
async function goUntil(month: Month, what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let days = 0; days < DAYS_MAX; days += 1) {
    if (await isSo()) return
    await goTo(month, addDays(month.on, 1))
  }
  throw new Error(`${DAYS_MAX} days without: ${what}`)
}

type Listed = { id: string; name: string; email: string | null; balance: number; type_identification: string }
type Debtor = Listed & { city: string; department: string; contracts: { no_contract: string; status: string }[] }

/** A person with an e-mail, a service and no debt but a new invoice, who authorises collection messages. */
async function makeDebtor(month: Month): Promise<Debtor & { no_contract: string; invoice: string }> {
  const clients: Debtor[] = await call(month, 'get', '/api/client?page=1&page_size=100')
  for (const client of clients) {
    const [contract] = client.contracts
    if (client.email === null || client.balance !== 0 || client.type_identification === 'NIT') continue
    if (client.contracts.length !== 1 || contract?.status !== 'active') continue
    const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price: 60_000 }]
    const headers = { ...(await headersOf(month.page.request, DESK.username)), 'idempotency-key': randomUUID() }
    const data = { invoice: { no_contract: contract.no_contract, lines } }
    const made = await month.page.request.post('/api/invoice', { headers, data })
    // A contract without estrato is not invoiced.
    if (!made.ok()) continue
    const consent = { client_id: client.id, purpose: 'contact_email', is_granted: true }
    await call(month, 'post', '/api/consent', { consent })
    return { ...client, no_contract: contract.no_contract, invoice: (await made.json()).data.id }
  }
  throw new Error('no client without a debt')
}

test('SUS-01 SUS-02 SUS-03 SUS-07 un mes en la demostración: a un cliente se le recuerda, se le avisa, se corta, paga, vuelve, se le compensa, y su cuenta suma', async ({
  browser,
}) => {
  test.setTimeout(START_MAX_MS + 480_000)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-month-'))
  const server = startDemo(dataDir, CLOCK)
  try {
    const context = await browser.newContext({ baseURL: `http://localhost:${await portOf(server)}` })
    const page = await context.newPage()
    const month: Month = { server, page, on: dayOf(new Date()) }

    // The policy is in trial since yesterday, and may be switched on after a week.
    await goTo(month, addDays(month.on, 6))
    await signIn(page, DESK)
    await page.goto('/invoices/collections/policy')
    await page.getByLabel(/^Encendida/).check()
    await page.getByLabel(/^Freno/).fill('100')
    await page.getByRole('button', { name: 'Guardar política' }).click()
    await expect(page.getByText(/Guardamos la política encendida/)).toBeVisible()

    const one = await makeDebtor(month)
    const subjects = async (): Promise<string[]> =>
      (await call(month, 'get', `/api/message?page=1&page_size=20&q=${encodeURIComponent(one.email ?? '')}`))
        .filter(({ status }: { status: string }) => status === 'sent')
        .map(({ subject }: { subject: string }) => subject)
    const hasMail = (subject: RegExp) => async () => (await subjects()).some((sent) => subject.test(sent))
    const statusOf = async () => (await call(month, 'get', `/api/contract/${one.no_contract}`)).status
    const seesMails = async (count: number): Promise<void> => {
      await page.goto(`/messages?q=${encodeURIComponent(one.email ?? '')}`)
      const rows = page.getByRole('row').filter({ hasText: 'Aviso de cartera' })
      await expect(rows.filter({ hasText: 'Enviado' })).toHaveCount(count)
    }

    // Reminded before the due day, and on that day ten hours without service.
    await goUntil(month, 'the reminder', hasMail(/vence el/))
    await signIn(page, DESK)
    await seesMails(1)
    const place = { department: one.department, city: one.city }
    const outage = { ...place, cause: 'Corte de la fibra', is_notified: false, started_at: `${month.on}T03:00:00Z` }
    const { id: outageId } = await call(month, 'post', '/api/outage', { outage })
    await call(month, 'post', `/api/outage/${outageId}/end`, { ended_at: `${month.on}T13:00:00Z` })

    // Notified before the cut, and cut.
    await goUntil(month, 'the notice', hasMail(/se puede suspender desde/))
    await signIn(page, DESK)
    await seesMails(2)
    expect(await statusOf()).toBe('active')
    await goUntil(month, 'the cut', async () => (await statusOf()) === 'suspended')
    await signIn(page, DESK)
    await page.goto(`/contracts/detail/${one.no_contract}`)
    await expect(page.getByText('Suspendido').first()).toBeVisible()
    await page.goto('/invoices/collections?status=runs')
    await expect(
      page
        .getByRole('row')
        .filter({ hasText: /1 de 1|[1-9]\d* de / })
        .first(),
    ).toBeVisible()

    // Paid two days later, and reconnected in the same moment.
    await goTo(month, addDays(month.on, 2))
    const owed = (await call(month, 'get', `/api/invoice/${one.invoice}`)).balance
    const payment = { client_id: one.id, amount: owed, method: 'transferencia', paid_on: month.on }
    await call(month, 'post', '/api/payment/manual', { payment })
    expect(await statusOf()).toBe('active')
    await goUntil(month, 'the mail of the reconnection', hasMail(/activo otra vez/))
    await signIn(page, DESK)
    await page.goto('/invoices/collections?status=reconnections')
    await expect(page.getByRole('row').filter({ hasText: one.name }).first()).toBeVisible()

    // The next month gives back the hours without service, once, and the account adds up.
    const next = addDays(`${month.on.slice(0, 7)}-28` as Day, 10)
    await goTo(month, next)
    const { id: runId } = await call(month, 'post', '/api/invoice/massive', { period: next.slice(0, 7) })
    await expect.poll(async () => (await call(month, 'get', `/api/invoice/massive/${runId}`)).status).toBe('done')
    const [newest] = await call(month, 'get', `/api/invoice?client_id=${one.id}&sort=-issued_on&page=1&page_size=1`)
    const billed = await call(month, 'get', `/api/invoice/${newest.id}`)
    const kinds = billed.lines.map(({ kind }: { kind: string }) => kind)
    expect(kinds.filter((kind: string) => kind === 'compensation')).toHaveLength(1)
    const statement = await call(month, 'get', `/api/client/${one.id}/statement`)
    const movements: { balance: number }[] = statement.movements
    expect(movements.at(-1)?.balance).toBe(statement.closing_balance)
    await signIn(page, DESK)
    await page.goto(`/clients/${one.id}`)
    await expect(page.getByText(pesosLabel(Math.round(statement.closing_balance * 100) as never)).first()).toBeVisible()
    await context.close()
    expect(await brokenInvariants(dataDir)).toBe('')
  } finally {
    await stopDemo(server)
    await rm(dataDir, { recursive: true, force: true })
  }
})
