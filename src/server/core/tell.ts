import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EventFact, EventName } from '#domain/events/event.ts'
import { type ClientOf, NOTICES, type Notice } from '#domain/notifications/notification.ts'
import type { Database } from '#server/db/types.ts'

/** A fact that was just written, as the telling needs it. */
export type Told = EventFact & {
  name: EventName
  eventId: string
  companyId: string
  entityId: string | null
  actorId: string | null
}

/** Writes a notification for everybody whom a fact concerns (notification.ts), in the fact's own transaction, and asks for the letters. */
export async function tell(tx: Kysely<Database>, told: Told): Promise<void> {
  for (const notice of NOTICES[told.name] ?? []) {
    if (notice.when?.(told) === false) continue
    await sql`
      with written as (
        insert into notifications (company_id, user_id, event_id, topic)
        select ${told.companyId}, u.id, ${told.eventId}, ${notice.topic} from users u
        where u.company_id = ${told.companyId} and u.is_active and ${reach(notice, told)}
        on conflict do nothing returning id, user_id)
      select enqueue('notification.mail', json_build_object('company_id', ${told.companyId}::uuid, 'notification_id', w.id), null)
      from written w join mail_choices m on m.company_id = ${told.companyId} and m.user_id = w.user_id and m.topic = ${notice.topic}
        and not ${notice.hasLetter?.(told) ?? false}`.execute(tx)
  }
}

/** The people of a notice. A run tells only the clients who have come into the portal: the others learn of it by mail. */
function reach({ client, staff }: Notice, told: Told): RawBuilder<unknown> {
  if (client === undefined) return sql`u.role = any(${[...(staff ?? [])]}) and u.id is distinct from ${told.actorId}`
  const clients = sql`select k.user_id from clients k where k.company_id = ${told.companyId} and k.id in (${CLIENTS[client](told)})`
  return client === 'run'
    ? sql`u.role = 'client' and u.last_login_at is not null and u.id in (${clients})`
    : sql`u.id in (${clients})`
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
    sql`select i.client_id from credit_notes n join invoices i on i.company_id = n.company_id and i.id = n.invoice_id
      where n.company_id = ${companyId} and n.id = ${entityId}`,
  run: ({ companyId, entityId }) =>
    sql`select i.client_id from invoices i where i.company_id = ${companyId} and i.run_id = ${entityId}`,
}
