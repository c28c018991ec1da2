import { restAfterMs } from '#domain/network/order.ts'
import type { Tx } from '#server/core/tx.ts'
import { type StoredDevice, saveSilence } from './device-queries.ts'

/**
 * Writes that a device did not answer, or not our credentials. Without its credentials it gets no orders until a person tests it, also no
 * reconnections: that is recorded once, so that its desk is notified.
 */
export async function saveNoAnswer(tx: Tx, device: StoredDevice, kind: string, problem: string): Promise<void> {
  const halted = kind === 'credentials' ? 'credentials' : null
  await saveSilence(tx, device.id, { problem, restMs: restAfterMs(device.failures + 1), halted })
  if (halted === null || device.halted === halted) return
  await tx.record('network_device.halted', {
    entity_id: device.id,
    after: { device: device.name, reason: halted, problem },
  })
}
