/** Runs at most `concurrency` works at once; the others wait, the one that asked first before the rest. */
export function limiter(concurrency: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < concurrency) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place passes to the next one before anybody else can ask for it; with none waiting it is free again.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
