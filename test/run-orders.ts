import type { World } from '#server/core/context.ts'
import { startOrders } from '#server/network/worker.ts'

/** Sends the due orders of every company, and waits for the runs. Returns the number of calls. */
export async function runOrders(world: World, processNow?: () => Date): Promise<number> {
  const counts = await Promise.all(await startOrders(world, new Map(), processNow))
  return counts.reduce((total, count) => total + count, 0)
}
