/**
 * Returns a function that makes a call for a key, and joins the calls of a key that come while one runs: they share the next one, which
 * begins when it ends. So each caller gets what was written before it called, and a key has at most one call running.
 */
export function nextCalls<T>(): (key: string, call: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<void>>()
  const waiting = new Map<string, Promise<T>>()
  const start = (key: string, call: () => Promise<T>): Promise<T> => {
    const result = call()
    const ended = result.then(
      () => leave(key),
      () => leave(key),
    )
    running.set(key, ended)
    return result
  }
  const leave = (key: string): void => void running.delete(key)
  return (key, call) => {
    const current = running.get(key)
    if (current === undefined) return start(key, call)
    const joined = waiting.get(key)
    if (joined !== undefined) return joined
    const next = current.then(() => {
      waiting.delete(key)
      return start(key, call)
    })
    waiting.set(key, next)
    return next
  }
}
