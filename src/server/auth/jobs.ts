import { sql } from 'kysely'
import * as z from 'zod/mini'
import { inPlatformTx, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { sendEmailLink } from './email-link.ts'
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
  /** One email: enqueued in the transaction of its event, sent after the commit, retried when the SMTP server refuses it. */
  'mail.send': async (world, payload) => world.mailer.send(z.parse(MailPayload, payload)),
  'auth.recover': sendRecoveryCodes,
  'auth.invite': sendInvitation,
  'auth.confirm_email': sendEmailLink,
  'auth.sweep': deleteEndedRows,
} satisfies Record<string, Task>

export const authSchedules: readonly Schedule[] = [{ task: 'auth.sweep', pattern: '17 * * * *' }]

/** Deletes counters, codes and sessions some days after their end. The audit log keeps their events. */
async function deleteEndedRows(world: World): Promise<void> {
  await inPlatformTx(world, async (tx) => {
    await tx.deleteFrom('attempts').where('window_started_at', '<', sql<Date>`now() - interval '2 days'`).execute()
    await tx.deleteFrom('recovery_codes').where('expires_at', '<', sql<Date>`now() - interval '7 days'`).execute()
    await tx.deleteFrom('known_browsers').where('expires_at', '<', sql<Date>`now()`).execute()
    await tx.deleteFrom('sessions').where('ends_at', '<', sql<Date>`now() - interval '30 days'`).execute()
  })
}
