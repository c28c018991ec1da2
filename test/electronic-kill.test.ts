import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { reconcile } from '#server/einvoices/reconcile.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { TEST_SECRET } from './database.ts'
import { ISSUER, issued, issuing, sendAllDue } from './issuing.ts'
import { testApp } from './world.ts'

const DOCUMENTS = 40
const KILLS = 5
const CHILD = path.resolve(import.meta.dirname, 'electronic-child.ts')

const simulator = await startFactusSimulator({ accounts: [ISSUER], perMinute: null })
const t = testApp({ FACTUS_TEST_URL: simulator.url })
afterAll(() => simulator.close())

const startSender = (companyId: string): ChildProcess =>
  spawn(process.execPath, [CHILD, companyId], {
    env: {
      ...process.env,
      APP_URL: t.world.pool.options.connectionString,
      ENLACE_DATA: t.world.config.dataDir,
      ENLACE_SECRET: TEST_SECRET.toString('base64'),
      FACTUS_TEST_URL: simulator.url,
    },
    stdio: 'ignore',
  })

/** As if the time had passed after which another worker takes the queue over, and a request of the killed one has ended. */
async function passTime(companyId: string): Promise<void> {
  await t.owner.query('update electronic_queues set leased_until = null, wait_until = null where company_id = $1', [
    companyId,
  ])
  await t.owner.query(
    `update electronic_documents set changed_at = changed_at - interval '6 minutes' where company_id = $1 and status = 'sending'`,
    [companyId],
  )
}

test('EIN-01 con cinco kill -9 mientras envía no se pierde ningún documento ni se envía dos veces, y la conciliación da cero', {
  // Five processes start, each of them with the whole program: on a busy machine each takes many seconds.
  timeout: 180_000,
}, async () => {
  const { company, admin } = await issuing(t)
  for (let count = 0; count < DOCUMENTS; count += 1) await issued(t, company)
  const sent = (): number => simulator.documents(ISSUER.user).length
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = sent()
    const child = startSender(company.id)
    await vi.waitFor(() => expect(sent()).toBeGreaterThan(before + 1), { timeout: 30_000, interval: 2 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    await passTime(company.id)
  }
  expect(sent()).toBeLessThan(DOCUMENTS)
  await sendAllDue(t)
  const { data } = await admin.call(einvoiceApi.queue)
  expect(data.counts).toMatchObject({ validated: DOCUMENTS, queued: 0, sending: 0, pending_dian: 0, manual: 0 })
  const documents = simulator.documents(ISSUER.user)
  expect(documents.every(({ is_validated }) => is_validated)).toBe(true)
  expect(new Set(documents.map(({ reference }) => reference)).size).toBe(DOCUMENTS)
  expect(new Set(documents.map(({ number }) => number)).size).toBe(DOCUMENTS)
  const period = periodOf(dayOf(new Date()))
  const { data: asked } = await admin.call(einvoiceApi.reconcile, { body: { period } })
  await reconcile(t.world, { company_id: company.id, id: asked.id, period })
  const { data: compared } = await admin.call(einvoiceApi.reconciliation, { query: { period } })
  expect(compared).toMatchObject({ held: DOCUMENTS, listed: DOCUMENTS, recovered: 0, differences: [] })
})
