import { expect, test } from 'vitest'
import { putPolicy, runAt } from '#test/arrears.ts'
import { countReads, openRaw, type Reads, totalReads } from '#test/cost/reads.ts'
import { makePlan } from '#test/factory.ts'
import { testApp } from '#test/world.ts'

// The cost of a tick is the rows of tables and entries of indexes that it reads, in companies with few and with many cut services.

const FEW = 300
const MANY = 3_000
const TO_CUT = 60
/** The maximum ratio of the cost of one service among ten times as many cut services. */
const GROWTH_MAX = 1.2
/** The maximum rows and entries for each cut service, about a third more than the measured value. */
const LOOK_READS_MAX = 16
/** The intervals of a service that is cut are looked up a few times, and those of the others are not. */
const INTERVAL_READS_MAX = 4
/** Transactions of a tick that changes nothing. */
const TRANSACTIONS_MAX = 30

const MORNING = '2026-12-16T09:00:00-05:00'

const t = testApp()

/** A company with services that are cut and owe their cause, and services that were notified and are to be cut. */
async function makeCompany(cut: number): Promise<string> {
  const company = await t.company()
  const planId = await makePlan(t.owner, company.id)
  await t.owner.query(SEED, [company.id, planId, cut + TO_CUT, cut])
  // More than one per cent of the services would be cut: the run stops until a user approves it.
  await putPolicy(t, company.id, { brake_percent: 1 })
  await t.owner.query('analyze')
  // The statistics are of before the cuts, as on the day of a large run.
  await t.owner.query(
    `insert into suspension_intervals (company_id, contract_id, kind, from_on)
     select company_id, id, 'arrears', '2026-11-10' from contracts where company_id = $1 and status = 'suspended'`,
    [company.id],
  )
  return company.id
}

const SEED = `
  with people as (
    insert into users (company_id, role, username, first_name, last_name)
    select $1::uuid, 'client', $1::uuid::text || '.' || n, 'Yenny', 'Bohórquez' from generate_series(1, $3::int) n returning id
  ),
  numbered as (select id, row_number() over () as n from people),
  made as (
    insert into clients (company_id, user_id, type_identification, identification, first_name, last_name, stratum, address, department, city,
      municipality_code, payment_date)
    select $1::uuid, id, 'CC', (1000000000 + n)::text, 'Yenny', 'Bohórquez ' || n, 2, 'Calle ' || n, 'Antioquia', 'Medellín', '05001', 10
    from numbered returning id, identification::bigint - 1000000000 as n
  ),
  signed as (
    insert into contracts (company_id, no_contract, plan_id, status, client_id, address, department, city, municipality_code, stratum,
      date_contract, billing_cut_day, signed_at, active_from)
    select $1::uuid, (select initial_letter from companies where id = $1::uuid) || '-' || lpad(n::text, 6, '0'), $2::uuid,
      case when n <= $4::int then 'suspended' else 'active' end, id, 'Calle 1', 'Antioquia', 'Medellín', '05001', 2, '2025-01-01', 1, now(),
      '2025-01-01'
    from made returning id, client_id, no_contract, status
  ),
  owed as (
    insert into invoices (company_id, prefix, number, kind, client_id, contract_id, period, issued_on, due_on, last_payable_on, subtotal,
      vat, total, snapshot, balance)
    select $1::uuid, 'FV', row_number() over (), 'one_off', client_id, id, '2026-10', '2026-10-05', '2026-10-15', '2026-10-15', 6990000, 0,
      6990000, '{}', 6990000
    from signed
  ),
  notified as (
    insert into collection_notices (company_id, contract_id, channel, debt, given_on, given_by)
    select $1::uuid, id, 'paper', 6990000, '2026-12-01', 'Prueba' from signed where status = 'active'
  )
  insert into collection_notices (company_id, contract_id, channel, debt, given_on, given_by, used_at)
  select $1::uuid, id, 'paper', 6990000, '2026-11-01', 'Prueba', now() from signed, generate_series(1, 5) where status = 'suspended'`

/** The connections that `work` takes: each transaction takes one. */
async function countTransactions(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const add = () => void (count += 1)
  t.world.pool.on('acquire', add)
  await work()
  t.world.pool.off('acquire', add)
  return count
}

const countCuts = async (companyId: string): Promise<number> => {
  const { rows } = await t.owner.query<{ count: number }>(
    "select count(*)::int as count from suspension_intervals where company_id = $1 and from_on = '2026-12-16'",
    [companyId],
  )
  return rows[0]?.count ?? 0
}

/**
 * What a tick reads for each cut service that owes its cause, and the transactions of that tick. For each service that the next tick cuts,
 * what it reads more of the intervals of all services.
 */
async function measure(cut: number) {
  const raw = await openRaw(t)
  try {
    const companyId = await makeCompany(cut)
    await runAt(t, MORNING)
    expect(await countCuts(companyId)).toBe(0)
    const transactions = await countTransactions(() => runAt(t, MORNING))
    const look = (await countReads(t, raw, () => runAt(t, MORNING))).reads
    await t.owner.query("update collection_runs set status = 'running', approved_by = 'Prueba' where company_id = $1", [
      companyId,
    ])
    const cutting = (await countReads(t, raw, () => runAt(t, MORNING))).reads
    expect(await countCuts(companyId)).toBe(TO_CUT)
    await putPolicy(t, companyId, { mode: 'off' })
    return {
      look: totalReads(look) / cut,
      intervals: (intervalReads(cutting) - intervalReads(look)) / TO_CUT,
      transactions,
    }
  } finally {
    await raw.end()
  }
}

const intervalReads = (reads: Reads): number =>
  totalReads(reads.filter(({ table }) => table === 'suspension_intervals'))

test('SUS-02 SUS-03 con diez veces los servicios cortados, mirarlos y cortar otro cuesta por cada uno lo mismo, y mirarlos no abre una transacción por cliente', async () => {
  // First the many: PostgreSQL then has no statistics of a cut at all.
  const many = await measure(MANY)
  const few = await measure(FEW)
  expect(many.look / few.look, `${few.look} of few, ${many.look} of many`).toBeLessThan(GROWTH_MAX)
  expect(many.look).toBeLessThan(LOOK_READS_MAX)
  expect(many.intervals).toBeLessThan(INTERVAL_READS_MAX)
  expect(many.transactions).toBeLessThan(TRANSACTIONS_MAX)
}, 60_000)
