import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, minus, sum, toPesos } from '#domain/core/money.ts'
import { overdueOf } from '#domain/invoices/invoice.ts'
import { reportApi } from '#domain/reports/api.ts'
import { type CostContext, createContext } from './cost/context.ts'
import { countReads, openRaw } from './cost/reads.ts'
import { seedHistory } from './cost/seed.ts'
import { testPaying } from './paying.ts'

// In a database of its own: it is vacuumed, which says on which pages of a table an index may answer alone.

const SIZE = 1_000
const MINUTES = 60_000
const TODAY = '2026-10-15' as Day
const GROUPS = ['cartera_planes', 'cartera_tecnicos', 'cartera_municipios'] as const
const paying = await testPaying({}, { POOL_MAX: '1' })
let raw: Client
let context: CostContext

beforeAll(async () => {
  raw = await openRaw(paying.t)
  context = await createContext(paying, raw, SIZE)
  await seedHistory(raw, SIZE)
  await raw.query('set session_replication_role = replica')
  await raw.query(VISITS)
}, 5 * MINUTES)
afterAll(() => raw.end())

const reportOf = async (name: 'cartera' | (typeof GROUPS)[number]) =>
  (await context.financial.call(reportApi.get, { params: { name }, query: {} })).data.rows.map(({ cells }) => cells)

test('RPT-01 la cartera por plan, por técnico y por municipio no lee las facturas ni las visitas: responde un índice', {
  timeout: 5 * MINUTES,
}, async () => {
  // A page is said to be visible to all once no transaction is left that began before its rows.
  await expect.poll(async () => hiddenPages(), { timeout: MINUTES }).toBe(0)
  for (const name of GROUPS) {
    const { reads, answer } = await countReads(context.t, raw, () => reportOf(name))
    expect([name, answer.length > 0]).toEqual([name, true])
    const fetched = reads.filter(({ table }) => table === 'invoices' || table === 'visits')
    expect([name, fetched.map(({ table, rows }) => [table, rows])]).toEqual([
      name,
      fetched.map(({ table }) => [table, 0]),
    ])
    expect([name, fetched.length > 0]).toEqual([name, true])
  }
})

test('RPT-01 la cartera por grupo no guarda una fila por cliente: con poca memoria no escribe archivos temporales', {
  timeout: 5 * MINUTES,
}, async () => {
  // Every client owes all its invoices. The visits are few beside them, and are sorted when they fit.
  await raw.query('delete from visits')
  await raw.query(`update invoices set balance = total where prefix = 'FV'`)
  await raw.query('vacuum analyze')
  const { pool } = context.t.world
  await pool.query(`set work_mem = '64kB'; set hash_mem_multiplier = 2`)
  try {
    for (const name of ['cartera', ...GROUPS] as const) {
      const before = await temporaryBytes()
      expect([name, (await reportOf(name)).length > 0]).toEqual([name, true])
      expect([name, (await temporaryBytes()) - before]).toEqual([name, 0])
    }
    // More than fits is seen.
    const before = await temporaryBytes()
    await pool.query('select count(*) from (select n from generate_series(1, 50000) n order by random()) sorted')
    expect((await temporaryBytes()) - before).toBeGreaterThan(0)
  } finally {
    await pool.query('reset work_mem; reset hash_mem_multiplier')
  }
})

test('RPT-01 R2.15 INV-11 SUS-04 la cartera por edad y por grupo es lo que cada factura debe, también con partes para después y acuerdos', async () => {
  for (const statement of [VISITS, ...DAYS]) await raw.query(statement)
  const owed = (await listOwed()).map((one) => ({ ...one, ...owingOf(one) }))
  const later = owed.filter((one) => one.extended_to_on !== null || one.agreed_to_on !== null)
  expect(new Set(later.map(({ age }) => age)).size).toBeGreaterThan(2)
  expect(later.length).toBeGreaterThan(100)
  const pesos = (amounts: readonly Money[]) => toPesos(sum(amounts))
  for (const [name, key] of [
    ['cartera_planes', 'plan'],
    ['cartera_tecnicos', 'technician'],
    ['cartera_municipios', 'municipality'],
  ] as const) {
    const rows = await reportOf(name)
    const groups = Map.groupBy(
      owed.filter(({ payable }) => payable > 0),
      (one) => one[key] ?? '',
    )
    const expected = [...groups.values()].map((ones) => [
      new Set(ones.map(({ client_id }) => client_id)).size,
      ones.length,
      pesos(ones.map(({ payable, overdue }) => minus(payable, overdue))),
      ...[[1], [2, 3], [4]].map((ages) =>
        pesos(ones.filter(({ age }) => ages.includes(age)).map((one) => one.overdue)),
      ),
      pesos(ones.map(({ payable }) => payable)),
    ])
    expect(expected.length).toBeGreaterThan(1)
    expect([name, sorted(rows.map((cells) => cells.slice(1, 8)))]).toEqual([name, sorted(expected)])
  }
  const ages = await reportOf('cartera')
  const [current, ...past] = ages.map((cells) => cells.slice(1, 4))
  const notOverdue = owed.map(({ payable, overdue }) => minus(payable, overdue)).filter((amount) => amount > 0)
  expect(current?.slice(0, 2)).toEqual([notOverdue.length, pesos(notOverdue)])
  for (const age of [1, 2, 3, 4]) {
    const overdue = owed.filter((one) => one.age === age && one.overdue > 0)
    expect([age, past[age - 1]?.slice(0, 2)]).toEqual([age, [overdue.length, pesos(overdue.map((one) => one.overdue))]])
  }
  expect(ages.map((cells) => Number(cells[3])).reduce((all, one) => all + one, 0)).toBe(
    pesos(owed.map(({ disputed_amount }) => disputed_amount)),
  )
})

type Owed = {
  client_id: string
  plan: string
  technician: string | null
  municipality: string
  balance: Money
  disputed_amount: Money
  extended_amount: Money
  extended_to_on: Day | null
  agreed_to_on: Day | null
  last_payable_on: Day
}

/** What can be collected of an invoice, what of it is overdue, and its age: 1 to 4, in days from 1 to 30, 60, 90 and 180. */
function owingOf(one: Owed) {
  const payable = minus(one.balance, one.disputed_amount)
  const isExtended = one.extended_to_on !== null && payable <= one.extended_amount
  const since =
    [one.last_payable_on, ...(isExtended && one.extended_to_on ? [one.extended_to_on] : [])].toSorted().at(-1) ?? ''
  return {
    payable,
    overdue: overdueOf(one, TODAY),
    age: [0, 30, 60, 90].filter((days) => since < addDays(TODAY, -days)).length,
  }
}

const sorted = (rows: readonly unknown[][]) => rows.map((row) => row.join(' ')).toSorted()

/** Three visits made to two of three contracts, by two technicians. */
const VISITS = `
  insert into visits (company_id, contract_id, kind, state, day, technician_id, created_by)
  select company_id, id, 'revision', 'done', date '2026-06-01' + n, case split_part(no_contract, '-', 2)::int % 3
    when 1 then company_id else md5(company_id::text)::uuid end, 'Prueba'
  from contracts, generate_series(1, 3) n where split_part(no_contract, '-', 2)::int % 3 > 0 order by company_id, n, id`

/** Last days to pay from June to January, plans, contracts, municipalities, claims, extended parts and agreements, before and after today. */
const DAYS = [
  `update invoices set last_payable_on = due_on + (number % 150)::int where prefix = 'FV'`,
  `update invoices set snapshot = jsonb_build_object('plan', 'Hogar ' || number % 3) where prefix = 'FV' and number % 4 = 0`,
  `update invoices i set kind = 'one_off', contract_id = (
     select id from contracts c where c.company_id = i.company_id order by id offset i.number % 50 limit 1
   ) where prefix = 'FV' and number % 7 = 0`,
  `update clients set municipality_code = '05088' where identification like '%3'`,
  `update invoices set disputed_amount = case when number % 2 = 0 then balance else 50000 end where balance > 0 and number % 11 = 0`,
  `update invoices set extended_amount = case when number % 2 = 0 then 100000 else balance end,
     extended_to_on = date '2026-10-15' + (number % 9)::int * 7 - 35 where balance > 0 and number % 5 = 0`,
  `update invoices set agreed_to_on = date '2026-10-15' + (number % 5)::int - 2 where balance > 0 and number % 6 = 0`,
]

async function listOwed(): Promise<Owed[]> {
  const { rows } = await raw.query<Owed & Record<'balance' | 'disputed_amount' | 'extended_amount', string>>(
    `select i.client_id, i.plan, k.municipality_code as municipality, i.balance, i.disputed_amount, i.extended_amount, i.extended_to_on::text,
       i.agreed_to_on::text, i.last_payable_on::text, (
         select v.technician_id from visits v where v.company_id = i.company_id and v.contract_id = i.contract_id order by v.day desc limit 1
       ) as technician
     from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id where i.company_id = $1 and i.balance > 0`,
    [context.companyId],
  )
  return rows.map((row) => ({
    ...row,
    balance: Number(row.balance) as Money,
    disputed_amount: Number(row.disputed_amount) as Money,
    extended_amount: Number(row.extended_amount) as Money,
  }))
}

async function hiddenPages(): Promise<number> {
  await raw.query('vacuum analyze')
  const { rows } = await raw.query<{ pages: number }>(
    `select sum(relpages - relallvisible)::int as pages from pg_class where oid in ('invoices'::regclass, 'visits'::regclass)`,
  )
  return rows[0]?.pages ?? 1
}

/** What the application's connection wrote to temporary files. */
async function temporaryBytes(): Promise<number> {
  await context.t.world.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await raw.query<{ bytes: string }>(
    'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.bytes)
}
