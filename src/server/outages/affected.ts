import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { LockedOutage } from './queries.ts'

/**
 * Stores the contracts without service in an outage, and their minutes of each month: those of the municipality in service at any time
 * of it, as they are now, and those that it already has. Days outside of the service and days of a suspension do not count. Returns
 * the ids of all, in order.
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

async function addContracts(tx: Tx, { id, municipality_code, started_at }: LockedOutage, until: Date): Promise<void> {
  await sql`
    insert into outage_contracts (outage_id, contract_id, month)
    select ${id}::uuid, c.id, to_char(${dayIn(started_at)}, 'YYYY-MM') from contracts c
    where c.company_id = (select current_company()) and c.municipality_code = ${municipality_code}
      and c.status in ('active', 'suspended', 'terminated') and c.active_from <= ${dayIn(until)}
      and (c.active_to is null or c.active_to >= ${dayIn(started_at)})
      and not exists (select from outage_contracts h
        where h.company_id = c.company_id and h.outage_id = ${id}::uuid and h.contract_id = c.id)
    on conflict do nothing`.execute(tx)
}

async function setMinutes(tx: Tx, { id, started_at }: LockedOutage, endedAt: Date): Promise<void> {
  await sql`
    with days as (
      select d::date as day, extract(epoch from
        least(${endedAt}::timestamptz, (d + interval '1 day') at time zone 'America/Bogota')
        - greatest(${started_at}::timestamptz, d at time zone 'America/Bogota')) / 60 as minutes
      from generate_series(${dayIn(started_at)}::timestamp, ${dayIn(endedAt)}::timestamp, interval '1 day') d
    )
    insert into outage_contracts (outage_id, contract_id, month, minutes)
    select ${id}::uuid, c.id, to_char(d.day, 'YYYY-MM'), round(sum(d.minutes))::int
    from (select distinct contract_id from outage_contracts
      where company_id = (select current_company()) and outage_id = ${id}) h
    join contracts c on c.company_id = (select current_company()) and c.id = h.contract_id
    join days d on d.day >= c.active_from and (c.active_to is null or d.day <= c.active_to)
    where not exists (select from suspension_intervals s
      where s.company_id = c.company_id and s.contract_id = c.id and s.from_on <= d.day and (s.to_on is null or s.to_on >= d.day))
    group by c.id, to_char(d.day, 'YYYY-MM')
    on conflict (company_id, outage_id, contract_id, month) do update set minutes = excluded.minutes`.execute(tx)
}
