import { type RawBuilder, sql } from 'kysely'
import { NOTIFICATION_RULES } from '#domain/notifications/notification.ts'
import type { ConcernedClient, NotificationRule } from '#domain/notifications/rule.ts'
import type { NewEvent, NewEvents, Reaction } from '#server/core/events.ts'
import { plainArray } from '#server/db/arrays.ts'

/**
 * The reaction that notifies people of events: one notification for each recipient of each rule (domain/notifications), and a
 * job for the e-mail of each recipient that chose it. Recipients are looked up by key, one by one, so that the query plan does not
 * depend on the table statistics.
 */
export const notify: Reaction = (events) => {
  const [{ name, companyId }] = events
  const placed = events.map((event, index) => ({ event, place: index + 1 }))
  const groups = (NOTIFICATION_RULES[name] ?? []).flatMap((rule) => {
    const notified = placed.filter(({ event }) => rule.when?.(event) !== false)
    return [...Map.groupBy(notified, ({ event }) => rule.hasOwnEmail?.(event) ?? false)].map(
      ([hasOwnEmail, group]) => ({ rule, hasOwnEmail, group }),
    )
  })
  const inserts = groups.map((group, index) => ({ ...group, table: sql.id(`notified_${index}`) }))
  return {
    with: inserts.map(
      ({ table, rule, group }) => sql`${table} as (
        insert into notifications (company_id, user_id, event_id, topic)
        select ${companyId}::uuid, recipient.id, event.id, ${rule.topic} from ${placesOf(rule, group)}
        join event on event.place = notified.place cross join lateral (${recipients(rule, events)}) recipient
        on conflict do nothing returning id, user_id, topic)`,
    ),
    select: inserts
      .filter(({ hasOwnEmail }) => !hasOwnEmail)
      .map(
        ({ table }) => sql`
          select enqueue('notification.mail', json_build_object('company_id', ${companyId}::uuid, 'notification_id', n.id), null)
          from ${table} n where (select true from mail_choices m
            where m.company_id = ${companyId} and m.user_id = n.user_id and m.topic = n.topic)`,
      ),
  }
}

type PlacedEvent = { event: NewEvent; place: number }

/** The events of a rule as rows `notified`: their place, and what its recipients are looked up by. */
function placesOf({ client, user }: NotificationRule, group: readonly PlacedEvent[]): RawBuilder<unknown> {
  const uuids = (value: (event: NewEvent) => string | null) =>
    sql`${plainArray(group.map(({ event }) => value(event)))}::uuid[]`
  const entities = client === undefined ? uuids(() => null) : uuids(({ entityId }) => entityId)
  const users = user === undefined ? uuids(() => null) : uuids(user)
  return sql`unnest(${plainArray(group.map(({ place }) => place))}::int[], ${entities}, ${uuids(({ clientId }) => clientId)}, ${users})
    notified (place, entity_id, client_id, user_id)`
}

/** The users that a rule notifies of an event `notified`. Throws for runs that are recorded together. */
function recipients({ client, staff, user }: NotificationRule, events: NewEvents): RawBuilder<unknown> {
  const [{ companyId, entityId, actor }] = events
  if (client === undefined) {
    return sql`select u.id from users u where u.company_id = ${companyId} and u.role <> 'client'
      and u.role = any(${[...(staff ?? [])]}) and u.is_active and u.id is distinct from ${actor.id}::uuid
      ${user === undefined ? sql`` : sql`and u.id = notified.user_id`}`
  }
  if (client === 'run') {
    if (events.length > 1) throw new Error('runs are recorded one by one')
    return signedInClientsOfRun(companyId, entityId)
  }
  // The limits force one lookup per row: without them the planner may join complete tables.
  return sql`select u.id from (
      select notified.client_id where notified.client_id is not null
      union all (select * from (${CLIENTS[client](companyId)}) found where notified.client_id is null)
    ) concerned (client_id)
    cross join lateral (
      select k.user_id from clients k where k.company_id = ${companyId} and k.id = concerned.client_id limit 1) k
    cross join lateral (
      select u.id from users u where u.company_id = ${companyId} and u.id = k.user_id and u.is_active limit 1) u`
}

/**
 * A run notifies only the clients that have signed in once: the others get the invoice by e-mail. The look-ups begin at those, because
 * most clients of a provider never sign in. The ids of a run's invoices are later than its start; the day is for clocks that differ.
 * Without `offset 0` the planner may read every invoice of the run for each client.
 */
const signedInClientsOfRun = (companyId: string, runId: string | null): RawBuilder<unknown> => sql`
  select u.id from users u
  cross join lateral (select k.id from clients k where k.company_id = ${companyId} and k.user_id = u.id limit 1) k
  where u.company_id = ${companyId} and u.role = 'client' and u.is_active and u.last_login_at is not null
    and (select true from (
        select i.run_id from invoices i where i.company_id = ${companyId} and i.client_id = k.id
          and i.id >= (select uuid_v7_at(r.started_at - interval '1 day') from runs r where r.company_id = ${companyId} and r.id = ${runId})
        offset 0) i where i.run_id = ${runId} limit 1)`

const ofEntity =
  (table: string) =>
  (companyId: string): RawBuilder<unknown> =>
    sql`select x.client_id from ${sql.table(table)} x where x.company_id = ${companyId} and x.id = notified.entity_id`

/** The clients of an event `notified`, by the kind of its entity. */
const CLIENTS: Readonly<Record<Exclude<ConcernedClient, 'run'>, (companyId: string) => RawBuilder<unknown>>> = {
  payment: ofEntity('payments'),
  attempt: ofEntity('payment_attempts'),
  invoice: ofEntity('invoices'),
  contract: ofEntity('contracts'),
  visit: (companyId) =>
    sql`select (select c.client_id from contracts c where c.company_id = v.company_id and c.id = v.contract_id)
      from visits v where v.company_id = ${companyId} and v.id = notified.entity_id`,
  pqr: ofEntity('pqr_cases'),
  agreement: ofEntity('payment_agreements'),
  note: (companyId) =>
    sql`select (select i.client_id from invoices i where i.company_id = n.company_id and i.id = n.invoice_id)
      from credit_notes n where n.company_id = ${companyId} and n.id = notified.entity_id`,
}
