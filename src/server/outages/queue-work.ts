import type { Tx } from '#server/core/tx.ts'
import { type LockedOutage, listDeviceOutages, listOpenOf } from './queries.ts'

/** Queues the work of an outage (apply.ts). */
export const queueWork = (tx: Tx, company_id: string, outage_id: string): Promise<void> =>
  tx.enqueue('outage.apply', { company_id, outage_id })

type Times = Pick<LockedOutage, 'started_at' | 'ended_at'>

/** Queues the work of the outages of devices that an outage of a municipality has or had at the same time: a minute counts once. */
export async function queueOverlapping(tx: Tx, companyId: string, all: readonly Times[]): Promise<void> {
  const found = new Set<string>()
  for (const times of all) for (const id of await listDeviceOutages(tx, times)) found.add(id)
  for (const id of found) await queueWork(tx, companyId, id)
}

/** Queues the work of the open outages of devices, after connections came to them. */
export async function queueOpenOf(tx: Tx, companyId: string, deviceIds: readonly string[]): Promise<void> {
  for (const id of await listOpenOf(tx, deviceIds)) await queueWork(tx, companyId, id)
}
