import { type RawBuilder, sql } from 'kysely'
import { NOTIFICATION_RULES } from '#domain/notifications/notification.ts'
import type { ConcernedClient, NotificationRule } from '#domain/notifications/rule.ts'
import type { NewEvent, Reaction } from '#server/core/events.ts'

/**
 * The reaction that notifies people of an event: one notification for each recipient of each rule (domain/notifications), and a
 * job for the e-mail of each recipient that chose it. Recipients are looked up by key, one by one, so that the query plan does not
 * depend on the table statistics.
 */
export const notify: Reaction = (event) => {
  const rules = (NOTIFICATION_RULES[event.name] ?? []).filter((rule) => rule.when?.(event) !== false)
  const inserts = rules.map((rule, index) => ({ name: sql.id(`notified_${index}`), rule }))
  return {
    with: inserts.map(
      ({ name, rule }) => sql`${name} as (
        insert into notifications (company_id, user_id, event_id, topic)
        select ${event.companyId}::uuid, recipient.id, event.id, ${rule.topic} from event cross join (${recipients(rule, event)}) recipient
        on conflict do nothing returning id, user_id, topic)`,
    ),
    select: inserts
      .filter(({ rule }) => !(rule.hasOwnEmail?.(event) ?? false))
      .map(
        ({ name }) => sql`
          select enqueue('notification.mail', json_build_object('company_id', ${event.companyId}::uuid, 'notification_id', n.id), null)
          from ${name} n where (select true from mail_choices m
            where m.company_id = ${event.companyId} and m.user_id = n.user_id and m.topic = n.topic)`,
      ),
  }
}

/** The users that a rule notifies. */
function recipients({ client, staff, user }: NotificationRule, event: NewEvent): RawBuilder<unknown> {
  if (client === undefined) {
    return sql`select u.id from users u where u.company_id = ${event.companyId} and u.role <> 'client'
      and u.role = any(${[...(staff ?? [])]}) and u.is_active and u.id is distinct from ${event.actor.id}::uuid
      ${user === undefined ? sql`` : sql`and u.id = ${user(event)}::uuid`}`
  }
  if (client === 'run') return signedInClientsOfRun(event)
  const clients = event.clientId === null ? CLIENTS[client](event) : sql`select ${event.clientId}::uuid`
  // The limits force one lookup per row: without them the planner may join complete tables.
  return sql`select u.id from (${clients}) concerned (client_id)
    cross join lateral (
      select k.user_id from clients k where k.company_id = ${event.companyId} and k.id = concerned.client_id limit 1) k
    cross join lateral (
      select u.id from users u where u.company_id = ${event.companyId} and u.id = k.user_id and u.is_active limit 1) u`
}

/**
 * A run notifies only the clients that have signed in once: the others get the invoice by e-mail. The look-ups begin at those, because
 * most clients of a provider never sign in. The ids of a run's invoices are later than its start; the day is for clocks that differ.
 */
const signedInClientsOfRun = ({ companyId, entityId }: NewEvent): RawBuilder<unknown> => sql`
  select u.id from users u
  cross join lateral (select k.id from clients k where k.company_id = ${companyId} and k.user_id = u.id limit 1) k
  where u.company_id = ${companyId} and u.role = 'client' and u.is_active and u.last_login_at is not null
    and (select true from invoices i where i.company_id = ${companyId} and i.client_id = k.id and i.run_id = ${entityId}
      and i.id >= (select uuid_v7_at(r.started_at - interval '1 day') from runs r where r.company_id = ${companyId} and r.id = ${entityId})
      limit 1)`

const ofEntity =
  (table: string) =>
  ({ companyId, entityId }: NewEvent): RawBuilder<unknown> =>
    sql`select x.client_id from ${sql.table(table)} x where x.company_id = ${companyId} and x.id = ${entityId}`

/** The clients of an event, by the kind of its entity. */
const CLIENTS: Readonly<Record<Exclude<ConcernedClient, 'run'>, (event: NewEvent) => RawBuilder<unknown>>> = {
  payment: ofEntity('payments'),
  attempt: ofEntity('payment_attempts'),
  invoice: ofEntity('invoices'),
  contract: ofEntity('contracts'),
  visit: ({ companyId, entityId }) =>
    sql`select (select c.client_id from contracts c where c.company_id = v.company_id and c.id = v.contract_id)
      from visits v where v.company_id = ${companyId} and v.id = ${entityId}`,
  pqr: ofEntity('pqr_cases'),
  note: ({ companyId, entityId }) =>
    sql`select (select i.client_id from invoices i where i.company_id = n.company_id and i.id = n.invoice_id)
      from credit_notes n where n.company_id = ${companyId} and n.id = ${entityId}`,
}
