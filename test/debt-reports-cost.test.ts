import type { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { reportApi } from '#domain/reports/api.ts'
import { createContext } from './cost/context.ts'
import { countReads, openRaw } from './cost/reads.ts'
import { seedHistory } from './cost/seed.ts'
import { testPaying } from './paying.ts'

// In a database of its own: it is vacuumed, which says on which pages of a table an index may answer alone.

const SIZE = 1_000
const MINUTES = 60_000
const paying = await testPaying({}, { POOL_MAX: '1' })

test('RPT-01 la cartera por plan, por técnico y por municipio no lee las facturas ni las visitas: responde un índice', {
  timeout: 5 * MINUTES,
}, async () => {
  const raw = await openRaw(paying.t)
  onTestFinished(() => raw.end())
  const { t, financial } = await createContext(paying, raw, SIZE)
  await seedHistory(raw, SIZE)
  await raw.query('set session_replication_role = replica')
  await raw.query(VISITS)
  // A page is said to be visible to all once no transaction is left that began before its rows.
  await expect.poll(async () => hiddenPages(raw), { timeout: MINUTES }).toBe(0)
  for (const name of ['cartera_planes', 'cartera_tecnicos', 'cartera_municipios'] as const) {
    const { reads, answer } = await countReads(t, raw, () =>
      financial.call(reportApi.get, { params: { name }, query: {} }),
    )
    const { rows: groups } = answer.data
    expect([name, groups.length > 0]).toEqual([name, true])
    const fetched = reads.filter(({ table }) => table === 'invoices' || table === 'visits')
    expect([name, fetched.map(({ table, rows }) => [table, rows])]).toEqual([
      name,
      fetched.map(({ table }) => [table, 0]),
    ])
    expect([name, fetched.length > 0]).toEqual([name, true])
  }
})

/** Three visits made to each contract. */
const VISITS = `
  insert into visits (company_id, contract_id, kind, state, day, technician_id, created_by)
  select company_id, id, 'revision', 'done', date '2026-06-01' + n, company_id, 'Prueba' from contracts, generate_series(1, 3) n
  order by company_id, n, id`

async function hiddenPages(raw: Client): Promise<number> {
  await raw.query('vacuum analyze')
  const { rows } = await raw.query<{ pages: number }>(
    `select sum(relpages - relallvisible)::int as pages from pg_class where oid in ('invoices'::regclass, 'visits'::regclass)`,
  )
  return rows[0]?.pages ?? 1
}
