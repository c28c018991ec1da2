import { Client } from 'pg'
import { beforeAll, expect, inject, test } from 'vitest'
import * as z from 'zod/mini'
import { invoiceApi } from '#domain/invoices/api.ts'
import { makeClient } from '#test/factory.ts'
import { type Person, testApp } from '#test/world.ts'

const t = testApp()
const COMPANIES = 12
const INVOICES = 3_000
const PAGE_SIZE = 20
/** Invoices of the first month of each company: the oldest rows, which a scan from the newest reads last. */
const OLD_MONTH = 200
/** Rows of `invoices` that a page may read: its keys, and the rows of those keys. The page of a month may read the month. */
const TOUCHED_MAX = 3 * PAGE_SIZE
/** From the sixth execution PostgreSQL uses a generic plan. */
const TIMES = 7

type Plan = {
  'Relation Name'?: string
  'Index Cond'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const Explained = z.object({ Plan: z.custom<Plan>((value) => typeof value === 'object') })

const plans: Plan[] = []
let financial: Person

/** Each statement of the server sends its plan as a notice of its connection (auto_explain). */
beforeAll(async () => {
  const name = new URL(z.parse(z.string(), t.owner.options.connectionString)).pathname.slice(1)
  const admin = new Client({ connectionString: inject('adminUrl') })
  await admin.connect()
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  for (const [setting, value] of Object.entries(settings))
    await admin.query(`alter database ${name} set ${setting} = '${value}'`)
  await admin.end()
  t.world.pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const json = /plan:\s*(\{[\s\S]*\})/.exec(message ?? '')?.[1]
      if (json !== undefined) plans.push(z.parse(Explained, JSON.parse(json)).Plan)
    })
  })
  // A run writes each company's month together, but the planner expects the rows of a company to be spread evenly.
  for (let n = 0; n < COMPANIES; n += 1) {
    const company = await t.company()
    const { id } = await makeClient(t.owner, company.id)
    await t.owner.query(FILL, [company.id, id, INVOICES])
    if (n === 0) financial = await company.person('financial')
  }
  await t.owner.query('analyze')
}, 60_000)

const FILL = `
  with written as (
    insert into invoices (company_id, prefix, number, kind, client_id, period, issued_on, due_on, last_payable_on, subtotal, vat, total, snapshot, balance)
    select $1, 'FV', n, 'one_off', $2, case when n <= ${OLD_MONTH} then '2026-01' else '2026-02' end, '2026-01-01', date '2026-01-11' + n % 30,
      date '2026-01-11' + n % 30,
      1000, 0, 1000, '{}', case when n % 10 = 0 then 1000 else 0 end
    from generate_series(1, $3::int) n returning 1
  )
  insert into counters (company_id, kind, prefix, last) select $1, 'invoice', 'FV', count(*) from written`

/** The nodes of a plan that read invoices, with the number of rows that each one read. */
function* readsOf(plan: Plan): Generator<{ rowsRead: number; condition: string }> {
  if (plan['Relation Name'] === 'invoices') {
    const rowsRead = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    yield { rowsRead, condition: plan['Index Cond'] ?? '' }
  }
  for (const inner of plan.Plans ?? []) yield* readsOf(inner)
}

test.each([
  ['la primera página', { page: 1 }],
  ['la última', { page: INVOICES / PAGE_SIZE }],
  ['la de un mes viejo', { page: 1, period: '2026-01' }],
  ['la de lo que vence primero', { page: 1, sort: 'due_on' }],
])(
  'INV-01 %s se lee por la llave de la empresa y toca solo lo suyo, también con el plan genérico',
  async (_, query) => {
    let total = 0
    plans.length = 0
    for (let time = 0; time < TIMES; time += 1) {
      const answer = await financial.call(invoiceApi.list, { query: { page_size: PAGE_SIZE, ...query } })
      expect(answer.data).toHaveLength(PAGE_SIZE)
      total = answer.meta?.total ?? 0
    }
    const isMonth = 'period' in query
    expect(total).toBe(isMonth ? OLD_MONTH : INVOICES)
    const pages = plans.filter((plan) => [...readsOf(plan)].length === 2)
    expect(pages.length).toBe(TIMES)
    for (const read of pages.flatMap((plan) => [...readsOf(plan)])) {
      expect(read.condition).toContain('company_id')
      expect(read.rowsRead).toBeLessThanOrEqual(isMonth ? OLD_MONTH : TOUCHED_MAX)
    }
  },
)
