import pLimit from 'p-limit'
import type { Refusal } from '#domain/core/refusal.ts'

/** Runs a task in order of arrival and returns its result. Throws the refusal of the queue when too many wait. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Tasks that run at the same time, further tasks that may wait, and the refusal of the next one. */
export type QueueLimits = { concurrency: number; waitingMax: number; refusal: () => Refusal }

/** A queue in this process with both limits. Order: first in, first out; a failure does not stop the others. */
export function boundedQueue({ concurrency, waitingMax, refusal }: QueueLimits): Queue {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax) throw refusal()
    return limit(work)
  }
}

/** One such queue for each key (an account, a company). A queue without tasks is removed. */
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
