import { sql } from 'kysely'
import type { Role } from '#domain/core/roles.ts'
import type { Topic } from '#domain/notifications/topics.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

export type NotificationRow = {
  id: string
  topic: Topic
  name: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  read_at: Date | null
  created_at: Date
}

type Filter = { userId: string; topic: Topic | undefined; isUnread: boolean }

const conditions = ({ userId, topic, isUnread }: Filter) =>
  sql.join(
    [
      sql`n.company_id = (select current_company()) and n.user_id = ${userId}`,
      ...(topic === undefined ? [] : [sql`n.topic = ${topic}`]),
      ...(isUnread ? [sql`n.read_at is null`] : []),
    ],
    sql` and `,
  )

const COLUMNS = sql`n.id, n.topic, e.name, e.before, e.after, n.read_at, n.created_at`
const EVENT_JOIN = sql`events e on e.company_id = n.company_id and e.id = n.event_id`

/** Newest first. */
export async function listNotifications(tx: Tx, filter: Filter, range: RowRange): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${COLUMNS} from notifications n join ${EVENT_JOIN}
    where ${conditions(filter)} order by n.id desc ${pageOf(range)}`.execute(tx)
  return rows
}

export async function countNotifications(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications n where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const countUnread = (tx: Tx, userId: string): Promise<number> =>
  countNotifications(tx, { userId, topic: undefined, isUnread: true })

/** Sets or clears the read mark of a user's own notification; undefined when it is not theirs. A second mark keeps the first time. */
export async function markNotification(
  tx: Tx,
  userId: string,
  id: string,
  readAt: Date | null,
): Promise<NotificationRow | undefined> {
  const { rows } = await sql<NotificationRow>`
    update notifications n set read_at = case when ${readAt}::timestamptz is null then null else coalesce(n.read_at, ${readAt}) end
    from events e
    where n.company_id = (select current_company()) and n.user_id = ${userId} and n.id = ${id}
      and e.company_id = n.company_id and e.id = n.event_id
    returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

export async function markAllRead(tx: Tx, userId: string, readAt: Date): Promise<void> {
  await sql`
    update notifications set read_at = ${readAt}
    where company_id = (select current_company()) and user_id = ${userId} and read_at is null`.execute(tx)
}

/** The topics that a user receives by e-mail, and the user's e-mail. */
export async function readEmailTopics(tx: Tx, userId: string): Promise<{ by_mail: Topic[]; email: string | null }> {
  const { rows } = await sql<{ by_mail: Topic[]; email: string | null }>`
    select u.email, array(select m.topic from mail_choices m where m.company_id = u.company_id and m.user_id = u.id order by 1) as by_mail
    from users u where u.company_id = (select current_company()) and u.id = ${userId}`.execute(tx)
  return rows[0] ?? { by_mail: [], email: null }
}

export async function writeEmailTopics(tx: Tx, userId: string, topics: readonly Topic[]): Promise<void> {
  await sql`delete from mail_choices where company_id = (select current_company()) and user_id = ${userId}`.execute(tx)
  await sql`insert into mail_choices (user_id, topic) select ${userId}, unnest(${[...topics]}::text[])`.execute(tx)
}

export type NotificationEmailData = NotificationRow & {
  role: Role
  email: string | null
  first_name: string
  company_name: string
  color_code: string
}

/** A notification with its recipient, for its e-mail. Undefined when it is already read or the user is not active. */
export async function readEmailData(tx: Tx, id: string): Promise<NotificationEmailData | undefined> {
  const { rows } = await sql<NotificationEmailData>`
    select ${COLUMNS}, u.role, u.email, u.first_name, c.name as company_name, c.color_code
    from notifications n join ${EVENT_JOIN} join users u on u.company_id = n.company_id and u.id = n.user_id and u.is_active
    join companies c on c.id = n.company_id
    where n.company_id = (select current_company()) and n.id = ${id} and n.read_at is null`.execute(tx)
  return rows[0]
}
