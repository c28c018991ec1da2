import { Socket } from 'node:net'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { putPolicy, runAt } from '#test/arrears.ts'
import { countReads, openRaw, type Reads, totalReads } from '#test/cost/reads.ts'
import { makePlan } from '#test/factory.ts'
import { MANY_DEBTORS } from '#test/many-debtors.ts'
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
/** Services that are cut at once, and the maximum bytes that each sends: about a tenth more than the measured value. */
const MANY_CUTS = 400
const SENT_MAX = 1_300
/** Transactions of a tick that changes nothing. */
const TRANSACTIONS_MAX = 30

const MORNING = '2026-12-16T09:00:00-05:00'

const t = testApp()

/** A company with services that are cut and owe their cause, and services that were notified and are to be cut. */
async function makeCompany(cut: number): Promise<string> {
  const company = await t.company()
  const planId = await makePlan(t.owner, company.id)
  await t.owner.query(MANY_DEBTORS, [company.id, planId, cut + TO_CUT, cut])
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

const sentBy = ({ connection: { stream } }: PoolClient): number => (stream instanceof Socket ? stream.bytesWritten : 0)

/** The bytes that the process sends to the database while it does `work`. */
async function countSent(work: () => Promise<unknown>): Promise<number> {
  const sent = new Map<PoolClient, number>()
  const add = (client: PoolClient) => {
    if (!sent.has(client)) sent.set(client, sentBy(client))
  }
  t.world.pool.on('acquire', add)
  await work()
  t.world.pool.off('acquire', add)
  return [...sent].reduce((total, [client, before]) => total + sentBy(client) - before, 0)
}

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

test('SUS-02 el corte de cada servicio envía a la base de datos una sola vez lo que no cambia de su contrato, y el registro lo guarda completo antes y después', async () => {
  const sentFor = async (count: number) => {
    const company = await t.company()
    await t.owner.query(MANY_DEBTORS, [company.id, await makePlan(t.owner, company.id), count, 0])
    await putPolicy(t, company.id, { brake_percent: 100 })
    const sent = await countSent(() => runAt(t, MORNING))
    expect(await countCuts(company.id)).toBe(count)
    await putPolicy(t, company.id, { mode: 'off' })
    return { companyId: company.id, sent }
  }
  // The first run also sends the texts of the statements.
  await sentFor(2)
  const [few, many] = [await sentFor(2), await sentFor(MANY_CUTS)]
  expect((many.sent - few.sent) / (MANY_CUTS - 2)).toBeLessThan(SENT_MAX)

  const { rows } = await t.owner.query<{ before: object; after: object }>(
    "select before, after from events where company_id = $1 and name = 'contract.suspended'",
    [few.companyId],
  )
  expect(rows).toHaveLength(2)
  for (const { before, after } of rows) {
    expect(before).toMatchObject({ status: 'active', city: 'Medellín', stratum: 2, technician: null })
    expect(after).toEqual({
      ...before,
      status: 'suspended',
      kind: 'arrears',
      reason: expect.stringMatching(/^Debe \d+ días de mora$/),
      debt: 69_900,
      overdue_days: expect.any(Number),
      run_id: expect.any(String),
      policy_version: 1,
    })
  }
})
