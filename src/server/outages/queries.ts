import { type RawBuilder, sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import type { OutageQuery } from '#domain/outages/api.ts'
import { byPrice, minutesIn, type PricedMinutes } from '#domain/outages/compensation.ts'
import type { Outage, OutageDetail, OutageState, OwnOutages } from '#domain/outages/outage.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { dayInBogota } from '#server/db/days.ts'
import { pageOf } from '#server/db/order.ts'
import { priceOn } from './contract-days.ts'
import { deviceStays } from './device-stays.ts'

export type OutageFilter = OutageQuery & { readonly id?: string }

type OutageRow = Omit<Outage, 'state' | 'device' | 'started_at' | 'expected_end_at' | 'ended_at'> & {
  device_id: string | null
  device_name: string | null
  started_at: Date
  expected_end_at: Date | null
  ended_at: Date | null
  cancelled_at: Date | null
}

const STATE_CONDITIONS: Readonly<Record<OutageState, RawBuilder<unknown>>> = {
  open: sql`o.ended_at is null and o.cancelled_at is null`,
  ended: sql`o.ended_at is not null and o.cancelled_at is null`,
  cancelled: sql`o.cancelled_at is not null`,
}

function matching({ id, state, municipality_code }: OutageFilter): RawBuilder<unknown> {
  const conditions = [
    sql`o.company_id = (select current_company())`,
    id === undefined ? null : sql`o.id = ${id}`,
    state === undefined ? null : STATE_CONDITIONS[state],
    municipality_code === undefined ? null : sql`o.municipality_code = ${municipality_code}`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** The outages, the last started first. */
export async function listOutages(tx: Tx, filter: OutageFilter, range: RowRange): Promise<Outage[]> {
  const { rows } = await sql<OutageRow>`
    select o.id, o.department, o.city, o.device_id, o.device_name, o.cause, o.started_at, o.expected_end_at, o.ended_at, o.cancelled_at,
      coalesce(o.cancel_reason, o.correction_reason) as reason, o.is_notified, o.created_by, o.contracts
    from outages o where ${matching(filter)}
    order by o.started_at desc, o.id desc ${pageOf(range)}`.execute(tx)
  return rows.map(({ device_id, device_name, started_at, expected_end_at, ended_at, cancelled_at, ...row }) => ({
    ...row,
    device: device_id === null ? null : { id: device_id, name: device_name ?? '' },
    state: cancelled_at !== null ? 'cancelled' : ended_at === null ? 'open' : 'ended',
    started_at: started_at.toISOString(),
    expected_end_at: expected_end_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }))
}

export async function countOutages(tx: Tx, filter: OutageFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from outages o where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What is given back to the contracts of an outage for its months. */
export async function sumCompensation(tx: Tx, id: string): Promise<OutageDetail['compensation']> {
  const { rows } = await sql<OutageDetail['compensation']>`
    select coalesce(sum(-p.price) filter (where p.invoice_id is not null), 0)::bigint as billed,
      coalesce(sum(-p.price) filter (where p.invoice_id is null), 0)::bigint as waiting,
      count(distinct p.contract_id)::int as contracts
    from (
      select distinct company_id, contract_id, month from outage_contracts
      where company_id = (select current_company()) and outage_id = ${id} and minutes > 0
    ) h
    join pending_charges p on p.company_id = h.company_id and p.contract_id = h.contract_id and p.compensates = h.month`.execute(
    tx,
  )
  if (!rows[0]) throw new Error('a sum has one row')
  return rows[0]
}

/** Where an outage is: a municipality or a device. The columns of the other one are null. */
export type OutagePlace = {
  municipality_code: string | null
  department: string | null
  city: string | null
  device_id: string | null
  device_name: string | null
}

export type LockedOutage = OutagePlace & {
  id: string
  cause: string
  started_at: Date
  expected_end_at: Date | null
  ended_at: Date | null
  cancelled_at: Date | null
  is_notified: boolean
}

export const lockOutage = (tx: Tx, id: string): Promise<LockedOutage | undefined> =>
  tx
    .selectFrom('outages')
    .select([
      'id',
      'municipality_code',
      'department',
      'city',
      'device_id',
      'device_name',
      'cause',
      'started_at',
      'expected_end_at',
      'ended_at',
      'cancelled_at',
      'is_notified',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

type OutageTime = { started_at: Date; ended_at: Date | null }

/** Another outage of the municipality or the device that has an instant of these. */
export async function getOverlapping(
  tx: Tx,
  outage: { id: string | null } & Pick<OutagePlace, 'municipality_code' | 'device_id'> & OutageTime,
): Promise<{ started_at: Date } | undefined> {
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from outages o
    where o.company_id = (select current_company()) and o.cancelled_at is null
      and ${outage.device_id === null ? sql`o.municipality_code = ${outage.municipality_code}` : sql`o.device_id = ${outage.device_id}`}
      and o.id is distinct from ${outage.id}
      and tstzrange(o.started_at, o.ended_at) && tstzrange(${outage.started_at}, ${outage.ended_at}) limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** The outages of devices that have an instant of these: their minutes are those that no outage of a municipality has. */
export async function listDeviceOutages(tx: Tx, { started_at, ended_at }: OutageTime): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from outages o
    where o.company_id = (select current_company()) and o.device_id is not null and o.cancelled_at is null
      and tstzrange(o.started_at, o.ended_at) && tstzrange(${started_at}, ${ended_at})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The open outages of devices. */
export async function listOpenOf(tx: Tx, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from outages o
    where o.company_id = (select current_company()) and o.device_id = any (${uuidArray(deviceIds)}::uuid[])
      and o.ended_at is null and o.cancelled_at is null`.execute(tx)
  return rows.map(({ id }) => id)
}

export type NewOutageRow = Omit<LockedOutage, 'id' | 'ended_at' | 'cancelled_at'> & { created_by: string }

export async function insertOutage(tx: Tx, row: NewOutageRow): Promise<string> {
  return (await tx.insertInto('outages').values(row).returning('id').executeTakeFirstOrThrow()).id
}

type OutageChanges = Partial<
  Record<'started_at' | 'ended_at' | 'cancelled_at', Date> & Record<'cancel_reason' | 'correction_reason', string>
>

export async function updateOutage(tx: Tx, id: string, changes: OutageChanges): Promise<void> {
  await tx.updateTable('outages').set(changes).where('id', '=', id).execute()
}

/** The first day of the holder of a contract `c`: a cession that waits for its day changes nothing yet. */
const HELD_FROM = sql`coalesce((
  select max(x.effective_on) from contract_cessions x
  where x.company_id = c.company_id and x.contract_id = c.id and x.applied_at is not null
), '-infinity'::date)`

/** Whose outages are read: of the client of a user, or of a client. */
export type OutageOwner = { userId: string } | { clientId: string }
const isOwner = (owner: OutageOwner) =>
  'userId' in owner ? sql`k.user_id = ${owner.userId}` : sql`k.id = ${owner.clientId}`

export type ListedOwn = Omit<OwnOutages['outages'][number], 'so_far' | 'so_far_prices'> & { contract_id: string }

/** The outages since an instant of the contracts of a client, and the open ones; of a device, while it has the contract and if it had it. */
export async function listOwn(tx: Tx, owner: OutageOwner, since: Date): Promise<ListedOwn[]> {
  const { rows } = await sql<{
    id: string
    city: string | null
    device: string | null
    cause: string
    started_at: Date
    expected_end_at: Date | null
    ended_at: Date | null
    contract_id: string
    no_contract: string
  }>`
    select distinct o.id, o.city, o.device_name as device, o.cause, o.started_at, o.expected_end_at, o.ended_at, c.id as contract_id, c.no_contract
    from clients k
    join contracts c on c.company_id = k.company_id and c.client_id = k.id
    join outage_contracts h on h.company_id = c.company_id and h.contract_id = c.id
    join outages o on o.company_id = h.company_id and o.id = h.outage_id
    where k.company_id = (select current_company()) and ${isOwner(owner)} and o.cancelled_at is null
      and (c.ceded_on is null or o.ended_at is null or ${dayInBogota(sql`o.ended_at`)} >= ${HELD_FROM})
      and (o.ended_at is null or o.ended_at >= ${since})
      and (o.device_id is null or h.minutes > 0 or (o.ended_at is null and ${deviceStays().isOn(sql`c.id`, sql`o.device_id`)}))
    order by o.started_at desc, c.no_contract limit 20`.execute(tx)
  return rows.map(({ started_at, expected_end_at, ended_at, ...row }) => ({
    ...row,
    is_open: ended_at === null,
    started_at: started_at.toISOString(),
    expected_end_at: expected_end_at?.toISOString() ?? null,
    ended_at: ended_at?.toISOString() ?? null,
  }))
}

/**
 * What is given back to a client: each charge that waits, those of the months since one, and those on an invoice of these months. The
 * waiting ones come first.
 */
export async function listOwnCompensations(
  tx: Tx,
  owner: OutageOwner,
  since: string,
): Promise<OwnOutages['compensations']> {
  const { rows } = await sql<{
    no_contract: string
    month: string
    prices: PricedMinutes[]
    amount: Money
    invoice: string | null
  }>`
    select c.no_contract, p.compensates as month, -p.price as amount, i.prefix || '-' || i.number as invoice,
      (select coalesce(json_agg(json_build_object('price', t.price, 'minutes', h.minutes) order by h.from_on), '[]') from outage_contracts h
        cross join lateral (${priceOn(sql`h.from_on`)}) t
        where h.company_id = p.company_id and h.contract_id = p.contract_id and h.month = p.compensates
          and (c.ceded_on is null or h.from_on >= ${HELD_FROM})) as prices
    from clients k
    join contracts c on c.company_id = k.company_id and c.client_id = k.id
    join pending_charges p on p.company_id = c.company_id and p.contract_id = c.id and p.compensates is not null
    left join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where k.company_id = (select current_company()) and ${isOwner(owner)} and (i.client_id is null or i.client_id = k.id)
      and (c.ceded_on is null or p.occurred_on >= ${HELD_FROM})
      and (p.invoice_id is null or p.compensates >= ${since} or i.issued_on >= (${since} || '-01')::date)
    order by p.invoice_id is null desc, p.compensates desc, c.no_contract limit 20`.execute(tx)
  return rows.map(({ prices, ...row }) => ({
    ...row,
    month: period(row.month),
    minutes: minutesIn(prices),
    prices: byPrice(prices),
  }))
}
