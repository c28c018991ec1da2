import { expect, test } from 'vitest'
import { contractApi } from '#domain/contracts/api.ts'
import { addBusinessDays, isBusinessDay } from '#domain/core/calendar.ts'
import { type Day, day, dayOf } from '#domain/core/days.ts'
import { SYSTEM } from '#server/core/context.ts'
import { signatureBody } from '#test/cases/contracts.ts'
import { makeClient, makeContract, makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { DEMO_COMPANIES } from './companies.ts'
import { dateUnstarted, setStatuses, simulateMonths } from './history.ts'
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

test('OPS-01 R2.14 los contratos de la demostración que esperan su instalación se firmaron en un día hábil de estas semanas, y su último día es el de la ley', async () => {
  // A Saturday.
  const today = day('2026-11-28')
  const company = await t.company()
  for (let index = 0; index < 170; index += 1) {
    const { id } = await makeClient(t.owner, company.id)
    await makeContract(t.owner, company.id, id)
  }
  const scope = { ...SYSTEM, companyId: company.id, actorName: 'La demostración', actorRole: 'system' }
  await inDemoTransaction(t.world, scope, async (tx) => {
    await setStatuses(tx, today)
    await dateUnstarted(tx, today)
  })
  const { rows } = await t.owner.query<{ signed: Day; dated: Day; terms: Day; due: Day }>(
    `select (c.signed_at at time zone 'America/Bogota')::date::text as signed, c.date_contract::text as dated, t.from_on::text as terms,
       c.installation_due_on::text as due
     from contracts c join contract_terms t on t.company_id = c.company_id and t.contract_id = c.id
     where c.company_id = $1 and c.status = 'awaiting_installation' order by c.no_contract`,
    [company.id],
  )
  expect(rows.map(({ signed }) => signed)).toEqual([
    '2026-11-06',
    '2026-11-11',
    '2026-11-13',
    '2026-10-29',
    '2026-11-19',
  ])
  for (const { signed, dated, terms, due } of rows) {
    expect([dated, terms, isBusinessDay(signed), due]).toEqual([signed, signed, true, addBusinessDays(signed, 15)])
  }
  const { rows: ended } = await t.owner.query<{ on: string; count: number }>(
    `select active_to::text as on, count(*)::int as count from contracts where company_id = $1 and status = 'terminated' group by 1`,
    [company.id],
  )
  expect(ended).toEqual([{ on: '2026-09-30', count: 7 }])
})

test('OPS-01 INV-12 el saldo anterior de cada factura de la demostración es lo que se debía el día en que se emitió', async () => {
  const now = new Date('2026-12-20T15:30:00Z')
  t.setNow(now)
  const company = await t.company()
  const planId = await makePlan(t.owner, company.id)
  for (let index = 0; index < 20; index += 1) {
    const { id } = await makeClient(t.owner, company.id)
    await makeContract(t.owner, company.id, id, { planId, cutDay: 10 })
  }
  const scope = { ...SYSTEM, companyId: company.id, actorName: 'La demostración', actorRole: 'system' }
  await simulateMonths(t.world, scope, { billing_cut_day: 10, wompi: null }, dayOf(now))
  const { rows } = await t.owner.query<{ invoices: number; owing: number; wrong: number }>(
    `select count(*)::int as invoices, count(*) filter (where previous > 0)::int as owing,
       count(*) filter (where previous <> (snapshot ->> 'previous_balance')::bigint)::int as wrong
     from (
       select i.snapshot, (
         select coalesce(sum(o.total - coalesce((
           select sum(p.amount) from journal j join payments p on p.company_id = j.company_id and p.id = j.payment_id
           where j.company_id = o.company_id and j.invoice_id = o.id and p.paid_on < i.issued_on), 0)), 0)
         from invoices o where o.company_id = i.company_id and o.client_id = i.client_id and o.issued_on < i.issued_on
       ) as previous
       from invoices i where i.company_id = $1
     ) b`,
    [company.id],
  )
  expect(rows[0]).toMatchObject({ wrong: 0 })
  expect(rows[0]?.owing).toBeGreaterThan(10)
  expect(rows[0]?.invoices).toBeGreaterThan(200)
  t.setNow(null)
})
