import { sql } from 'kysely'
import * as z from 'zod/mini'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { sendInvitation } from './invitation.ts'
import { sendRecoveryCodes } from './recovery-mail.ts'

const MailPayload = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  senderName: z.optional(z.string()),
})

export const authTasks = {
  /** One letter: enqueued in the transaction of what it tells, sent after it, tried again when the server does not take it. */
  'mail.send': async (world, payload) => world.mailer.send(z.parse(MailPayload, payload)),
  'auth.recover': sendRecoveryCodes,
  'auth.invite': sendInvitation,
  'auth.sweep': sweep,
} satisfies Record<string, Task>

export const authSchedules: readonly Schedule[] = [{ task: 'auth.sweep', pattern: '17 * * * *' }]

/** Removes what has long ended and tells nothing any more: counters, codes, sessions. The binnacle keeps the facts. */
async function sweep(world: World): Promise<void> {
  await inTransaction(world.pool, 'enlace_platform', SYSTEM, async (tx) => {
    await tx.deleteFrom('attempts').where('window_started_at', '<', sql<Date>`now() - interval '2 days'`).execute()
    await tx.deleteFrom('recovery_codes').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute()
    await tx.deleteFrom('sessions').where('ends_at', '<', sql<Date>`now() - interval '30 days'`).execute()
  })
}
