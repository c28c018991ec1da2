import { afterEach, expect, test } from 'vitest'
import { outageApi } from '#domain/outages/api.ts'
import { runAt } from '#test/arrears.ts'
import { deviceDebtors } from '#test/device-debtor.ts'
import { applyOutages } from '#test/outage-work.ts'
import { testApp } from '#test/world.ts'

const t = testApp()
const makeDeviceDebtor = deviceDebtors(t)
afterEach(() => t.setNow(null))

test('SUS-06 R2.6 R2.7 lo que no se cobra porque el equipo reconectó tarde no se compensa otra vez por una falla de esos días', async () => {
  const { debtor, retryAt, payWithoutReconnection } = await makeDeviceDebtor()
  await payWithoutReconnection()
  const compensations = async () => {
    const { rows } = await t.owner.query<{ price: string }>(
      `select price from pending_charges where contract_id = $1 and kind = 'compensation'`,
      [debtor.contractId],
    )
    return rows.map(({ price }) => Number(price))
  }
  t.setNow(new Date('2026-12-21T15:00:00Z'))
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const { data } = await debtor.financial.call(outageApi.announce, {
    body: { outage: { ...outage, started_at: '2026-12-18T05:00:00Z' } },
  })
  const params = { id: data.id }
  await debtor.financial.call(outageApi.end, { params, body: { ended_at: '2026-12-21T05:00:00Z' } })
  await applyOutages(t, debtor)
  expect(await compensations()).toEqual([-600_000])
  await retryAt('2026-12-22T16:00:00Z')
  await t.owner.query(
    `update network_services set applied_at = '2026-12-22T16:00:00Z' where company_id = $1 and applied_state = 'active'`,
    [debtor.company.id],
  )
  await t.owner.query('delete from graphile_worker._private_jobs')
  await runAt(t, '2026-12-22T17:00:00Z')
  const { rows: jobs } = await t.owner.query<{ payload: object }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'outage.apply' and j.payload ->> 'company_id' = $1`,
    [debtor.company.id],
  )
  expect(jobs.map(({ payload }) => payload)).toMatchObject([{ outage_id: data.id, only_money: true }])
  await applyOutages(t, debtor)
  expect(await compensations()).toEqual([])
})
