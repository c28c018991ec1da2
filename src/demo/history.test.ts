import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { dayOf } from '#domain/core/days.ts'
import { SYSTEM } from '#server/core/context.ts'
import { signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { DEMO_COMPANIES } from './companies.ts'
import { setStatuses, simulateMonths } from './history.ts'
import { inDemoTransaction } from './transaction.ts'

const t = testApp()

test('OPS-01 un contrato en borrador de la demostración se firma como cualquier otro', async () => {
  const company = await t.company()
  for (let index = 0; index < 7; index += 1) {
    const { id } = await makeClient(t.owner, company.id)
    await makeContract(t.owner, company.id, id)
  }
  const scope = { ...SYSTEM, companyId: company.id, actorName: 'La demostración', actorRole: 'system' }
  await inDemoTransaction(t.world, scope, (tx) => setStatuses(tx, dayOf(t.world.clock())))
  const { rows } = await t.owner.query<{ no_contract: string; identification: string }>(
    `select c.no_contract, k.identification from contracts c join clients k on k.company_id = c.company_id and k.id = c.client_id
     where c.company_id = $1 and c.status = 'draft'`,
    [company.id],
  )
  expect(rows).toHaveLength(1)
  const financial = await company.person('financial')
  for (const { no_contract: no, identification } of rows) {
    const { data } = await financial.call(contractApi.sign, { params: { no }, body: signatureBody(identification) })
    expect(data.status).toBe('awaiting_installation')
  }
})

test('OPS-01 ningún pago de la demostración es de después de ahora, ni se juntan en el día de hoy', async () => {
  // In the middle of the days in which most invoices of the month are paid, in the morning.
  const now = new Date('2026-12-20T15:30:00Z')
  t.setNow(now)
  const company = await t.company()
  const planId = await makePlan(t.owner, company.id)
  for (let index = 0; index < 40; index += 1) {
    const { id } = await makeClient(t.owner, company.id)
    await makeContract(t.owner, company.id, id, { planId, cutDay: 10 })
  }
  const scope = { ...SYSTEM, companyId: company.id, actorName: 'La demostración', actorRole: 'system' }
  const wompi = DEMO_COMPANIES[0]?.wompi ?? null
  await simulateMonths(t.world, scope, { billing_cut_day: 10, wompi }, dayOf(now))
  const { rows } = await t.owner.query<{ day: string; count: number }>(
    'select paid_on::text as day, count(*)::int as count from payments where company_id = $1 group by 1 order by 1 desc',
    [company.id],
  )
  const [last, ...others] = rows
  if (!last) throw new Error('no payments')
  expect(rows.length).toBeGreaterThan(60)
  expect(last.day <= '2026-12-20').toBe(true)
  expect(last.count).toBeLessThanOrEqual(Math.max(...others.map(({ count }) => count)))
  const { rows: online } = await t.owner.query<{ count: number; future: number; days: number }>(
    `select count(*)::int as count, count(*) filter (where settled_at > $2 or a.created_at > $2)::int as future,
       count(*) filter (where (a.created_at at time zone 'America/Bogota')::date <> p.paid_on)::int as days
     from payment_attempts a join payments p on p.company_id = a.company_id and p.attempt_id = a.id where a.company_id = $1`,
    [company.id, now],
  )
  expect(online).toEqual([{ count: expect.any(Number), future: 0, days: 0 }])
  expect(online[0]?.count).toBeGreaterThan(100)
  const { rows: unpaid } = await t.owner.query<{ count: number }>(
    "select count(*)::int as count from invoices where company_id = $1 and issued_on >= '2026-12-01' and balance > 0",
    [company.id],
  )
  expect(unpaid[0]?.count).toBeGreaterThan(10)
})
