import { sql } from 'kysely'
import { type Day, dayOf } from '#domain/core/days.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { endBrokenAgreements } from './agreement-queries.ts'
import { isCompanyActive } from './arrears-queries.ts'
import { readPolicy } from './policy-queries.ts'
import { endPassed } from './promise-queries.ts'

export const promiseTickers: readonly Ticker[] = [
  { name: 'collections.promises', everyS: 600, tick: (world) => endLate(world) },
]

/**
 * Ends the promises of every company whose day has passed, at any hour and whatever the policy says, and the agreements that are not on time
 * while the policy is off: the decision of a day ends them only while it is in trial or on (docs/decisions/0094). A process with a wrong
 * clock ends nothing.
 */
export async function endLate(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const today = dayOf(world.clock())
  const companies = await readInPlatformTx(world, listCompanies)
  for (const companyId of companies) {
    await inSystemTx(world, companyId, (tx) => endOfCompany(tx, today)).catch((error: unknown) => {
      // One company must not stop the others.
      world.log.error({ err: error, company_id: companyId }, 'the promises of a company were not ended')
    })
  }
}

/** Every company: also one that never saved a policy makes agreements. */
async function listCompanies(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(tx)
  return rows.map(({ id }) => id)
}

async function endOfCompany(tx: Tx, today: Day): Promise<void> {
  await endPassed(tx, today)
  const { mode } = await readPolicy(tx)
  // A suspended company decides nothing: its agreements wait until it is active again.
  if (mode === 'off' && (await isCompanyActive(tx))) await endBrokenAgreements(tx, today)
}
