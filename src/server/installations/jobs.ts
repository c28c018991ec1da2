import { DAY_MS } from '#domain/core/durations.ts'
import { inPlatformTx, SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { deleteUnusedEvidence } from '#server/files/evidence-queries.ts'

export const installationTasks = { 'evidence.sweep': sweepEvidence } satisfies Record<string, Task>
export const installationSchedules: readonly Schedule[] = [{ task: 'evidence.sweep', pattern: '41 * * * *' }]

/** A device without a network may send the report days after its photos. */
const UNUSED_MAX_MS = 7 * DAY_MS
/** Files of one company that one transaction releases. */
const SWEPT_MAX = 500

/** Releases the photos and signatures that no report named in seven days: the review of the bucket then puts them in the bin. */
export async function sweepEvidence(world: World): Promise<void> {
  const companies = await inPlatformTx(world, (tx) => tx.selectFrom('companies').select('id').orderBy('id').execute())
  const before = new Date(world.clock().getTime() - UNUSED_MAX_MS)
  for (const { id } of companies) {
    const scope = { ...SYSTEM, companyId: id }
    for (let released = SWEPT_MAX; released === SWEPT_MAX; )
      released = await inTransaction(world.pool, 'enlace_app', scope, (tx) =>
        deleteUnusedEvidence(tx, before, SWEPT_MAX),
      )
  }
}
