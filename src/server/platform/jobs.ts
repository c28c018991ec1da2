import type { World } from '#server/core/context.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { deleteOldReplies } from './queries.ts'

const SCOPE = {
  companyId: PLATFORM_COMPANY_ID,
  actorId: null,
  actorName: 'Enlace',
  actorRole: 'system',
  ip: null,
  requestId: null,
}

export const platformTasks = { 'requests.sweep': sweep }
export const platformSchedules: readonly Schedule[] = [{ task: 'requests.sweep', pattern: '43 * * * *' }]

/** Forgets the answers that were kept for a repeated request, a week after it. */
async function sweep(world: World): Promise<void> {
  await inTransaction(world.pool, 'enlace_platform', SCOPE, deleteOldReplies)
}
