import { type RawBuilder, sql } from 'kysely'
import { OUTAGE_DAYS_MAX } from '#domain/outages/outage.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { dayInBogota, instantInBogota } from '#server/db/days.ts'
import { annulledDays, changesOfTerms, holderFrom } from './contract-days.ts'
import { deviceStays } from './device-stays.ts'
import type { Place } from './place-queries.ts'
import type { LockedOutage } from './queries.ts'

/** The contracts that count in an outage: the rows `x` of a contract in a place `p` of an outage `o`. Of a device, those with minutes. */
export const isCounted = sql`(p.removed_at is null
  and (x.minutes > 0 or p.device_id is null or p.ended_at is null or o.cancelled_at is not null))`

/**
 * Stores the contracts without service in an outage, and their minutes of each month: those that were in service in each municipality, or
 * on each device, at any time of it there, and those that it already has. Days outside of the service, days of a suspension, days of an
 * invoice that a note annulled, days at an address of another municipality and the time on another device do not count. A minute that a municipality and a device have is of the
 * municipality. The minutes of a month are stored for each of its holders and prices: those of a day belong to the holder of that day (R2.12),
 * at its price. Returns the ids of all contracts, in order, also of those of a place that was taken away, which have no minutes any more.
 */
export async function setAffected(
  tx: Tx,
  { id, cancelled_at }: LockedOutage,
  places: readonly Place[],
  now: Date,
): Promise<string[]> {
  const counted = cancelled_at === null ? places : []
  for (const place of counted) await addContracts(tx, place, place.ended_at ?? now)
  const ended = counted.flatMap((place) => (place.ended_at === null ? [] : [{ ...place, until: place.ended_at }]))
  await sql`
    update outage_contracts set minutes = 0
    where company_id = (select current_company()) and outage_id = ${id} and minutes <> 0
      and place_id <> all (${uuidArray(ended.map((place) => place.id))}::uuid[])`.execute(tx)
  for (const place of ended) await setMinutes(tx, place)
  const { rows } = await sql<{ contract_id: string; is_counted: boolean }>`
    select x.contract_id, bool_or(${isCounted}) as is_counted
    from outage_contracts x
    join outage_places p on p.company_id = x.company_id and p.id = x.place_id
    join outages o on o.company_id = x.company_id and o.id = x.outage_id
    where x.company_id = (select current_company()) and x.outage_id = ${id} group by x.contract_id order by x.contract_id`.execute(
    tx,
  )
  const contracts = rows.filter(({ is_counted }) => is_counted).length
  await tx.updateTable('outages').set({ contracts }).where('id', '=', id).execute()
  return rows.map(({ contract_id }) => contract_id)
}

/** `except` reads those that it has once; a look for each contract may read all of them, as long as their table has no statistics. */
async function addContracts(tx: Tx, place: Place, until: Date): Promise<void> {
  const { id, outage_id, started_at, device_id } = place
  await sql`
    insert into outage_contracts (outage_id, place_id, contract_id, month, from_on)
    select ${outage_id}::uuid, ${id}::uuid, c.id, to_char(${dayInBogota(started_at)}, 'YYYY-MM'), date_trunc('month', ${dayInBogota(started_at)})::date
    from (
      (${device_id === null ? contractsInMunicipality(place, until) : contractsOnDevice(device_id, started_at, until)})
      except select contract_id from outage_contracts
        where company_id = (select current_company()) and outage_id = ${outage_id}::uuid and place_id = ${id}::uuid
    ) added
    join contracts c on c.company_id = (select current_company()) and c.id = added.id
    where c.status in ('active', 'suspended', 'terminated') and c.active_from <= ${dayInBogota(until)}
      and (c.active_to is null or c.active_to >= ${dayInBogota(started_at)})
    on conflict do nothing`.execute(tx)
}

/** The contracts that have the municipality now and moved there before the end, and those that moved away after the beginning. */
const contractsInMunicipality = ({ id, municipality_code, started_at }: Place, until: Date) => sql`
  select id from contracts where company_id = (select current_company()) and municipality_code = ${municipality_code}
    and (moved_on is null or moved_on <= ${dayInBogota(until)})
  union
  select t.contract_id from contract_transfers t
  join outage_places o on o.company_id = t.company_id and o.id = ${id}::uuid
    and o.department = t.earlier_department and o.city = t.earlier_city
  where t.company_id = (select current_company()) and t.applied_on > ${dayInBogota(started_at)} and not exists (
    select from contract_transfers e where e.company_id = t.company_id and e.contract_id = t.contract_id
      and e.applied_on <= t.applied_on and e.id < t.id and e.applied_on > ${dayInBogota(until)}
  )`

/** The contracts that the device had at any instant of its outage. */
function contractsOnDevice(deviceId: string, from: Date, until: Date): RawBuilder<unknown> {
  const stays = deviceStays()
  const [device, start] = [sql`${deviceId}::uuid`, sql`${from}::timestamptz`]
  return sql`
    select h.contract_id as id from (${stays.contractsSince(device, start)}) h
    where ${stays.timeOf(sql`h.contract_id`, device)} && tstzrange(${start}, greatest(${start}, ${until}::timestamptz), '[]')`
}

/**
 * Whether a contract `c` has the municipality of a place on a day `d.day`: that of its move is a day at the new address. `o`: the place
 * that has the contract; `m`: one that may have it.
 */
const isAtPlace = (place: 'o' | 'm') => sql`case
  when c.moved_on is null or c.moved_on <= d.day then c.municipality_code = ${sql.ref(`${place}.municipality_code`)}
  else coalesce((
    select t.earlier_department = ${sql.ref(`${place}.department`)} and t.earlier_city = ${sql.ref(`${place}.city`)} from contract_transfers t
    where t.company_id = c.company_id and t.contract_id = c.id and t.applied_on > d.day
    order by t.applied_on, t.id limit 1
  ), ${place === 'o' ? sql`true` : sql`c.municipality_code = m.municipality_code`}) end`

/**
 * The time of the outages, also of the same one, in the municipality of a contract `c` on a day `d.day`: it counts there, and not again on a
 * device. One that is open may last as long as one can.
 */
const MUNICIPAL_TIME = sql`(
  select range_agg(tstzrange(m.started_at, m.until)) from municipal m where ${isAtPlace('m')}
)`

const LONGEST = sql`make_interval(days => ${sql.lit(OUTAGE_DAYS_MAX)})`

/**
 * Writes the rows whose minutes change, those that have none any more too. A full join, because PostgreSQL joins it by a hash or in order
 * whatever the statistics say: a look for each row may read all of them.
 */
async function setMinutes(tx: Tx, place: PlaceUntil): Promise<void> {
  await sql`
    insert into outage_contracts (outage_id, place_id, contract_id, month, from_on, minutes)
    select ${place.outage_id}::uuid, ${place.id}::uuid, contract_id, month, from_on, coalesce(c.minutes, 0)
    from (${minutesOf(place)}) c
    full join (
      select contract_id, month, from_on, minutes from outage_contracts
      where company_id = (select current_company()) and outage_id = ${place.outage_id} and place_id = ${place.id}
    ) x using (contract_id, month, from_on)
    where coalesce(c.minutes, 0) is distinct from x.minutes
    on conflict (company_id, outage_id, place_id, contract_id, month, from_on) do update set minutes = excluded.minutes`.execute(
    tx,
  )
}

/** A place of an outage, as if the service came back there at an instant. */
export type PlaceUntil = Pick<Place, 'id' | 'outage_id' | 'started_at'> & { until: Date }

/**
 * The rows of `outage_contracts` of a place of an outage until an instant, of the contracts that it has: the minutes of each month, holder and price.
 * The seconds are rounded once for the month, so that its rows add up to the same minutes as one row would have.
 */
export const minutesOf = ({ id, outage_id, started_at, until }: PlaceUntil) => sql`
    with days as (
      select d.day, d.from_at, greatest(d.from_at, d.to_at) as to_at
      from generate_series(${dayInBogota(started_at)}::timestamp, ${dayInBogota(until)}::timestamp, interval '1 day') s
      cross join lateral (
        select s::date as day, greatest(${started_at}::timestamptz, ${instantInBogota(sql`s`)}) as from_at,
          least(${until}::timestamptz, ${instantInBogota(sql`s + interval '1 day'`)}) as to_at
      ) d
    ), municipal as materialized (
      select m.municipality_code, m.department, m.city, m.started_at, coalesce(m.ended_at, m.started_at + ${LONGEST}) as until
      from outage_places o join outage_places m on m.company_id = o.company_id and m.device_id is null and m.removed_at is null
        and m.started_at > ${started_at}::timestamptz - ${LONGEST} and m.started_at < ${until}::timestamptz
      join outages a on a.company_id = m.company_id and a.id = m.outage_id and a.cancelled_at is null
      where o.company_id = (select current_company()) and o.id = ${id} and o.device_id is not null
    )
    select ${outage_id}::uuid as outage_id, ${id}::uuid as place_id, s.contract_id, s.month, s.from_on,
      (round(sum(sum(s.minutes)) over through) - round(sum(sum(s.minutes)) over through - sum(s.minutes)))::int as minutes
    from (
      select c.id as contract_id, to_char(d.day, 'YYYY-MM') as month,
        greatest(${holderFrom(sql`d.day`)}, (select max(x.first_on) from unnest(q.days) x (first_on) where x.first_on <= d.day)) as from_on, case
        when o.device_id is null then extract(epoch from d.to_at - d.from_at) / 60
        else (
          select coalesce(sum(extract(epoch from upper(r) - lower(r))), 0) / 60
          from unnest(tstzmultirange(tstzrange(d.from_at, d.to_at)) * y.stays - coalesce(${MUNICIPAL_TIME}, '{}'::tstzmultirange)) r
        ) end as minutes
      from (select distinct contract_id from outage_contracts
        where company_id = (select current_company()) and outage_id = ${outage_id} and place_id = ${id}) h
      join contracts c on c.company_id = (select current_company()) and c.id = h.contract_id
      join outage_places o on o.company_id = c.company_id and o.id = ${id}
      left join lateral (select ${deviceStays().timeOf(sql`c.id`, sql`o.device_id`)} as stays offset 0) y on o.device_id is not null
      cross join lateral (${changesOfTerms(started_at, until)}) q
      cross join lateral (${annulledDays(started_at)}) z
      join days d on d.day >= c.active_from and (c.active_to is null or d.day <= c.active_to)
      where (o.device_id is not null or ${isAtPlace('o')}) and (z.days is null or not z.days @> d.day) and not exists (select from suspension_intervals s
        where s.company_id = c.company_id and s.contract_id = c.id and s.from_on <= d.day and (s.to_on is null or s.to_on >= d.day))
    ) s
    where s.minutes > 0
    group by s.contract_id, s.month, s.from_on
    window through as (partition by s.contract_id, s.month order by s.from_on)`
