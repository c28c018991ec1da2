import { sql } from 'kysely'
import { FIRST_POLICY } from '#domain/collections/policy.ts'
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
 * while the policy is off: the decision of a day ends them only while it is in trial or on (docs/decisions/0094). A company without any of
 * them costs no transaction. A process with a wrong clock ends nothing.
 */
export async function endLate(world: World, processNow: () => Date = () => new Date()): Promise<void> {
  if (!(await isClockRight(world, processNow))) return
  const today = dayOf(world.clock())
  const companies = await readInPlatformTx(world, (tx) => listCompanies(tx, today))
  for (const companyId of companies) {
    await inSystemTx(world, companyId, (tx) => endOfCompany(tx, today)).catch((error: unknown) => {
      // One company must not stop the others.
      world.log.error({ err: error, company_id: companyId }, 'the promises of a company were not ended')
    })
  }
}

/**
 * The companies with a promise whose day has passed, and the active ones whose policy is off with an open agreement, which may have to end.
 * One that never saved a policy makes agreements too.
 */
async function listCompanies(tx: Tx, today: Day): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    select company_id from payment_promises where outcome is null and until_on < ${today}::date
    union
    select a.company_id from (select distinct company_id from payment_agreements where outcome is null) a
    join companies c on c.id = a.company_id and c.status = 'active'
    where coalesce((
      select mode from collection_policies p where p.company_id = a.company_id order by version desc limit 1
    ), ${FIRST_POLICY.mode}) = 'off'`.execute(tx)
  return rows.map(({ company_id }) => company_id)
}

async function endOfCompany(tx: Tx, today: Day): Promise<void> {
  await endPassed(tx, today)
  const { mode } = await readPolicy(tx)
  // A suspended company decides nothing: its agreements wait until it is active again.
  if (mode === 'off' && (await isCompanyActive(tx))) await endBrokenAgreements(tx, today)
}
