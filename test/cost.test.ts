import { afterAll, expect, test } from 'vitest'
import { period } from '#domain/core/period.ts'
import type { Case, State } from './cost/case.ts'
import { cashTurn } from './cost/cash.ts'
import { type CostContext, createContext } from './cost/context.ts'
import { measureOf } from './cost/measure.ts'
import { READING } from './cost/reading.ts'
import { openRaw } from './cost/reads.ts'
import { growSmallTables, seedHistory, shrinkSmallTables } from './cost/seed.ts'
import { type Measure, tableOf, violationsOf } from './cost/verdict.ts'
import { bankFile, importOfRows, massiveRun, webhook } from './cost/writing.ts'
import { testPaying } from './paying.ts'

const SMALL = 1_000
const LARGE = 10_000
const MINUTES = 60_000

/** A question that no index answers: what the other tests would say of it if an endpoint asked it. */
const planted: Case = {
  name: 'planted: messages by subject',
  per: 'page',
  of: 'all',
  limit: 400,
  prepare:
    async ({ t, companyId }) =>
    async () => {
      await t.owner.query(`select id from messages where company_id = $1 and subject = 'Nothing' limit 20`, [companyId])
      return 1
    },
}

const CASES = [massiveRun, ...READING, cashTurn, importOfRows, bankFile, webhook]
const SMALL_TABLES = CASES.filter(({ isSmall }) => isSmall)
/** One connection, so that the sixth time a statement is asked it has been planned five times, in every run of this test. */
const ONE = { POOL_MAX: '1' }
const worlds = [
  { size: SMALL, paying: await testPaying({}, ONE) },
  { size: LARGE, paying: await testPaying({}, ONE) },
]
const measures: Measure[] = []
afterAll(() => void process.stdout.write(`\n${tableOf([...CASES, planted], measures)}\n`))

for (const { size, paying } of worlds) {
  test(`what is read in a company of ${size} contracts is counted`, { timeout: 10 * MINUTES }, async () => {
    const raw = await openRaw(paying.t)
    const context = await createContext(paying, raw, size)
    // The first run of an installation: there is no invoice yet.
    await measure(massiveRun, context, 'no statistics')
    await seedHistory(raw, size)
    for (const one of [...CASES.slice(1), planted]) await measure(one, context, 'no statistics')
    if (size === LARGE) {
      await growSmallTables(raw)
      for (const one of SMALL_TABLES) await measure(one, context, 'grown')
      await shrinkSmallTables(raw)
    }
    await raw.query('analyze')
    context.period = period('2026-11')
    for (const one of [...CASES.slice(1), planted, massiveRun]) await measure(one, context, 'analyzed')
    await raw.end()
  })
}

async function measure(one: Case, context: CostContext, state: State): Promise<void> {
  measures.push(await measureOf(one, context, state))
}

for (const { name, limit, per } of CASES)
  test(`${name}: at most ${limit} rows and index entries are read for each ${per}, and as many with ten times the contracts`, () =>
    expect(violationsOf(name, measures)).toEqual([]))

test('every case was measured in both sizes and states, and those of small tables with ten times their rows', () => {
  for (const { name, isSmall } of CASES)
    expect([name, measures.filter((one) => one.name === name).length]).toEqual([name, isSmall ? 5 : 4])
  expect(SMALL_TABLES).toHaveLength(6)
})

test('a statement that reads a whole table is seen: by its name, the table, the rows and the limit, and that it grows', () => {
  const found = violationsOf(planted.name, measures)
  for (const expected of [
    /\(no statistics, 1000 contracts\): messages: 6\d{3} rows and index entries read for each page; .* limit 400$/,
    /\(analyzed, 10000 contracts\): messages: 6\d{4} rows and index entries read for each page; .* limit 400$/,
    /\(analyzed, 10000 contracts\): messages: 6\d{4} rows .*, and 6\d{3} with 1000$/,
    /\(analyzed, 10000 contracts\): messages: \d+ pages looked at for each page; .*, and \d+(\.\d)? with 1000$/,
  ])
    expect(found.filter((one) => expected.test(one))).toHaveLength(1)
})
