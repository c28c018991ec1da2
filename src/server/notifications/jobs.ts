import * as z from 'zod/mini'
import { brandOf } from '#domain/core/brand.ts'
import { paths } from '#domain/core/paths.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { notificationEmail } from '#server/documents/mail.ts'
import { renderNotification } from './notifications.ts'
import { readEmailData } from './queries.ts'

const Payload = z.object({ company_id: z.uuid(), notification_id: z.uuid() })

export const notificationTasks = {
  /** Sends the e-mail of a notification, with the notification's id: a second try sends the same message id. */
  'notification.mail': sendNotificationEmail,
} satisfies Record<string, Task>

async function sendNotificationEmail(world: World, payload: unknown): Promise<void> {
  const { company_id, notification_id } = z.parse(Payload, payload)
  const scope = { ...SYSTEM, companyId: company_id, isReadOnly: true }
  const data = await inTransaction(world.pool, 'enlace_app', scope, (tx) => readEmailData(tx, notification_id))
  if (!data || data.email === null) return
  const { text, href } = renderNotification(data, data.role)
  await world.mailer.send({
    id: notification_id,
    to: data.email,
    ...notificationEmail({
      companyName: data.company_name,
      brand: brandOf(data.color_code),
      firstName: data.first_name,
      text,
      url: `${world.config.publicUrl}${href}`,
      choicesUrl: `${world.config.publicUrl}${paths.notifications}`,
    }),
  })
}
