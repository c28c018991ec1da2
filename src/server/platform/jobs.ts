import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { deleteOldReplies } from './queries.ts'

export const platformTasks = { 'requests.sweep': deleteOldKeys }
export const platformSchedules: readonly Schedule[] = [{ task: 'requests.sweep', pattern: '43 * * * *' }]

/** Forgets the answers that were kept for a repeated request, a week after it. */
async function deleteOldKeys(world: World): Promise<void> {
  await inTransaction(world.pool, 'enlace_platform', SYSTEM, deleteOldReplies)
}
