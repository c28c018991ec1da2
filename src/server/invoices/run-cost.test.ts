import type { Pool } from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { runApi } from '#domain/invoices/api.ts'
import { makePlan } from '#test/factory.ts'
import { type Company, type Person, type TestApp, testApp } from '#test/world.ts'
import { runMassive } from './run-worker.ts'

// The cost of a run is the rows of tables and entries of indexes that it reads, including those of triggers and foreign keys.

const SMALL = 500
const LARGE = 5_000
/** The maximum ratio of the cost of a contract among ten times as many contracts. */
const GROWTH_MAX = 1.2
/** The maximum rows and entries of a contract, with any statistics: about a third more than the measured values. */
const READS_MAX = { preview: 20, run: 85, again: 20, billed: 25 }
/** Small runs on the same connections, so that their prepared statements keep the plans of an almost empty database. */
const WARM_UP_RUNS = 8

type Office = { company: Company; financial: Person; contracts: number }

/** A company whose contracts have a pending charge; one of ten was suspended, one has credit in favour, and one has a client that signed in. */
async function makeOffice(t: TestApp, contracts: number): Promise<Office> {
  const company = await t.company()
  const planId = await makePlan(t.owner, company.id)
  const owner = await t.owner.connect()
  // Foreign key checks keep plans too; the plans of this seed must not affect the measure.
  await owner.query('discard plans')
  await owner.query(SEED, [company.id, planId, contracts])
  owner.release()
  return { company, financial: await company.person('financial'), contracts }
}

const SEED = `
  with people as (
    insert into users (company_id, role, username, first_name, last_name, last_login_at)
    select $1::uuid, 'client', $1::uuid::text || '.' || n, 'Yenny', 'Bohórquez', case when n % 10 = 0 then now() end from generate_series(1, $3::int) n returning id
  ),
  numbered as (select id, row_number() over () as n from people),
  made as (
    insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, stratum, address, department,
      city, municipality_code, payment_date)
    select $1::uuid, id, 'CC', (1000000000 + n)::text, 'Yenny', 'Bohórquez ' || n, 1 + n % 6, 'Calle ' || n, 'Antioquia', 'Medellín', '05001', 10
    from numbered returning id, stratum, identification::bigint - 1000000000 as n
  ),
  signed as (
    insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
      date_contract, billing_cut_day, signed_at, active_from)
    select $1::uuid, (select initial_letter from companies where id = $1::uuid) || '-' || lpad(n::text, 6, '0'), $2::uuid, 'active', id, 'Calle 1', 'Antioquia',
      'Medellín', '05001', stratum, '2025-01-01', 1 + n % 30, now(), '2025-01-01' from made returning id, billing_cut_day
  ),
  priced as (
    insert into contract_terms (company_id, contract_id, from_on, plan_id, plan_name, price)
    select $1::uuid, id, '2025-01-01', $2::uuid, 'Hogar 100', 6990000 from signed
  ),
  charged as (
    insert into pending_charges (company_id, contract_id, kind, description, price) select $1::uuid, id, 'other', 'Cable', 100000 from signed
  ),
  paused as (
    insert into suspension_intervals (company_id, contract_id, kind, from_on, to_on)
    select $1::uuid, id, 'arrears', '2026-09-01', '2026-09-05' from signed where billing_cut_day % 10 = 0
  )
  insert into journal (company_id, client_id, debit_account, credit_account, amount, posted_on)
  select $1::uuid, id, 'opening', 'credit', 50000, '2026-01-01' from made where n % 10 = 0`

async function bill(t: TestApp, { company, financial }: Office, period: string): Promise<number> {
  const { data: run } = await financial.call(runApi.start, { body: { period } })
  await runMassive(t.world, { company_id: company.id, run_id: run.id })
  return (await financial.call(runApi.get, { params: { id: run.id } })).data.created
}

/** The reads of every connection of the application, after each connection sends its counters. */
async function countReads(t: TestApp): Promise<number> {
  const clients = await Promise.all(Array.from({ length: t.world.pool.totalCount }, () => t.world.pool.connect()))
  for (const client of clients) await client.query('select pg_stat_force_next_flush()')
  for (const client of clients) client.release()
  const { rows } = await t.owner.query<{ reads: number }>(
    `select ((select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables)
       + (select sum(idx_tup_read) from pg_stat_user_indexes))::bigint as reads`,
  )
  return Number(rows[0]?.reads)
}

async function readsOf(t: TestApp, work: () => Promise<unknown>): Promise<number> {
  const before = await countReads(t)
  await work()
  return (await countReads(t)) - before
}

/** The cost of a contract: in a preview, in a run, in a second run, and in a preview when it is billed. */
async function measureCosts(t: TestApp, at: Office, period: string) {
  const perContract = (reads: number): number => reads / at.contracts
  const preview = await readsOf(t, () => at.financial.call(runApi.preview, { body: { period } }))
  const run = await readsOf(t, async () => expect(await bill(t, at, period)).toBe(at.contracts))
  const again = await readsOf(t, async () => expect(await bill(t, at, period)).toBe(0))
  const billed = await readsOf(t, () => at.financial.call(runApi.preview, { body: { period } }))
  return {
    preview: perContract(preview),
    run: perContract(run),
    again: perContract(again),
    billed: perContract(billed),
  }
}

/** Disables autovacuum, so that the statistics come only from this test. */
async function withoutAutovacuum(owner: Pool): Promise<void> {
  await owner.query(`do $$ declare t regclass; begin
    for t in select relid from pg_stat_user_tables where schemaname = 'public' loop
      execute format('alter table %s set (autovacuum_enabled = off)', t); end loop; end $$`)
}

async function assertCostsHold(t: TestApp, small: Office, large: Office, period: string): Promise<void> {
  const few = await measureCosts(t, small, period)
  const many = await measureCosts(t, large, period)
  for (const key of ['preview', 'run', 'again', 'billed'] as const) {
    expect(
      many[key] / few[key],
      `${key}: ${few[key]} for each of few contracts, ${many[key]} for each of many`,
    ).toBeLessThan(GROWTH_MAX)
    expect(many[key], key).toBeLessThan(READS_MAX[key])
  }
}

for (const statistics of ['none', 'stale'] as const) {
  describe(`statistics: ${statistics}, then fresh`, () => {
    const t = testApp()
    const at: { small?: Office; large?: Office } = {}

    beforeAll(async () => {
      t.setNow(new Date('2026-11-20T15:00:00Z'))
      await withoutAutovacuum(t.owner)
      const tiny = await makeOffice(t, 3)
      for (let month = 1; month <= WARM_UP_RUNS; month += 1) await bill(t, tiny, `2025-0${month}`)
      if (statistics === 'stale') await t.owner.query('analyze')
      at.small = await makeOffice(t, SMALL)
      at.large = await makeOffice(t, LARGE)
    })

    const both = () => {
      if (!at.small || !at.large) throw new Error('the offices are not created')
      return [at.small, at.large] as const
    }

    test(`INV-04 con diez veces los contratos cada uno cuesta lo mismo, con estadísticas ${statistics === 'none' ? 'que nadie tomó' : 'de cuando no había casi nada'}`, async () => {
      await assertCostsHold(t, ...both(), '2026-10')
    }, 60_000)

    test('INV-04 con estadísticas frescas, también', async () => {
      await t.owner.query('analyze')
      await assertCostsHold(t, ...both(), '2026-11')
    }, 60_000)
  })
}
