import { afterAll, expect, test } from 'vitest'
import { createContext } from './cost/context.ts'
import { dueCases } from './cost/due-cases.ts'
import { measureOf } from './cost/measure.ts'
import { openRaw } from './cost/reads.ts'
import { seedHistory } from './cost/seed.ts'
import { type Measure, tableOf, violationsOf } from './cost/verdict.ts'
import { massiveRun } from './cost/writing.ts'
import { testPaying } from './paying.ts'

// As test/cost.test.ts, in databases of its own: the jobs and the cases of this midnight would change what the others count.

const SIZES = [1_000, 10_000]
const MINUTES = 60_000
/** One connection, so that every statement is asked on it and its plans are kept. */
const ONE = { POOL_MAX: '1' }
const worlds = await Promise.all(SIZES.map(async (size) => ({ size, paying: await testPaying({}, ONE) })))
const measures: Measure[] = []
afterAll(() => void process.stdout.write(`\n${tableOf([dueCases], measures)}\n`))

for (const { size, paying } of worlds) {
  test(`R3.6 what the silence of the cases of ${size} contracts reads is counted`, {
    timeout: 10 * MINUTES,
  }, async () => {
    const raw = await openRaw(paying.t)
    const context = await createContext(paying, raw, size)
    // The invoices of a month, and then a history of them and of the cases.
    await measureOf(massiveRun, context, 'no statistics')
    await seedHistory(raw, size)
    measures.push(await measureOf(dueCases, context, 'no statistics'))
    await raw.query('analyze')
    measures.push(await measureOf(dueCases, context, 'analyzed'))
    await raw.end()
  })
}

test(`R3.6 ${dueCases.name}: at most ${dueCases.limit} rows and index entries are read for each case, and as many with ten times the contracts`, () => {
  expect(measures.map(({ units }) => units)).toEqual([60, 60, 60, 60])
  expect(violationsOf(dueCases.name, measures)).toEqual([])
})
