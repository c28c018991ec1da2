import type { Tx } from '#server/core/tx.ts'
import { listDeviceOutages, listOpenOf, type Place } from './place-queries.ts'

/** Queues the work of an outage (apply.ts). */
const queueWork = (tx: Tx, company_id: string, outage_id: string): Promise<void> =>
  tx.enqueue('outage.apply', { company_id, outage_id })

/**
 * Queues the work of an outage whose places changed, and of those with a device that has or had an instant of a changed municipality: a
 * minute counts once. `changed`: the places before and after the change.
 */
export async function queueChanged(
  tx: Tx,
  companyId: string,
  outageId: string,
  changed: readonly Pick<Place, 'device_id' | 'started_at' | 'ended_at'>[],
): Promise<void> {
  const found = new Set([outageId])
  for (const place of changed) {
    if (place.device_id !== null) continue
    for (const id of await listDeviceOutages(tx, place)) found.add(id)
  }
  for (const id of found) await queueWork(tx, companyId, id)
}

/** Queues the work of the open outages of devices, after connections came to them. */
export async function queueOpenOf(tx: Tx, companyId: string, deviceIds: readonly string[]): Promise<void> {
  for (const id of await listOpenOf(tx, deviceIds)) await queueWork(tx, companyId, id)
}
