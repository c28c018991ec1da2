import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { OrderQuery } from '#domain/network/api.ts'
import { DEVICE_MODE_LABELS, type DeviceMode, HALT_LABELS, type Halt } from '#domain/network/device.ts'
import type { NetworkOrder, NetworkOrderDetail, OrderAction, OrderState, TryOutcome } from '#domain/network/order.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

type OrderRow = Omit<NetworkOrder, 'device' | 'waits_for' | 'created_at' | 'finished_at'> & {
  device_id: string
  device_name: string
  mode: DeviceMode
  halted: Halt | null
  is_resting: boolean
  is_later: boolean
  company_status: string
  is_cut: boolean
  created_at: Date
  finished_at: Date | null
}

/** The latest first. `id` or `service`: those of one order or service. */
export async function listOrders(
  tx: Tx,
  filter: OrderQuery & { id?: string; contract_id?: string },
  range: RowRange,
): Promise<NetworkOrder[]> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.action, o.state, c.no_contract, k.name as client, s.username, o.device_id, d.name as device_name, o.source,
      o.actor_name as actor, o.tries, o.problem, o.is_cut, d.mode, d.halted, coalesce(d.rests_until > clock_timestamp(), false) as is_resting,
      o.next_try_at > clock_timestamp() as is_later, e.status as company_status, o.created_at, o.finished_at
    from (select * from network_orders o where ${matching(filter)} order by o.id desc ${pageOf(range)}) o
    cross join lateral (select d.name, d.mode, d.halted, d.rests_until from network_devices d where d.company_id = o.company_id and d.id = o.device_id offset 0) d
    cross join lateral (select s.company_id, s.contract_id, s.username from network_services s where s.company_id = o.company_id and s.id = o.service_id offset 0) s
    cross join lateral (select * from contracts c where c.company_id = s.company_id and c.id = s.contract_id offset 0) c
    cross join lateral (select * from clients k where k.company_id = c.company_id and k.id = c.client_id offset 0) k
    join companies e on e.id = o.company_id
    order by o.id desc`.execute(tx)
  return rows.map(orderOf)
}

export async function countOrders(tx: Tx, filter: OrderQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from network_orders o where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

function matching(query: OrderQuery & { id?: string; contract_id?: string }): RawBuilder<unknown> {
  const conditions = [
    sql`o.company_id = (select current_company())`,
    query.id === undefined ? null : sql`o.id = ${query.id}`,
    query.state === undefined ? null : sql`o.state = ${query.state}`,
    query.action === undefined ? null : sql`o.action = ${query.action}`,
    query.device_id === undefined ? null : sql`o.device_id = ${query.device_id}`,
    query.contract_id === undefined
      ? null
      : sql`o.service_id = (select s.id from network_services s
          where s.company_id = (select current_company()) and s.contract_id = ${query.contract_id})`,
    query.no_contract === undefined
      ? null
      : sql`o.service_id = (select s.id from network_services s join contracts c on c.company_id = s.company_id and c.id = s.contract_id
          where c.company_id = (select current_company()) and c.no_contract = ${query.no_contract})`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

function orderOf(row: OrderRow): NetworkOrder {
  const { device_id, device_name, mode, halted, is_resting, is_later, company_status, is_cut, ...order } = row
  return {
    ...order,
    device: { id: device_id, name: device_name },
    waits_for:
      order.state === 'queued' ? waitsFor({ mode, halted, is_resting, is_later, company_status, is_cut }) : null,
    created_at: order.created_at.toISOString(),
    finished_at: order.finished_at?.toISOString() ?? null,
  }
}

type Waiting = Pick<OrderRow, 'mode' | 'halted' | 'is_resting' | 'is_later' | 'company_status' | 'is_cut'>

function waitsFor({ mode, halted, is_resting, is_later, company_status, is_cut }: Waiting): string | null {
  if (mode !== 'enforce') return `El equipo está en «${DEVICE_MODE_LABELS[mode]}»`
  if (halted === 'credentials' || (halted !== null && is_cut)) return HALT_LABELS[halted]
  if (is_cut && company_status !== 'active') return 'La empresa está suspendida: no se envían cortes'
  if (is_resting) return 'El equipo no responde: se prueba otra vez en unos minutos'
  return is_later ? 'Espera su hora' : null
}

export async function listTries(tx: Tx, orderId: string): Promise<NetworkOrderDetail['log']> {
  const { rows } = await sql<{ outcome: TryOutcome; detail: string | null; took_ms: number; at: Date }>`
    select outcome, detail, took_ms, at from network_tries
    where company_id = (select current_company()) and order_id = ${orderId} order by id desc limit 100`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** `is_late`: a cut that is not carried out when it is decided, as after a device that did not answer. */
export type WaitingOrder = {
  id: string
  action: OrderAction
  tries: number
  created_at: Date
  is_cut: boolean
  is_late: boolean
}

/** A cut in its first minutes is as its event decided it. */
const LATE_AFTER = sql.raw("interval '10 minutes'")

/** The services of a device with due orders: reconnections first. `cuts`: how many of the cuts without a confirmation may be sent. */
export async function listDueServices(
  tx: Tx,
  deviceId: string,
  { cuts, limit }: { cuts: number; limit: number },
): Promise<string[]> {
  // Any order applies what its service must be: one beside a waiting cut is counted as a cut, unless it is a later return to service.
  const withoutCut = sql`
      and not exists (
        select from network_orders c
        where c.company_id = o.company_id and c.service_id = o.service_id and c.device_id = o.device_id and c.state = 'queued' and c.is_cut
          and (c.id > o.id or o.action not in ('reconnect', 'create'))
      )`
  const due = (isCut: boolean, max: number) => sql`
    select o.service_id, o.is_cut, o.id from network_orders o
    where o.company_id = (select current_company()) and o.device_id = ${deviceId} and o.state = 'queued' and o.is_cut = ${sql.raw(String(isCut))}
      and o.next_try_at <= clock_timestamp()${isCut ? sql`` : withoutCut}
    order by o.id limit ${sql.raw(String(max))}`
  const { rows } = await sql<{ service_id: string }>`
    select service_id from ((${due(false, limit)}) union all (${due(true, Math.max(0, Math.min(cuts, limit)))})) due
    order by is_cut, id`.execute(tx)
  return [...new Set(rows.map(({ service_id }) => service_id))].slice(0, limit)
}

/**
 * The condition of an order `o` that its service differs by: it is due, was tried, or is held. A change that waits for its first day is none: until
 * then the service must be what it was.
 */
export const DIFFERS_BY_ORDER = sql`o.state = 'queued'
  and (o.tries > 0 or o.problem is not null or o.next_try_at <= clock_timestamp())`

/** Locks the due orders of a service on a device. */
export async function lockOrdersOf(tx: Tx, serviceId: string, deviceId: string): Promise<WaitingOrder[]> {
  const { rows } = await sql<WaitingOrder>`
    select id, action, tries, created_at, is_cut,
      is_cut and (tries > 0 or problem is not null or source <> 'contract.suspended' or created_at < clock_timestamp() - ${LATE_AFTER}) as is_late
    from network_orders
    where company_id = (select current_company()) and service_id = ${serviceId} and device_id = ${deviceId} and state = 'queued'
      and next_try_at <= clock_timestamp() order by id for update`.execute(tx)
  return rows
}

/** The cuts of a device in the last day that no person confirmed, those that may be sent, and whether more of them wait. */
export async function countCuts(
  tx: Tx,
  deviceId: string,
): Promise<{ done: number; waiting: number; confirmed: number; services: number }> {
  const { rows } = await sql<{ done: number; waiting: number; confirmed: number; services: number }>`
    select
      (select count(*)::int from network_orders o where o.company_id = d.company_id and o.device_id = d.id and o.is_cut and o.state = 'done'
        and o.finished_at > clock_timestamp() - interval '1 day' and o.created_at > coalesce(d.confirmed_at, '-infinity')) as done,
      (select count(*)::int from network_orders o where o.company_id = d.company_id and o.device_id = d.id and o.state = 'queued' and o.is_cut
        and o.created_at > coalesce(d.confirmed_at, '-infinity')) as waiting,
      (select count(*)::int from network_orders o where o.company_id = d.company_id and o.device_id = d.id and o.state = 'queued' and o.is_cut
        and o.created_at <= d.confirmed_at) as confirmed,
      (select count(*)::int from network_services s where s.company_id = d.company_id and s.device_id = d.id) as services
    from network_devices d where d.company_id = (select current_company()) and d.id = ${deviceId}`.execute(tx)
  return rows[0] ?? { done: 0, waiting: 0, confirmed: 0, services: 0 }
}

export type DesiredRow = {
  service_id: string
  contract_id: string
  device_id: string
  no_contract: string
  username: string
  ipv4: string | null
  on_suspend: 'walled' | 'reject'
  version: number
  state: 'active' | 'suspended' | 'absent'
  down_kbps: number
  up_kbps: number
}

/** What a service must be on a day, from its contract as it is now. */
export async function getDesired(tx: Tx, serviceId: string, today: Day): Promise<DesiredRow | undefined> {
  const { rows } = await sql<DesiredRow>`
    select service_id, contract_id, device_id, no_contract, username, host(ipv4) as ipv4, on_suspend, version, state, down_kbps, up_kbps
    from network_desired(${today}::date) where company_id = (select current_company()) and service_id = ${serviceId}`.execute(
    tx,
  )
  return rows[0]
}

export type FinishedOrder = { id: string; state: Exclude<OrderState, 'queued'>; problem: string | null }

export async function finishOrders(tx: Tx, orders: readonly FinishedOrder[]): Promise<void> {
  for (const { id, state, problem } of orders) {
    await sql`
      update network_orders set state = ${state}, problem = ${problem}, tries = tries + 1, finished_at = clock_timestamp()
      where company_id = (select current_company()) and id = ${id}`.execute(tx)
  }
}

/** One more try of an order that stays in the queue. */
export async function postponeOrder(tx: Tx, id: string, problem: string, waitMs: number): Promise<void> {
  await sql`
    update network_orders set tries = tries + 1, problem = ${problem},
      next_try_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000})
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** Holds orders that may not be sent now, without a try. */
export async function holdOrders(
  tx: Tx,
  orders: readonly WaitingOrder[],
  { reason, waitMs }: { reason: string; waitMs: number },
): Promise<void> {
  for (const { id } of orders) {
    await sql`
      update network_orders set problem = ${reason}, next_try_at = clock_timestamp() + make_interval(secs => ${waitMs / 1_000})
      where company_id = (select current_company()) and id = ${id}`.execute(tx)
  }
}

/** Remembers whether the cut of a service is held, for RADIUS: a session that begins anew is not cut by it. */
export async function saveHeldCut(tx: Tx, serviceId: string, isHeld: boolean): Promise<void> {
  await sql`
    update network_services set is_cut_held = ${isHeld}
    where company_id = (select current_company()) and id = ${serviceId} and is_cut_held <> ${isHeld}`.execute(tx)
}

/** Puts an order in the queue again, due now. False for one that was done. */
export async function requeueOrder(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update network_orders set state = 'queued', next_try_at = clock_timestamp(), finished_at = null, problem = null
    where company_id = (select current_company()) and id = ${id} and state in ('queued', 'failed') returning id`.execute(
    tx,
  )
  return rows.length > 0
}

export async function insertTry(
  tx: Tx,
  entry: { order_id: string; outcome: TryOutcome; detail: string | null; took_ms: number },
): Promise<void> {
  await tx.insertInto('network_tries').values(entry).execute()
}

/** Remembers what a device was made to have, unless the service has moved to another device since. */
export async function saveApplied(
  tx: Tx,
  service: Pick<DesiredRow, 'service_id' | 'state' | 'down_kbps' | 'up_kbps'>,
  deviceId: string,
): Promise<void> {
  await sql`
    update network_services set applied_state = ${service.state}, applied_down_kbps = ${service.down_kbps},
      applied_up_kbps = ${service.up_kbps}, applied_at = clock_timestamp(),
      is_cut_held = false
    where company_id = (select current_company()) and id = ${service.service_id} and device_id = ${deviceId}`.execute(
    tx,
  )
}

export type NewOrder = { service_id: string; action: OrderAction }

/** Adds orders to the queue of the devices that the services have. `deviceId`: of another device, from which they are removed. */
export async function insertOrders(
  tx: Tx,
  orders: readonly NewOrder[],
  { source, actorName, deviceId = null }: { source: string; actorName: string; deviceId?: string | null },
): Promise<void> {
  if (orders.length === 0) return
  const list = JSON.stringify(orders)
  await sql`
    insert into network_orders (service_id, device_id, action, version, source, actor_name)
    select s.id, coalesce(${deviceId}::uuid, s.device_id), o.action, s.version, ${source}, ${actorName}
    from json_to_recordset(${list}::json) o (service_id uuid, action text)
    join network_services s on s.company_id = (select current_company()) and s.id = o.service_id`.execute(tx)
}
