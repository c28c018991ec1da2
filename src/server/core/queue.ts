import pLimit from 'p-limit'
import type { Refusal } from '#domain/core/refusal.ts'

/** Runs a task in order of arrival and returns its result. Throws the refusal of the queue when too many wait. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** Tasks that run at the same time, further tasks that may wait, how long, and the refusal of the others. */
export type QueueLimits = {
  concurrency: number
  waitingMax: number
  /** A task that did not begin in this time is refused, and never runs. Without it a task waits for its turn. */
  waitMaxMs?: number
  refusal: () => Refusal
}

/** A queue in this process with these limits. Order: first in, first out; a failure does not stop the others. */
export function boundedQueue({ concurrency, waitingMax, waitMaxMs, refusal }: QueueLimits): Queue {
  const limit = pLimit(concurrency)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax) throw refusal()
    if (waitMaxMs === undefined || limit.activeCount < concurrency) return limit(work)
    return new Promise((resolve, reject) => {
      let isRefused = false
      const timer = setTimeout(() => {
        isRefused = true
        reject(refusal())
      }, waitMaxMs)
      const begin = async (): Promise<void> => {
        clearTimeout(timer)
        if (!isRefused) await work().then(resolve, reject)
      }
      void limit(begin)
    })
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
