import { sql } from 'kysely'
import type { Topic } from '#domain/notifications/notification.ts'
import type { Tx } from '#server/core/tx.ts'

export type Row = {
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
const ITS_EVENT = sql`events e on e.company_id = n.company_id and e.id = n.event_id`

/** The newest first. */
export async function listNotifications(
  tx: Tx,
  filter: Filter,
  page: { offset: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from notifications n join ${ITS_EVENT}
    where ${conditions(filter)} order by n.id desc limit ${page.limit} offset ${page.offset}`.execute(tx)
  return rows
}

export async function countNotifications(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from notifications n where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const countUnread = (tx: Tx, userId: string): Promise<number> =>
  countNotifications(tx, { userId, topic: undefined, isUnread: true })

/** Marks a person's own notification; undefined when they have no such one. A first reading keeps its hour. */
export async function markOne(tx: Tx, userId: string, id: string, readAt: Date | null): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update notifications n set read_at = case when ${readAt}::timestamptz is null then null else coalesce(n.read_at, ${readAt}) end
    from events e
    where n.company_id = (select current_company()) and n.user_id = ${userId} and n.id = ${id}
      and e.company_id = n.company_id and e.id = n.event_id
    returning ${COLUMNS}`.execute(tx)
  return rows[0]
}

export async function markAll(tx: Tx, userId: string, readAt: Date): Promise<void> {
  await sql`
    update notifications set read_at = ${readAt}
    where company_id = (select current_company()) and user_id = ${userId} and read_at is null`.execute(tx)
}
