import { inPlatformTx, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { deleteOldReplies } from './queries.ts'

export const platformTasks = { 'requests.sweep': deleteOldKeys }
export const platformSchedules: readonly Schedule[] = [{ task: 'requests.sweep', pattern: '43 * * * *' }]

/** Deletes the stored replies of idempotent requests after a week. */
async function deleteOldKeys(world: World): Promise<void> {
  await inPlatformTx(world, deleteOldReplies)
}
