import { expect, test } from 'vitest'
import { runCollections } from '#server/collections/run.ts'
import { putPolicy } from '#test/arrears.ts'
import { makePlan } from '#test/factory.ts'
import { MANY_DEBTORS } from '#test/many-debtors.ts'
import { testApp } from '#test/world.ts'

/** Three batches of 500: two are written at the same time. */
const TO_CUT = 1_100
const MORNING = new Date('2026-12-16T09:00:00-05:00')

const t = testApp()

test('SUS-02 lotes que se escriben a la vez, en dos procesos, cortan cada servicio una vez, también los dos de un mismo cliente', async () => {
  const company = await t.company()
  const planId = await makePlan(t.owner, company.id)
  await t.owner.query(MANY_DEBTORS, [company.id, planId, TO_CUT, 0])
  // The first and the last contract, of different batches, have one holder.
  await t.owner.query(ONE_HOLDER, [company.id])
  await putPolicy(t, company.id, { brake_percent: 100 })
  t.setNow(MORNING)
  await Promise.all([1, 2].map(() => runCollections(t.world)))
  await runCollections(t.world)
  const { rows } = await t.owner.query<Record<string, number>>(
    `select (select count(*)::int from suspension_intervals where company_id = $1) as intervals,
      (select count(distinct contract_id)::int from suspension_intervals where company_id = $1) as cut,
      (select count(*)::int from events where company_id = $1 and name = 'contract.suspended') as events,
      (select count(*)::int from notifications n join events e on e.id = n.event_id
        where n.company_id = $1 and e.name = 'contract.suspended') as notified,
      (select count(*)::int from collection_decisions where company_id = $1 and outcome = 'done') as done`,
    [company.id],
  )
  expect(rows).toEqual([{ intervals: TO_CUT, cut: TO_CUT, events: TO_CUT, notified: TO_CUT, done: TO_CUT }])
})

const ONE_HOLDER = `
  with ends as (
    select (select client_id from contracts where company_id = $1 order by id limit 1) as holder,
      (select id from contracts where company_id = $1 order by id desc limit 1) as last
  ), moved as (update contracts set client_id = holder from ends where company_id = $1 and id = last)
  insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal, vat,
    total, snapshot, balance)
  select $1, 'FV', 1000000, 'one_off', holder, last, '2026-10', '2026-10-05', '2026-10-15', '2026-10-15', 6990000, 0, 6990000, '{}', 6990000
  from ends`
