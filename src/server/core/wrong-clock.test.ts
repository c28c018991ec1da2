import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { invoiceApi, runApi } from '#domain/invoices/api.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { makeClient, makeContract } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { expectClockRefusal } from '#test/wrong-clock.ts'

const t = testApp()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A debtor, and the steps of a person that give a document its day. */
async function makeOffice() {
  t.setNow(new Date('2026-11-20T15:00:00Z'))
  const company = await t.company()
  const financial = await company.person('financial')
  const client = await makeClient(t.owner, company.id)
  const { no_contract } = await makeContract(t.owner, company.id, client.id, { stratum: 1 })
  const lines = [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price: 50_000 }]
  const invoice = () =>
    financial.ask(invoiceApi.create, {
      body: { invoice: { no_contract, lines } },
      headers: { 'idempotency-key': randomUUID() },
    })
  const payment = () =>
    financial.ask(manualPaymentApi.create, {
      body: { payment: { client_id: client.id, amount: 10_000, method: 'efectivo', paid_on: '2026-11-20' } },
      headers: { 'idempotency-key': randomUUID() },
    })
  const run = () => financial.ask(runApi.start, { body: { period: '2026-11' } })
  const runWithKey = () =>
    financial.ask(runApi.start, { body: { period: '2026-11' }, headers: { 'idempotency-key': randomUUID() } })
  const suspend = () =>
    financial.ask(contractApi.suspend, { params: { no: no_contract }, body: { reason: 'No ha pagado' } })
  const count = async () => {
    const { rows } = await t.owner.query<{ count: number }>(
      `select ((select count(*) from invoices where company_id = $1) + (select count(*) from payments where company_id = $1)
         + (select count(*) from runs where company_id = $1) + (select count(*) from suspension_intervals where company_id = $1)
         + (select count(*) from idempotency_keys k join users u on u.id = k.user_id where u.company_id = $1))::int as count`,
      [company.id],
    )
    return rows[0]?.count
  }
  expect((await invoice()).status).toBe(201)
  return { steps: [run, runWithKey, invoice, payment, suspend], count }
}

test('INV-04 INV-09 TRX-03 en un proceso con el reloj corrido nadie factura, cobra ni corta: recibe 503 y no cambia nada', async () => {
  const { steps, count } = await makeOffice()
  const before = await count()
  for (const apart of [HOUR_MS, -HOUR_MS, 365 * DAY_MS, -365 * DAY_MS]) {
    await expectClockRefusal(steps, apart)
  }
  expect(await count()).toBe(before)
  const answers: number[] = []
  for (const step of steps) answers.push((await step()).status)
  // The second run is refused, because the first one is open.
  expect(answers).toEqual([202, 409, 201, 201, 200])
})
