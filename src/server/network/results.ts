import { isSuperseded } from '#domain/network/connection.ts'
import { retryAfterMs } from '#domain/network/order.ts'
import type { Tx } from '#server/core/tx.ts'
import type { CallResult } from '#server/providers/network/driver.ts'
import { type StoredDevice, saveAnswer } from './device-queries.ts'
import {
  type DesiredRow,
  finishOrders,
  insertTry,
  postponeOrder,
  saveApplied,
  type WaitingOrder,
} from './order-queries.ts'
import { saveNoAnswer } from './silence.ts'

type Executed = { orders: readonly WaitingOrder[]; desired: DesiredRow; result: CallResult; took: number }

/** Writes the result of a call: the try of each order, its state, what the device has now, and whether the device rests. */
export async function saveResult(
  tx: Tx,
  device: StoredDevice,
  { orders, desired, result, took }: Executed,
): Promise<void> {
  const detail = 'detail' in result ? result.detail : null
  for (const { id } of orders) await insertTry(tx, { order_id: id, outcome: result.kind, detail, took_ms: took })
  if (!('detail' in result)) {
    await finishOrders(
      tx,
      orders.map(({ id, action }) => ({
        id,
        state: isSuperseded(action, desired.state) ? ('superseded' as const) : ('done' as const),
        problem: null,
      })),
    )
    await saveApplied(tx, desired, device.id)
    return saveAnswer(tx, device.id)
  }
  if (result.kind === 'refused') return refuseOrders(tx, device, { orders, desired, detail: result.detail })
  if (result.kind === 'error') {
    for (const { id, tries } of orders) await postponeOrder(tx, id, result.detail, retryAfterMs(tries + 1))
    return saveAnswer(tx, device.id)
  }
  // The device rests, so the orders need no wait of their own: they are due when it answers again.
  for (const { id } of orders) await postponeOrder(tx, id, result.detail, 0)
  await saveNoAnswer(tx, device, result.kind, result.detail)
}

/** The device will not accept the same call: a person must change something, and try again. */
async function refuseOrders(
  tx: Tx,
  device: StoredDevice,
  { orders, desired, detail }: { orders: readonly WaitingOrder[]; desired: DesiredRow; detail: string },
): Promise<void> {
  await finishOrders(
    tx,
    orders.map(({ id }) => ({ id, state: 'failed' as const, problem: detail })),
  )
  for (const { id, action } of orders) {
    await tx.record('network_order.failed', {
      entity_id: id,
      after: { no_contract: desired.no_contract, device: device.name, action, problem: detail },
    })
  }
  await saveAnswer(tx, device.id)
}
