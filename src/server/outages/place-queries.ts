import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'

/** A municipality or a device. The columns of the other one are null. */
export type Site = {
  municipality_code: string | null
  department: string | null
  city: string | null
  device_id: string | null
  device_name: string | null
}

type Times = { started_at: Date; ended_at: Date | null }

/** A place of an outage. The row of its outage is locked by lockOutage. */
export type Place = Site & Times & { id: string; outage_id: string }

/** The places of an outage that were not taken away, in the order in which they were announced. */
export const listPlaces = (tx: Tx, outageId: string): Promise<Place[]> =>
  tx
    .selectFrom('outage_places')
    .select([
      'id',
      'outage_id',
      'municipality_code',
      'department',
      'city',
      'device_id',
      'device_name',
      'started_at',
      'ended_at',
    ])
    .where('outage_id', '=', outageId)
    .where('removed_at', 'is', null)
    .orderBy('position')
    .execute()

type NewPlace = Site & { started_at: Date; ended_at?: Date; created_by: string }

/** Adds places to an outage that is locked or new, after those that it has or had. */
export async function insertPlaces(tx: Tx, outage_id: string, places: readonly NewPlace[]): Promise<void> {
  const { last } = await tx
    .selectFrom('outage_places')
    .select(({ fn }) => fn.max('position').as('last'))
    .where('outage_id', '=', outage_id)
    .executeTakeFirstOrThrow()
  const rows = places.map((place, index) => ({ ...place, outage_id, position: (last ?? 0) + index + 1 }))
  await tx.insertInto('outage_places').values(rows).execute()
}

type PlaceChanges = { ended_at: Date; started_at?: Date } | { removed_at: Date; remove_reason: string }

export async function updatePlaces(tx: Tx, ids: readonly string[], changes: PlaceChanges): Promise<void> {
  await tx.updateTable('outage_places').set(changes).where('id', 'in', ids).execute()
}

/** The hours of an outage after its places changed. An estimate of before its beginning is of no use any more. */
export async function updateTimes(tx: Tx, outageId: string): Promise<void> {
  await sql`
    update outages o set started_at = p.started_at, ended_at = p.ended_at,
      expected_end_at = case when o.expected_end_at > p.started_at then o.expected_end_at end
    from (
      select min(started_at) as started_at, case when bool_and(ended_at is not null) then max(ended_at) end as ended_at
      from outage_places where company_id = (select current_company()) and outage_id = ${outageId} and removed_at is null
    ) p
    where o.company_id = (select current_company()) and o.id = ${outageId}`.execute(tx)
}

/** Another place, of any outage, with the municipality or the device and an instant of these. */
export async function getOverlapping(
  tx: Tx,
  place: { id: string | null } & Pick<Site, 'municipality_code' | 'device_id'> & Times,
): Promise<{ started_at: Date } | undefined> {
  const { rows } = await sql<{ started_at: Date }>`
    select p.started_at from outage_places p join outages o on o.company_id = p.company_id and o.id = p.outage_id
    where p.company_id = (select current_company()) and o.cancelled_at is null and p.removed_at is null
      and ${place.device_id === null ? sql`p.device_id is null and p.municipality_code = ${place.municipality_code}` : sql`p.device_id = ${place.device_id}`}
      and p.id is distinct from ${place.id}
      and tstzrange(p.started_at, p.ended_at) && tstzrange(${place.started_at}, ${place.ended_at}) limit 1`.execute(tx)
  return rows[0]
}

/** The outages with a device that has an instant of these: its minutes are those that no municipality of an outage has. */
export async function listDeviceOutages(tx: Tx, { started_at, ended_at }: Times): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from outage_places p join outages o on o.company_id = p.company_id and o.id = p.outage_id
    where p.company_id = (select current_company()) and p.device_id is not null and o.cancelled_at is null and p.removed_at is null
      and tstzrange(p.started_at, p.ended_at) && tstzrange(${started_at}, ${ended_at})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The outages of devices that have no end on them. */
export async function listOpenOf(tx: Tx, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct o.id from outage_places p join outages o on o.company_id = p.company_id and o.id = p.outage_id
    where p.company_id = (select current_company()) and p.device_id = any (${uuidArray(deviceIds)}::uuid[])
      and p.ended_at is null and p.removed_at is null and o.cancelled_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}
