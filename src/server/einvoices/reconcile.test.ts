import { afterAll, expect, test } from 'vitest'
import { dayOf } from '#domain/core/days.ts'
import { periodOf } from '#domain/core/period.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import { startFactusSimulator } from '#simulators/factus/simulator.ts'
import { ISSUER, issued, issuing, sendAllDue } from '#test/issuing.ts'
import { testApp } from '#test/world.ts'
import { reconcile } from './reconcile.ts'

const simulator = await startFactusSimulator({ accounts: [ISSUER], perMinute: null })
const t = testApp({ FACTUS_TEST_URL: simulator.url })
afterAll(() => simulator.close())

test('EIN-03 la conciliación da diferencia cero, o nombra cada documento, y recupera lo que la DIAN validó después', async () => {
  const { company, admin } = await issuing(t)
  await issued(t, company)
  await issued(t, company)
  simulator.fail('create', 'lost')
  await sendAllDue(t)
  const period = periodOf(dayOf(new Date()))
  // As if it had been given up: the answer was lost, and DIAN has the document.
  await t.owner.query(
    `update electronic_documents set status = 'manual', reason = 'not_answered', next_try_at = null, pending_since = null
     where company_id = $1 and status = 'pending_dian'`,
    [company.id],
  )
  await t.owner.query('update electronic_queues set wait_until = null where company_id = $1', [company.id])
  await sendAllDue(t)
  const run = async () => {
    const { data } = await admin.call(einvoiceApi.reconcile, { body: { period } })
    await reconcile(t.world, { company_id: company.id, id: data.id, period })
    return (await admin.call(einvoiceApi.reconciliation, { query: { period } })).data
  }
  expect(await run()).toMatchObject({
    status: 'done',
    environment: 'test',
    held: 2,
    listed: 2,
    recovered: 1,
    differences: [],
  })
  expect((await admin.call(einvoiceApi.list)).data.map(({ status }) => status)).toEqual(['validated', 'validated'])
  expect(await run()).toMatchObject({ recovered: 0, differences: [] })
  await admin.call(einvoiceApi.reconcile, { body: { period } })
  const other = await admin.ask(einvoiceApi.reconcile, { body: { period: '2026-01' } })
  expect([other.status, other.json.message]).toEqual([409, expect.stringContaining('está en curso')])
  expect((await admin.call(einvoiceApi.queue)).data.counts.validated).toBe(2)
})

test('EIN-03 sin respuesta del proveedor la conciliación dice que falló', async () => {
  const company = await t.company()
  const admin = await company.person('admin')
  const refused = await admin.ask(einvoiceApi.reconcile, { body: { period: '2026-01' } })
  expect(refused.status).toBe(422)
  await t.owner.query('update companies set is_factus_integration = true where id = $1', [company.id])
  const { data } = await admin.call(einvoiceApi.reconcile, { body: { period: '2026-01' } })
  await reconcile(t.world, { company_id: company.id, id: data.id, period: '2026-01' })
  const found = await admin.call(einvoiceApi.reconciliation, { query: { period: '2026-01' } })
  expect(found.data?.status).toBe('failed')
})
