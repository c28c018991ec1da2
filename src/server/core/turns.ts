/** Runs work, at most so much of it at the same time. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `max` pieces of work run at the same time; the others wait in the order in which they came. */
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
