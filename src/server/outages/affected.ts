import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { LockedOutage } from './queries.ts'

/**
 * Stores the contracts without service in an outage, and their minutes of each month: those that were in service in the municipality at
 * any time of it, and those that it already has. Days outside of the service, days of a suspension and days at an address of another
 * municipality do not count. The minutes of a month are stored for each of its holders: those of a day belong to the holder of that day
 * (R2.12). Returns the ids of all, in order.
 */
export async function setAffected(tx: Tx, outage: LockedOutage, now: Date): Promise<string[]> {
  const { id, ended_at, cancelled_at } = outage
  if (cancelled_at === null) await addContracts(tx, outage, ended_at ?? now)
  await sql`
    update outage_contracts set minutes = 0
    where company_id = (select current_company()) and outage_id = ${id} and minutes <> 0`.execute(tx)
  if (cancelled_at === null && ended_at !== null) await setMinutes(tx, outage, ended_at)
  const { rows } = await sql<{ contract_id: string }>`
    select distinct contract_id from outage_contracts
    where company_id = (select current_company()) and outage_id = ${id} order by contract_id`.execute(tx)
  await tx.updateTable('outages').set({ contracts: rows.length }).where('id', '=', id).execute()
  return rows.map(({ contract_id }) => contract_id)
}

const dayIn = (instant: Date) => sql`(${instant}::timestamptz at time zone 'America/Bogota')::date`

/** The contracts that have the municipality now and moved there before the end, and those that moved away after the beginning. */
async function addContracts(tx: Tx, { id, municipality_code, started_at }: LockedOutage, until: Date): Promise<void> {
  await sql`
    insert into outage_contracts (outage_id, contract_id, month, from_on)
    select ${id}::uuid, c.id, to_char(${dayIn(started_at)}, 'YYYY-MM'), date_trunc('month', ${dayIn(started_at)})::date
    from (
      select id from contracts where company_id = (select current_company()) and municipality_code = ${municipality_code}
        and (moved_on is null or moved_on <= ${dayIn(until)})
      union
      select t.contract_id from contract_transfers t
      join outages o on o.company_id = t.company_id and o.id = ${id}::uuid
        and o.department = t.earlier_department and o.city = t.earlier_city
      where t.company_id = (select current_company()) and t.applied_on > ${dayIn(started_at)} and not exists (
        select from contract_transfers e where e.company_id = t.company_id and e.contract_id = t.contract_id
          and e.applied_on <= t.applied_on and e.id < t.id and e.applied_on > ${dayIn(until)}
      )
    ) at_place
    join contracts c on c.company_id = (select current_company()) and c.id = at_place.id
    where c.status in ('active', 'suspended', 'terminated') and c.active_from <= ${dayIn(until)}
      and (c.active_to is null or c.active_to >= ${dayIn(started_at)})
      and not exists (select from outage_contracts h
        where h.company_id = c.company_id and h.outage_id = ${id}::uuid and h.contract_id = c.id)
    on conflict do nothing`.execute(tx)
}

/** Whether a contract `c` has the municipality of an outage `o` on a day `d.day`: that of its move is a day at the new address. */
const IS_AT_PLACE = sql`case when c.moved_on is null or c.moved_on <= d.day then c.municipality_code = o.municipality_code
  else coalesce((
    select t.earlier_department = o.department and t.earlier_city = o.city from contract_transfers t
    where t.company_id = c.company_id and t.contract_id = c.id and t.applied_on > d.day
    order by t.applied_on, t.id limit 1
  ), true) end`

/** The first day of a month `d.day` of the holder of that day of a contract `c`. */
const HOLDER_FROM = sql`case when c.ceded_on is null then date_trunc('month', d.day)::date
  else greatest(date_trunc('month', d.day)::date, (
    select max(x.effective_on) from contract_cessions x
    where x.company_id = c.company_id and x.contract_id = c.id and x.decision = 'accepted' and x.effective_on <= d.day
  )) end`

async function setMinutes(tx: Tx, { id, started_at }: LockedOutage, endedAt: Date): Promise<void> {
  await sql`
    insert into outage_contracts (outage_id, contract_id, month, from_on, minutes)
    ${minutesOf({ id, started_at, until: endedAt })}
    on conflict (company_id, outage_id, contract_id, month, from_on) do update set minutes = excluded.minutes`.execute(
    tx,
  )
}

/** The rows of `outage_contracts` of an outage until an instant, of the contracts that it has: the minutes of each month and holder. */
export const minutesOf = ({ id, started_at, until }: { id: string; started_at: Date; until: Date }) => sql`
    with days as (
      select d::date as day, extract(epoch from
        least(${until}::timestamptz, (d + interval '1 day') at time zone 'America/Bogota')
        - greatest(${started_at}::timestamptz, d at time zone 'America/Bogota')) / 60 as minutes
      from generate_series(${dayIn(started_at)}::timestamp, ${dayIn(until)}::timestamp, interval '1 day') d
    )
    select ${id}::uuid as outage_id, s.contract_id, to_char(s.day, 'YYYY-MM') as month, s.from_on, round(sum(s.minutes))::int as minutes
    from (
      select c.id as contract_id, d.day, d.minutes, ${HOLDER_FROM} as from_on
      from (select distinct contract_id from outage_contracts
        where company_id = (select current_company()) and outage_id = ${id}) h
      join contracts c on c.company_id = (select current_company()) and c.id = h.contract_id
      join outages o on o.company_id = c.company_id and o.id = ${id}
      join days d on d.day >= c.active_from and (c.active_to is null or d.day <= c.active_to)
      where ${IS_AT_PLACE} and not exists (select from suspension_intervals s
        where s.company_id = c.company_id and s.contract_id = c.id and s.from_on <= d.day and (s.to_on is null or s.to_on >= d.day))
    ) s
    group by s.contract_id, to_char(s.day, 'YYYY-MM'), s.from_on`
