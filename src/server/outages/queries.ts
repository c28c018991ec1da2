import { type RawBuilder, sql } from 'kysely'
import type { Money } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import type { OutageQuery } from '#domain/outages/api.ts'
import { byPrice, minutesIn, type PricedMinutes } from '#domain/outages/compensation.ts'
import type { Outage, OutageDetail, OutageState, OwnOutages } from '#domain/outages/outage.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayInBogota } from '#server/db/days.ts'
import { pageOf } from '#server/db/order.ts'
import { priceOn } from './contract-days.ts'
import { deviceStays } from './device-stays.ts'

export type OutageFilter = OutageQuery & { readonly id?: string }

type OutageRow = Omit<
  Outage,
  'state' | 'department' | 'city' | 'device' | 'started_at' | 'expected_end_at' | 'ended_at'
> & {
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
    municipality_code === undefined
      ? null
      : sql`exists (
          select from outage_places p where p.company_id = o.company_id and p.outage_id = o.id and p.removed_at is null
            and p.municipality_code = ${municipality_code}
        )`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** The outages, the last started first. */
export async function listOutages(tx: Tx, filter: OutageFilter, range: RowRange): Promise<Outage[]> {
  const { rows } = await sql<OutageRow>`
    select o.id, o.cause, o.started_at, o.expected_end_at, o.ended_at, o.cancelled_at,
      coalesce(o.cancel_reason, o.correction_reason) as reason, o.is_notified, o.created_by, o.contracts, (
        select json_agg(json_build_object('id', p.id, 'department', p.department, 'city', p.city, 'device',
          case when p.device_id is not null then json_build_object('id', p.device_id, 'name', p.device_name) end,
          'started_at', p.started_at, 'ended_at', p.ended_at) order by p.position)
        from outage_places p where p.company_id = o.company_id and p.outage_id = o.id and p.removed_at is null
      ) as places
    from outages o where ${matching(filter)}
    order by o.started_at desc, o.id desc ${pageOf(range)}`.execute(tx)
  return rows.map(({ places, started_at, expected_end_at, ended_at, cancelled_at, ...row }) => ({
    ...row,
    department: places[0]?.department ?? null,
    city: places[0]?.city ?? null,
    device: places[0]?.device ?? null,
    places: places.map((place) => ({
      ...place,
      started_at: new Date(place.started_at).toISOString(),
      ended_at: place.ended_at && new Date(place.ended_at).toISOString(),
    })),
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

/**
 * What is given back to the contracts of an outage for its months. Of a cancelled one, what invoices gave back before it was cancelled:
 * their lines stay, and nothing waits for it.
 */
export async function sumCompensation(tx: Tx, id: string): Promise<OutageDetail['compensation']> {
  const { rows } = await sql<OutageDetail['compensation']>`
    select coalesce(sum(-p.price) filter (where p.invoice_id is not null), 0)::bigint as billed,
      coalesce(sum(-p.price) filter (where p.invoice_id is null), 0)::bigint as waiting,
      count(distinct p.contract_id)::int as contracts
    from (
      select distinct c.company_id, c.contract_id, c.month, o.cancelled_at from outage_contracts c
      join outages o on o.company_id = c.company_id and o.id = c.outage_id
      where c.company_id = (select current_company()) and c.outage_id = ${id} and (c.minutes > 0 or o.cancelled_at is not null)
    ) h
    join pending_charges p on p.company_id = h.company_id and p.contract_id = h.contract_id and p.compensates = h.month
      and (h.cancelled_at is null or exists (
        select from invoices i where i.company_id = p.company_id and i.id = p.invoice_id and i.issued_on <= ${dayInBogota(sql`h.cancelled_at`)}
      ))`.execute(tx)
  if (!rows[0]) throw new Error('a sum has one row')
  return rows[0]
}

export type LockedOutage = {
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
    .select(['id', 'cause', 'started_at', 'expected_end_at', 'ended_at', 'cancelled_at', 'is_notified'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export type NewOutageRow = Omit<LockedOutage, 'id' | 'ended_at' | 'cancelled_at'> & { created_by: string }

export async function insertOutage(tx: Tx, row: NewOutageRow): Promise<string> {
  return (await tx.insertInto('outages').values(row).returning('id').executeTakeFirstOrThrow()).id
}

type OutageChanges = { cancelled_at: Date; cancel_reason: string } | { correction_reason: string }

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

/**
 * The outages since an instant of the contracts of a client, and the open ones, with the hours of the places of each contract; of a device,
 * while it has the contract and if it had it.
 */
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
    select o.id, min(p.city) as city, min(p.device_name) as device, o.cause, min(p.started_at) as started_at, o.expected_end_at,
      case when bool_and(p.ended_at is not null) then max(p.ended_at) end as ended_at, c.id as contract_id, c.no_contract
    from clients k
    join contracts c on c.company_id = k.company_id and c.client_id = k.id
    join outage_contracts h on h.company_id = c.company_id and h.contract_id = c.id
    join outage_places p on p.company_id = h.company_id and p.id = h.place_id
    join outages o on o.company_id = h.company_id and o.id = h.outage_id
    where k.company_id = (select current_company()) and ${isOwner(owner)} and o.cancelled_at is null and p.removed_at is null
      and (c.ceded_on is null or p.ended_at is null or ${dayInBogota(sql`p.ended_at`)} >= ${HELD_FROM})
      and (p.ended_at is null or p.ended_at >= ${since})
      and (p.device_id is null or h.minutes > 0 or (p.ended_at is null and ${deviceStays().isOn(sql`c.id`, sql`p.device_id`)}))
    group by o.id, o.cause, o.expected_end_at, c.id, c.no_contract
    order by min(p.started_at) desc, c.no_contract limit 20`.execute(tx)
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
