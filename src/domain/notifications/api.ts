import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { ROLES } from '#domain/core/roles.ts'
import { TOPICS } from './topics.ts'

/** A notification of a user: its text, its link and whether it was read. */
const Notification = z.object({
  id: z.uuid(),
  topic: z.enum(TOPICS),
  text: z.string(),
  /** A path of the web. */
  href: z.string(),
  is_read: z.boolean(),
  at: z.iso.datetime(),
})
export type Notification = z.output<typeof Notification>

const Unread = z.object({ unread: z.number() })

const Topics = z
  .array(z.enum(TOPICS, { error: 'Elige un tema de la lista' }))
  .check(z.maxLength(TOPICS.length, { error: 'Elige cada tema una vez' }))
const Preferences = z.object({ by_mail: Topics, email: z.nullable(z.string()) })

/** The notifications of the caller (NOT-01). Read marks belong to each user and are not events of the company: they record no event. */
export const notificationApi = api({
  list: {
    method: 'GET',
    path: '/notification',
    summary: 'Tus notificaciones, las nuevas primero, y cuántas no has leído',
    roles: ROLES,
    query: z.strictObject({
      ...pageQuery,
      unread: z.optional(z.enum(['true'], { error: 'unread solo admite true' })),
      topic: z.optional(z.enum(TOPICS, { error: 'Elige un tema de la lista' })),
    }),
    reply: z.object({ data: z.array(Notification), meta: PageMeta, totals: Unread }),
  },
  mark: {
    method: 'PATCH',
    path: '/notification/:id',
    summary: 'Marca una notificación como leída o no leída',
    roles: ROLES,
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ is_read: z.boolean({ error: 'Di si ya la leíste' }) }),
    ownMarks: true,
    reply: z.object({ data: Notification }),
  },
  readAll: {
    method: 'POST',
    path: '/notification/read-all',
    summary: 'Marca como leídas todas tus notificaciones',
    roles: ROLES,
    ownMarks: true,
    reply: z.object({ data: Unread, message: z.string() }),
  },
  preferences: {
    method: 'GET',
    path: '/notification/preferences',
    summary: 'Lo que también quieres recibir por correo',
    roles: ROLES,
    reply: z.object({ data: Preferences }),
  },
  choose: {
    method: 'PUT',
    path: '/notification/preferences',
    summary: 'Elige lo que también quieres recibir por correo',
    roles: ROLES,
    body: z.strictObject({ by_mail: Topics }),
    ownMarks: true,
    reply: z.object({ data: Preferences, message: z.string() }),
  },
  /**
   * Server-sent events: `notification` for a new notification, `refresh` when the client may have missed one, `cut` when the server
   * sends none for now.
   */
  stream: {
    method: 'GET',
    path: '/notification/stream',
    summary: 'Avisa en vivo, como server-sent events, que hay algo nuevo',
    roles: ROLES,
    replyAs: 'stream',
    reply: z.object({}),
  },
})
