import { type RawBuilder, sql } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import { WORK_ORDER_LABELS } from '#domain/installations/wording.ts'
import type { NewEvent, Reaction } from '#server/core/events.ts'
import { dayStart } from '#server/db/days.ts'

/**
 * Queues the work of the outages since the day on which the service of a contract changed, also of those that ended: a report that arrives
 * late activates, moves or ends it on a past day, and its hours since then are compensated, or not any more, without a request (R2.6, R2.7). So
 * are those of an invoice that a note annulled.
 */
export const queueReached: Reaction = (events) => ({
  with: [],
  select: events.flatMap((event) => {
    const reached = REACHED[event.name]?.(event)
    return reached === undefined ? [] : [jobsOf(event, reached)]
  }),
})

/** The first day that changed, and which places `p` of outages a contract `c` may be in since then. `contract`: that of the event, unless it is another. */
type Reached = { since: RawBuilder<unknown>; isReached: RawBuilder<unknown>; contract?: RawBuilder<unknown> }

const WAS_IN = sql`exists (
  select from outage_contracts h where h.company_id = p.company_id and h.outage_id = p.outage_id and h.place_id = p.id and h.contract_id = c.id)`

const REACHED: Readonly<Partial<Record<EventName, (event: NewEvent) => Reached | undefined>>> = {
  // A device may have the contract before it is active.
  'contract.activated': () => ({
    since: sql`c.active_from`,
    isReached: sql`(p.device_id is not null or p.municipality_code = c.municipality_code)`,
  }),
  'contract.transferred': () => ({
    since: sql`c.moved_on`,
    isReached: sql`(p.municipality_code = c.municipality_code or ${WAS_IN})`,
  }),
  // The days of a late reconnection are not charged, so their hours are not given back.
  'contract.served_late': ({ after }) => ({ since: sql`${after?.['from_on']}::date`, isReached: WAS_IN }),
  'contract.ended': () => ({ since: sql`c.active_to`, isReached: WAS_IN }),
  // What an annulled invoice does not charge is not given back.
  'credit_note.created': ({ companyId, after }) => ({
    since: sql`(select coalesce(i.from_on, i.issued_on) from invoices i
      where i.company_id = ${companyId}::uuid and i.id = ${after?.['invoice_id']}::uuid)`,
    isReached: WAS_IN,
    contract: sql`(
      select i.contract_id from invoices i
      where i.company_id = ${companyId}::uuid and i.id = ${after?.['invoice_id']}::uuid and i.kind = 'period' and i.credited = i.total)`,
  }),
  // A cut for arrears begins on the day on which it is made; a removal may have been on a past one, also of a service that was cut before.
  'report.created': ({ companyId, entityId, after }) =>
    after?.['order'] === WORK_ORDER_LABELS.retiro
      ? {
          since: sql`${after['visit_on']}::date + 1`,
          isReached: WAS_IN,
          contract: sql`(
            select r.contract_id from installation_reports r where r.company_id = ${companyId}::uuid and r.id = ${entityId}::uuid)`,
        }
      : undefined,
}

/** One job for each outage, although many contracts change before it runs. It has its own key: that of the outage itself also writes the e-mails. */
const jobsOf = (
  { companyId, entityId }: NewEvent,
  { since, isReached, contract = sql`${entityId}::uuid` }: Reached,
) => sql`
  select enqueue('outage.apply', json_build_object('company_id', o.company_id, 'outage_id', o.id, 'only_money', true), 'outage.compensate ' || o.id)
  from outages o
  where o.company_id = ${companyId}::uuid and o.cancelled_at is null and o.id in (
    select p.outage_id from contracts c join outage_places p on p.company_id = c.company_id and p.removed_at is null
    where c.company_id = ${companyId}::uuid and c.id = ${contract} and coalesce(p.ended_at, 'infinity') > ${dayStart(since)} and ${isReached}
  )`
