import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { changeLimit } from '#domain/network/order.ts'
import { cutHold } from '#server/collections/cut-hold.ts'
import { isClockRight } from '#server/core/clock.ts'
import { inSystemTx, readInPlatformTx, type World } from '#server/core/context.ts'
import type { Ticker } from '#server/core/jobs.ts'
import type { Tx } from '#server/core/tx.ts'
import type { CallResult, NetworkDriver } from '#server/providers/network/driver.ts'
import { claimDevice, haltDevice, keepClaim, releaseClaim, type StoredDevice } from './device-queries.ts'
import { driverOf, radiusKey } from './drivers.ts'
import {
  countCuts,
  type DesiredRow,
  getDesired,
  holdOrders,
  listDueServices,
  lockOrdersOf,
  saveHeldCut,
  type WaitingOrder,
} from './order-queries.ts'
import { saveResult } from './results.ts'

/** Devices that a process sends to at the same time, and those of one company among them. */
const AT_ONCE = 16
const AT_ONCE_OF_COMPANY = 4
const DEVICES_MAX = 100
/** The services of one batch. A run begins no other call after this time or this number of calls: the next device has its turn. */
const BATCH = 50
const RUN_MS = 10_000
const RUN_MAX = 500

type DueDevice = { company_id: string; id: string }

/** The devices that a process sends to now, with their companies. */
type UnderWay = Map<string, string>

const underWay: UnderWay = new Map()

export const networkTickers: readonly Ticker[] = [
  {
    name: 'network.orders',
    everyS: 2,
    // The runs are not waited for: a slow device must not delay the next look at the orders.
    tick: async (world) => void (await startOrders(world, underWay)),
  },
]

/**
 * Starts a run for each device with due orders: the devices at the same time, the orders of one device one after the other. A device is
 * claimed in the database, by its clock, so two processes never send to it at once, and the claim of a process that stopped ends by
 * itself. Each run resolves to its calls and does not fail.
 */
export async function startOrders(
  world: World,
  busy: UnderWay,
  processNow: () => Date = () => new Date(),
): Promise<Promise<number>[]> {
  if (!(await isClockRight(world, processNow))) return []
  const due = await readInPlatformTx(world, listDueDevices)
  const runs: Promise<number>[] = []
  for (const { company_id, id } of due) {
    const ofCompany = [...busy.values()].filter((company) => company === company_id).length
    if (busy.has(id) || busy.size >= AT_ONCE || ofCompany >= AT_ONCE_OF_COMPANY) continue
    busy.set(id, company_id)
    const run = runDevice(world, company_id, id).catch((error: unknown) => {
      // One device that fails must not stop the others.
      world.log.error({ err: error, device_id: id }, 'the orders of a device were not sent')
      return 0
    })
    runs.push(run.finally(() => busy.delete(id)))
  }
  return runs
}

/** Those that were served the longest ago first, a few of each company: one with many devices does not delay the others. */
async function listDueDevices(tx: Tx): Promise<DueDevice[]> {
  const { rows } = await sql<DueDevice>`
    select company_id, id from (
      select d.company_id, d.id, d.served_at,
        row_number() over (partition by d.company_id order by d.served_at nulls first, d.id) as place
      from network_devices d join companies k on k.id = d.company_id
      where d.mode = 'enforce' and k.status <> 'closed' and d.halted is distinct from 'credentials'
        and (d.rests_until is null or d.rests_until < clock_timestamp())
        and (d.claimed_until is null or d.claimed_until < clock_timestamp())
        and exists (select from network_orders o where o.company_id = d.company_id and o.device_id = d.id and o.state = 'queued'
          and o.next_try_at <= clock_timestamp()
          and (not o.is_cut or (k.status = 'active' and (d.halted is null or o.created_at <= d.confirmed_at))))
    ) due
    where place <= ${sql.raw(String(AT_ONCE_OF_COMPANY))}
    order by served_at nulls first, id limit ${sql.raw(String(DEVICES_MAX))}`.execute(tx)
  return rows
}

type Run = { world: World; device: StoredDevice; driver: NetworkDriver; claim: string }

async function runDevice(world: World, companyId: string, deviceId: string): Promise<number> {
  const claim = randomUUID()
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, companyId, work)
  const device = await inTx((tx) => claimDevice(tx, deviceId, claim, { isServed: true }))
  if (!device) return 0
  const run = { world, device, driver: driverOf(world, device), claim }
  const endsAt = performance.now() + RUN_MS
  let count = 0
  try {
    for (let goesOn = true; goesOn && count < RUN_MAX; ) {
      const services = await inTx((tx) => nextServices(tx, device))
      goesOn = services.length > 0
      for (const serviceId of services) {
        const result = await executeService(run, serviceId)
        if (result === 'done') count += 1
        if (result === 'stop' || performance.now() >= endsAt) goesOn = false
        if (!goesOn) break
      }
    }
    return count
  } finally {
    await inTx((tx) => releaseClaim(tx, deviceId, claim))
  }
}

/** The next services of a device. When the limit of cuts is reached the others wait until a person confirms them. */
async function nextServices(tx: Tx, { id: deviceId, name }: StoredDevice): Promise<string[]> {
  const { rows } = await sql<{ status: string; halted: string | null }>`
    select k.status, d.halted from companies k, network_devices d
    where k.id = (select current_company()) and d.company_id = k.id and d.id = ${deviceId}`.execute(tx)
  const mayCut = rows[0]?.status === 'active'
  const cuts = await countCuts(tx, deviceId)
  const left = rows[0]?.halted === null ? Math.max(0, changeLimit(cuts.services) - cuts.done) : 0
  if (mayCut && rows[0]?.halted === null && cuts.waiting > left) {
    await haltDevice(tx, deviceId, 'cuts')
    await tx.record('network_device.halted', {
      entity_id: deviceId,
      after: { device: name, reason: 'cuts', count: cuts.waiting },
    })
  }
  return listDueServices(tx, deviceId, { cuts: mayCut ? cuts.confirmed + left : 0, limit: BATCH })
}

/** Executes the due orders of one service: what it must be is read now, and not when they were written. */
async function executeService(run: Run, serviceId: string): Promise<'done' | 'none' | 'stop'> {
  const { world, device, driver, claim } = run
  const inTx = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inSystemTx(world, device.company_id, work)
  const work = await inTx(async (tx) => {
    if (!(await keepClaim(tx, device.id, claim, true))) return null
    const orders = await lockOrdersOf(tx, serviceId, device.id)
    const found = await getDesired(tx, serviceId, dayOf(world.clock()))
    const desired = found && onDevice(found, device.id)
    if (desired?.state === 'suspended' && orders.length > 0) {
      const now = world.clock()
      const hold = orders.some(({ is_late }) => is_late) ? await cutHold(tx, desired.contract_id, now) : null
      // Before the call: a client whose session it ends connects again at once, and RADIUS then reads this.
      await saveHeldCut(tx, serviceId, hold !== null)
      if (hold !== null) {
        await holdOrders(tx, orders, { reason: hold.reason, waitMs: hold.until.getTime() - now.getTime() })
        return { orders: [], desired }
      }
    }
    return { orders, desired }
  })
  if (work === null) return 'stop'
  const { orders, desired } = work
  if (orders.length === 0 || !desired) return 'none'
  const password = await passwordOf(world, device, desired)
  const began = performance.now()
  const result = await driver.apply({ ...callOf(desired, orders), password })
  const took = Math.round(performance.now() - began)
  const isOurs = await inTx(async (tx) => {
    // Another run has the device when this one was slower than its claim: that one writes what it found.
    if (!(await keepClaim(tx, device.id, claim))) return false
    await saveResult(tx, device, { orders, desired, result, took })
    return true
  })
  return isOurs && goesOn(result) ? 'done' : 'stop'
}

const goesOn = ({ kind }: CallResult): boolean => kind !== 'unanswered' && kind !== 'credentials'

/** A service that has moved to another device must not be on this one. */
const onDevice = (desired: DesiredRow, deviceId: string): DesiredRow =>
  desired.device_id === deviceId ? desired : { ...desired, state: 'absent' }

const CALL_ACTION = { active: 'reconnect', suspended: 'suspend', absent: 'remove' } as const

/** The call about a service: under the id of its newest order, with the action that its state needs now. */
function callOf(desired: DesiredRow, orders: readonly WaitingOrder[]) {
  const newest = orders.at(-1)
  const { device_id: _device, contract_id: _contract, ...service } = desired
  // Of different orders no action says enough: a new speed alone does not end the session of a client that was cut.
  const isSame = newest !== undefined && !newest.is_cut && orders.every(({ action }) => action === newest.action)
  const action = desired.state === 'active' && isSame ? newest.action : CALL_ACTION[desired.state]
  return { ...service, order_id: newest?.id ?? '', action }
}

/** The password for a device that keeps its own copy. Null for every other one. */
async function passwordOf(world: World, device: StoredDevice, { service_id }: DesiredRow): Promise<string | null> {
  if (device.kind !== 'routeros') return null
  return readInPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ password: string | null }>`
      select network_password(${device.company_id}, ${service_id}, ${radiusKey(world.config.secret)}) as password`.execute(
      tx,
    )
    return rows[0]?.password ?? null
  })
}
