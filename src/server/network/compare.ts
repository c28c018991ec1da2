import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { dayOf } from '#domain/core/days.ts'
import { compareDevice, type Difference, isShortRead, type Wanted } from '#domain/network/compare.ts'
import { actionTowards } from '#domain/network/connection.ts'
import { changeLimit } from '#domain/network/order.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { DeviceReading } from '#server/providers/network/driver.ts'
import {
  claimDevice,
  haltDevice,
  keepClaim,
  listWanted,
  releaseClaim,
  type StoredDevice,
  saveAnswer,
} from './device-queries.ts'
import { replaceDifferences } from './difference-queries.ts'
import { driverOf } from './drivers.ts'
import { DIFFERS_BY_ORDER, insertOrders, type NewOrder } from './order-queries.ts'
import { saveNoAnswer } from './silence.ts'

/** Runs a part of the work in a transaction of the company: of a user, or of Enlace. */
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/** The result of a comparison. `busy`: another run has the device, or it rests. */
export type Comparison = 'busy' | 'unread' | 'same' | 'differs' | 'halted'

/**
 * Reads a device, keeps what differs from what its services must be, and writes the orders that mend it. A device that only observes
 * gets no orders. A reading that is too short, and more differences than the limit, stop the cuts until a person confirms them; services
 * that are cut and must not be are reconnected all the same.
 */
export async function compareNow(
  world: World,
  deviceId: string,
  { inTx, isByPerson }: { inTx: InTx; isByPerson: boolean },
): Promise<Comparison> {
  const claim = randomUUID()
  const device = await inTx((tx) => claimDevice(tx, deviceId, claim, { mayRest: isByPerson }))
  if (!device) return 'busy'
  try {
    const reading = await driverOf(world, device).read()
    return await inTx(async (tx) => {
      if (!(await keepClaim(tx, deviceId, claim))) return 'busy'
      const outcome = await saveReading(tx, world, device, reading)
      const after = { name: device.name, outcome }
      if (isByPerson) await tx.record('network_device.compared', { entity_id: deviceId, after })
      return outcome
    })
  } finally {
    await inTx((tx) => releaseClaim(tx, deviceId, claim))
  }
}

async function saveReading(tx: Tx, world: World, device: StoredDevice, reading: DeviceReading): Promise<Comparison> {
  if (reading.kind === 'nothing_to_read') {
    await markCompared(tx, device.id)
    return 'same'
  }
  if (reading.kind !== 'read') {
    await saveNoAnswer(tx, device, reading.kind, 'detail' in reading ? reading.detail : '')
    return 'unread'
  }
  const wanted = await listWanted(tx, device.id, dayOf(world.clock()))
  const waiting = await listWaiting(tx, device.id)
  const services = reading.services.filter(({ service_id }) => !waiting.has(service_id))
  const differences = compareDevice(wanted, services, reading.foreign)
  const present = wanted.filter(({ state }) => state !== 'absent').length
  await saveAnswer(tx, device.id)
  await replaceDifferences(tx, device.id, differences)
  await markCompared(tx, device.id)
  if (device.mode !== 'enforce') return differences.length === 0 ? 'same' : 'differs'
  return mend(tx, device, { wanted, differences, isShort: isShortRead(present, services.length) })
}

async function mend(
  tx: Tx,
  device: StoredDevice,
  { wanted, differences, isShort }: { wanted: readonly Wanted[]; differences: readonly Difference[]; isShort: boolean },
): Promise<Comparison> {
  const orders = ordersOf(wanted, differences)
  const isHeld = isShort || differences.length > changeLimit(wanted.length)
  const sent = isHeld ? orders.filter(({ action }) => action === 'reconnect') : orders
  await insertOrders(tx, sent, { source: 'compare', actorName: tx.scope.actorName, deviceId: device.id })
  if (!isHeld) return differences.length === 0 ? 'same' : 'differs'
  await haltDevice(tx, device.id, 'differences')
  if (device.halted === null) {
    const after = { device: device.name, reason: 'differences', count: differences.length }
    await tx.record('network_device.halted', { entity_id: device.id, after })
  }
  return 'halted'
}

/** The order that mends each difference. A row of another program is for a person. */
export function ordersOf(wanted: readonly Wanted[], differences: readonly Difference[]): NewOrder[] {
  const services = new Map(wanted.map((service) => [service.service_id, service]))
  return differences.flatMap(({ service_id, kind }): NewOrder[] => {
    if (service_id === null || kind === 'foreign') return []
    if (kind === 'extra') return [{ service_id, action: 'remove' }]
    const service = services.get(service_id)
    if (!service) return []
    if (kind === 'speed') return [{ service_id, action: 'change_speed' }]
    if (kind === 'state') return [{ service_id, action: service.state === 'suspended' ? 'suspend' : 'reconnect' }]
    const action = actionTowards(service, null)
    return action === null ? [] : [{ service_id, action }]
  })
}

async function markCompared(tx: Tx, deviceId: string): Promise<void> {
  await sql`
    update network_devices set compared_at = clock_timestamp() where company_id = (select current_company()) and id = ${deviceId}`.execute(
    tx,
  )
}

/** The services with an order in the queue of a device: they differ until it is executed. */
async function listWaiting(tx: Tx, deviceId: string): Promise<Set<string>> {
  const { rows } = await sql<{ service_id: string }>`
    select distinct o.service_id from network_orders o
    where o.company_id = (select current_company()) and o.device_id = ${deviceId} and ${DIFFERS_BY_ORDER}`.execute(tx)
  return new Set(rows.map(({ service_id }) => service_id))
}
