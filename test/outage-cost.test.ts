import { afterAll, expect, test } from 'vitest'
import { createContext } from './cost/context.ts'
import { measureOf } from './cost/measure.ts'
import { CHARGES, OUTAGES } from './cost/outages.ts'
import { openRaw } from './cost/reads.ts'
import { type Measure, tableOf, violationsOf } from './cost/verdict.ts'
import { testPaying } from './paying.ts'

// As test/cost.test.ts, in databases of its own: an outage changes every contract, and ended ones would change what the others count.

const SIZES = [1_000, 10_000]
const MINUTES = 60_000
/** One connection, so that every statement is asked on it and its plans are kept. */
const ONE = { POOL_MAX: '1' }
const worlds = await Promise.all(SIZES.map(async (size) => ({ size, paying: await testPaying({}, ONE) })))
const measures: Measure[] = []
afterAll(() => void process.stdout.write(`\n${tableOf(OUTAGES, measures)}\n`))

for (const { size, paying } of worlds) {
  test(`SUS-07 what the outages of ${size} contracts read is counted`, { timeout: 10 * MINUTES }, async () => {
    const raw = await openRaw(paying.t)
    const context = await createContext(paying, raw, size)
    await raw.query('set session_replication_role = replica')
    await raw.query(CHARGES)
    await raw.query('set session_replication_role = origin')
    for (const one of OUTAGES) measures.push(await measureOf(one, context, 'no statistics'))
    await raw.query('analyze')
    for (const one of OUTAGES) measures.push(await measureOf(one, context, 'analyzed'))
    await raw.end()
  })
}

for (const { name, limit, per } of OUTAGES)
  test(`SUS-07 ${name}: at most ${limit} rows and index entries are read for each ${per}, and as many with ten times the contracts`, () => {
    expect(measures.filter((one) => one.name === name)).toHaveLength(4)
    expect(violationsOf(name, measures)).toEqual([])
  })
