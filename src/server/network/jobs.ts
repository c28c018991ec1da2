import { sql } from 'kysely'
import { type Day, dayOf } from '#domain/core/days.ts'
import { actionTowards, type ServiceState } from '#domain/network/connection.ts'
import { TRY_DAYS } from '#domain/network/order.ts'
import { inPlatformTx, inSystemTx, readInPlatformTx, SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import { compareNow } from './compare.ts'
import { DIFFERS_BY_ORDER, insertOrders } from './order-queries.ts'

/** The services of one company that one run adds to the queue. */
const MISSED_MAX = 5_000
/** The tries that one run deletes. */
const DELETED_MAX = 5_000

export const networkTasks = {
  'network.settle': (world: World) => settleNetwork(world),
  'network.compare': (world: World) => compareAll(world),
  'network.sweep': (world: World) => deleteOldTries(world),
}
// After contracts.settle, which applies the changes of the day.
export const networkSchedules: readonly Schedule[] = [
  { task: 'network.settle', pattern: '21 * * * *' },
  { task: 'network.compare', pattern: '*/15 * * * *' },
  { task: 'network.sweep', pattern: '49 * * * *' },
]

/** Writes the orders of the services that are not as they must be and have none: a day that came without an event, a lost order. */
async function settleNetwork(world: World): Promise<void> {
  const today = dayOf(world.clock())
  for (const companyId of await listCompanies(world)) {
    await inSystemTx(world, companyId, (tx) => orderMissed(tx, today))
  }
}

type MissedRow = {
  service_id: string
  state: ServiceState
  down_kbps: number
  up_kbps: number
  applied_state: ServiceState | null
  applied_down_kbps: number | null
  applied_up_kbps: number | null
}

/** Adds the missing orders of one company. An order that its device refused is not written again until the service changes. */
export async function orderMissed(tx: Tx, today: Day): Promise<number> {
  const { rows } = await sql<MissedRow>`
    select w.service_id, w.state, w.down_kbps, w.up_kbps, s.applied_state, s.applied_down_kbps, s.applied_up_kbps
    from network_desired(${today}::date) w
    join network_services s on s.company_id = w.company_id and s.id = w.service_id
    where w.company_id = (select current_company())
      and (w.state, case when w.state = 'active' then w.down_kbps end, case when w.state = 'active' then w.up_kbps end)
        is distinct from (s.applied_state, case when w.state = 'active' then s.applied_down_kbps end,
          case when w.state = 'active' then s.applied_up_kbps end)
      and not exists (select from network_orders o where o.company_id = w.company_id and o.service_id = w.service_id
        and ((${DIFFERS_BY_ORDER}) or (o.state = 'failed' and o.version = s.version)))
    order by w.service_id limit ${sql.raw(String(MISSED_MAX))}`.execute(tx)
  const orders = rows.flatMap((row) => {
    const { applied_state: state, applied_down_kbps: down_kbps, applied_up_kbps: up_kbps } = row
    const applied = state === null ? null : { state, down_kbps: down_kbps ?? 0, up_kbps: up_kbps ?? 0 }
    const action = actionTowards(row, applied)
    return action === null ? [] : [{ service_id: row.service_id, action }]
  })
  await insertOrders(tx, orders, { source: 'network.settle', actorName: SYSTEM.actorName })
  return orders.length
}

/** Compares each device that is on. One that does not answer rests, and the others are compared. */
async function compareAll(world: World): Promise<void> {
  for (const companyId of await listCompanies(world)) {
    const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, companyId, work)
    const devices = await inTx(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from network_devices where company_id = (select current_company()) and mode <> 'off' and kind = 'routeros'
          and halted is distinct from 'credentials' order by id`.execute(tx)
      return rows
    })
    for (const { id } of devices) {
      await compareNow(world, id, { inTx, isByPerson: false }).catch((error: unknown) => {
        world.log.error({ err: error, device_id: id }, 'a device was not compared')
      })
    }
  }
}

/** Deletes the old tries of the orders that are finished. The last one of each order is kept: it says how it ended. */
async function deleteOldTries(world: World): Promise<void> {
  await inPlatformTx(world, (tx) =>
    sql`
      delete from network_tries where (company_id, id) in (
        select t.company_id, t.id from network_tries t
        where t.outcome not in ('applied', 'unchanged') and t.at < now() - make_interval(days => ${TRY_DAYS})
          and exists (select from network_orders o where o.company_id = t.company_id and o.id = t.order_id and o.state <> 'queued')
          and exists (select from network_tries l where l.company_id = t.company_id and l.order_id = t.order_id and l.id > t.id)
        order by t.at limit ${sql.raw(String(DELETED_MAX))})`.execute(tx),
  )
}

const listCompanies = (world: World): Promise<string[]> =>
  readInPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select k.id from companies k where k.status <> 'closed'
        and exists (select from network_devices d where d.company_id = k.id) order by k.id`.execute(tx)
    return rows.map(({ id }) => id)
  })
