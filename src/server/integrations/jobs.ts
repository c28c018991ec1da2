import { dayOf } from '#domain/core/days.ts'
import { inPlatformTx, SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { factusOn } from './account.ts'
import { listCompaniesOn } from './queries.ts'
import { notifyRanges, writeRanges } from './ranges.ts'

export const integrationTasks = { 'integration.ranges': (world: World) => readAllRanges(world) } satisfies Record<
  string,
  Task
>

/** At 5:20 in Bogotá (10:20 UTC), before the offices open. */
export const integrationSchedules: readonly Schedule[] = [{ task: 'integration.ranges', pattern: '20 10 * * *' }]

/**
 * Reads the numbering ranges of every company whose electronic invoices are on, and notifies of those that end (EIN-05). A company whose
 * provider does not answer keeps the ranges that it has.
 */
export async function readAllRanges(world: World): Promise<void> {
  const companies = await inPlatformTx(world, (tx) => listCompaniesOn(tx, 'factus'))
  for (const companyId of companies) await readRangesOf(world, companyId)
}

async function readRangesOf(world: World, companyId: string): Promise<void> {
  const scope = { ...SYSTEM, companyId }
  const today = dayOf(world.clock())
  const account = await inTransaction(world.pool, 'enlace_app', scope, (tx) => factusOn(world, tx))
  const answer = await account?.factus.numberingRanges()
  await inTransaction(world.pool, 'enlace_app', scope, async (tx) => {
    if (account && answer?.kind === 'ok')
      await writeRanges(tx, world.config.secret, account.environment, answer.data, today)
    if (account) await notifyRanges(tx, account.environment, today)
  })
}
