import { paths } from '#domain/core/paths.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { Role } from '#domain/core/roles.ts'
import { type Notification, notificationApi } from '#domain/notifications/api.ts'
import { noticeFor, topicsOf } from '#domain/notifications/notification.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import {
  countNotifications,
  countUnread,
  listNotifications,
  markAllRead,
  markNotification,
  type NotificationRow,
  readEmailTopics,
  writeEmailTopics,
} from './queries.ts'

/** NOT-01: the notifications of the user, with their read marks. */
export const notifications = implement(notificationApi, {
  list: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const filter = { userId: ctx.actor.userId, topic: query.topic, isUnread: query.unread !== undefined }
      const { data, meta } = await pageReply(query, {
        rows: (range) => listNotifications(tx, filter, range),
        total: () => countNotifications(tx, filter),
      })
      return {
        data: data.map((row) => renderNotification(row, ctx.actor.role)),
        meta,
        totals: { unread: await countUnread(tx, ctx.actor.userId) },
      }
    }),

  mark: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const row = await markNotification(tx, ctx.actor.userId, params.id, body.is_read ? ctx.now : null)
      if (!row) throw notFound('Esa notificación no existe')
      return { data: renderNotification(row, ctx.actor.role) }
    }),

  readAll: (ctx) =>
    ctx.tx(async (tx) => {
      await markAllRead(tx, ctx.actor.userId, ctx.now)
      return { data: { unread: 0 }, message: 'Listo: no te queda nada sin leer' }
    }),

  preferences: (ctx) => ctx.tx(async (tx) => ({ data: await readEmailTopics(tx, ctx.actor.userId) })),

  choose: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { role, userId } = ctx.actor
      const topics = [...new Set(body.by_mail)].filter((topic) => topicsOf(role).includes(topic))
      await writeEmailTopics(tx, userId, topics)
      return { data: await readEmailTopics(tx, userId), message: 'Guardamos lo que quieres recibir por correo' }
    }),

  // Authorization is checked before; core/stream.ts keeps the stream open.
  stream: async () => ({}),
})

/** A notification with the text and link of the current rules. Without a rule (removed, or of another role): a general text and the dashboard. */
export function renderNotification(
  { id, name, before, after, topic, read_at, created_at }: NotificationRow,
  role: Role,
): Notification {
  const event = { name, before, after }
  const rule = noticeFor(name, role)
  return {
    id,
    topic,
    text: rule?.text(event) ?? 'Hay una novedad en tu cuenta',
    href: rule?.href(event, role) ?? paths.dashboard,
    is_read: read_at !== null,
    at: created_at.toISOString(),
  }
}
