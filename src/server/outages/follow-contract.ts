import { type RawBuilder, sql } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import type { NewEvent, Reaction } from '#server/core/events.ts'

/**
 * Queues the work of the outages since the first day of a service, or since its move, also of those that ended: a report that arrives late
 * activates or moves it on a past day, and its hours since then are compensated without a request (R2.7).
 */
export const queueReached: Reaction = (events) => ({
  with: [],
  select: events.flatMap((event) => {
    const reached = REACHED[event.name]
    return reached === undefined ? [] : [jobsOf(event, reached)]
  }),
})

/** The day of each change, and which outages `o` a contract `c` may be in since then; a device may have it before it is active. */
const REACHED: Readonly<Partial<Record<EventName, { since: RawBuilder<unknown>; isReached: RawBuilder<unknown> }>>> = {
  'contract.activated': {
    since: sql`c.active_from`,
    isReached: sql`(o.device_id is not null or o.municipality_code = c.municipality_code)`,
  },
  'contract.transferred': {
    since: sql`c.moved_on`,
    isReached: sql`(o.municipality_code = c.municipality_code or exists (
      select from outage_contracts h where h.company_id = o.company_id and h.outage_id = o.id and h.contract_id = c.id
    ))`,
  },
}

/** One job for each outage, although many contracts change before it runs. */
const jobsOf = (
  { companyId, entityId }: NewEvent,
  { since, isReached }: { since: RawBuilder<unknown>; isReached: RawBuilder<unknown> },
) => sql`
  select enqueue('outage.apply', json_build_object('company_id', o.company_id, 'outage_id', o.id), 'outage.apply ' || o.id)
  from contracts c join outages o on o.company_id = c.company_id
  where c.company_id = ${companyId}::uuid and c.id = ${entityId}::uuid and o.cancelled_at is null
    and coalesce(o.ended_at, 'infinity') > ${since}::timestamp at time zone 'America/Bogota' and ${isReached}`
