/** Runs a task with a limit of concurrent tasks. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs at most `max` tasks at the same time; the others wait in order of arrival. */
export function concurrencyPerKey(max: number): ConcurrencyLimit {
  let free = max
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
