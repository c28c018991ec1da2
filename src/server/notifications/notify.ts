import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EventFact, EventName } from '#domain/audit/sentences.ts'
import { type ClientOf, NOTICES, type Notice } from '#domain/notifications/notification.ts'
import type { Database } from '#server/db/types.ts'

/** A fact to be written, as the events table keeps it. */
export type Told = EventFact & {
  name: EventName
  companyId: string
  entityId: string | null
  /** The client whom it concerns, when who records it knows. */
  clientId: string | null
  actor: { id: string | null; name: string; role: string }
  ip: string | null
  requestId: string | null
}

/**
 * Writes a fact, a notification for everybody whom it concerns (notification.ts), and asks for their letters. One statement: a
 * receipt is recorded while others wait for its number. Everybody is found by a key, one lookup for each, so that the plan is the
 * same whatever the database knows of its tables.
 */
export async function tell(tx: Kysely<Database>, told: Told): Promise<void> {
  const fact = sql`
    insert into events (company_id, name, entity_id, before, after, actor_id, actor_name, actor_role, ip, request_id)
    values (${told.companyId}, ${told.name}, ${told.entityId}, ${jsonOf(told.before)}::jsonb, ${jsonOf(told.after)}::jsonb,
      ${told.actor.id}, ${told.actor.name}, ${told.actor.role}, ${told.ip}, ${told.requestId})`
  const notices = (NOTICES[told.name] ?? []).filter((notice) => notice.when?.(told) !== false)
  if (notices.length === 0) return void (await fact.execute(tx))
  const written = notices.map((notice, index) => ({ name: sql.id(`written_${index}`), notice }))
  const byMail = written.filter(({ notice }) => !(notice.hasLetter?.(told) ?? false))
  const inserts = written.map(
    ({ name, notice }) => sql`${name} as (
      insert into notifications (company_id, user_id, event_id, topic)
      select ${told.companyId}::uuid, person.id, fact.id, ${notice.topic} from fact cross join (${reach(notice, told)}) person
      on conflict do nothing returning id, user_id, topic)`,
  )
  const letters = byMail.map(
    ({ name }) => sql`
      select enqueue('notification.mail', json_build_object('company_id', ${told.companyId}::uuid, 'notification_id', w.id), null)
      from ${name} w where (select true from mail_choices m
        where m.company_id = ${told.companyId} and m.user_id = w.user_id and m.topic = w.topic)`,
  )
  await sql`
    with fact as (${fact} returning id), ${sql.join(inserts)}
    ${letters.length === 0 ? sql`select 1` : sql.join(letters, sql` union all `)}`.execute(tx)
}

const jsonOf = (part: EventFact['after']): string | null => (part ? JSON.stringify(part) : null)

/** The people of a notice. A run tells only the clients who have come into the portal: the others learn of it by mail. */
function reach({ client, staff }: Notice, told: Told): RawBuilder<unknown> {
  if (client === undefined) {
    return sql`select u.id from users u where u.company_id = ${told.companyId} and u.role <> 'client'
      and u.role = any(${[...(staff ?? [])]}) and u.is_active and u.id is distinct from ${told.actor.id}::uuid`
  }
  const clients = told.clientId === null ? CLIENTS[client](told) : sql`select ${told.clientId}::uuid`
  // The limits keep each lookup a lookup: without them the planner may join whole tables.
  return sql`select u.id from (${clients}) concerned (client_id)
    cross join lateral (
      select k.user_id from clients k where k.company_id = ${told.companyId} and k.id = concerned.client_id limit 1) k
    cross join lateral (
      select u.id from users u where u.company_id = ${told.companyId} and u.id = k.user_id and u.is_active
        ${client === 'run' ? sql`and u.role = 'client' and u.last_login_at is not null` : sql``} limit 1) u`
}

const ofEntity =
  (table: string) =>
  ({ companyId, entityId }: Told): RawBuilder<unknown> =>
    sql`select x.client_id from ${sql.table(table)} x where x.company_id = ${companyId} and x.id = ${entityId}`

/** Whose a fact is, by what the fact is about. */
const CLIENTS: Readonly<Record<ClientOf, (told: Told) => RawBuilder<unknown>>> = {
  payment: ofEntity('payments'),
  attempt: ofEntity('payment_attempts'),
  invoice: ofEntity('invoices'),
  contract: ofEntity('contracts'),
  note: ({ companyId, entityId }) =>
    sql`select (select i.client_id from invoices i where i.company_id = n.company_id and i.id = n.invoice_id)
      from credit_notes n where n.company_id = ${companyId} and n.id = ${entityId}`,
  run: ({ companyId, entityId }) =>
    sql`select distinct i.client_id from invoices i where i.company_id = ${companyId} and i.run_id = ${entityId}`,
}
