import pLimit from 'p-limit'
import type { Refusal } from '#domain/core/refusal.ts'

/** Runs a piece of work when its turn comes, and returns its result. Throws the refusal of the queue when too many wait. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** How many run at the same time, how many may wait besides, and the refusal of the next one. */
export type QueueLimits = { concurrency: number; waitingMax: number; refusal: () => Refusal }

/** A queue of this process with a limit on both ends. Who waits longest is next; a failure does not stop the others. */
export function boundedQueue({ concurrency, waitingMax, refusal }: QueueLimits): Queue {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax) throw refusal()
    return limit(work)
  }
}

/** One such queue for each key (an account, a company). A queue without work is forgotten. */
export function queuePerKey(limits: QueueLimits): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, { run: Queue; users: number }>()
  return async (key, work) => {
    const queue = queues.get(key) ?? { run: boundedQueue(limits), users: 0 }
    queues.set(key, queue)
    queue.users += 1
    try {
      return await queue.run(work)
    } finally {
      queue.users -= 1
      if (queue.users === 0) queues.delete(key)
    }
  }
}
