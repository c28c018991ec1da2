import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import { endPassed } from './promise-queries.ts'

export const promiseTickers: readonly Ticker[] = [
  { name: 'collections.promises', everyS: 600, tick: (world) => endLate(world) },
]

/**
 * Ends the promises of every company whose day has passed, at any hour and whatever the policy says: the decision of a day does it only
 * while the policy is in trial or on. A process with a wrong clock ends nothing.
 */
export async function endLate(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const today = dayOf(world.clock())
  const companies = await readInPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ company_id: string }>`
      select distinct company_id from collection_policies`.execute(tx)
    return rows.map(({ company_id }) => company_id)
  })
  for (const companyId of companies) {
    await inSystemTx(world, companyId, (tx) => endPassed(tx, today)).catch((error: unknown) => {
      // One company must not stop the others.
      world.log.error({ err: error, company_id: companyId }, 'the promises of a company were not ended')
    })
  }
}
