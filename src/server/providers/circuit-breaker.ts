const FAILURES_MAX = 5
const PAUSE_MS = 30_000

/** Stops the calls to a provider that does not answer, so that they do not accumulate. */
export type CircuitBreaker = {
  /** `isUnanswered`: the outcome has no answer of the provider. `unsent`: the outcome of a call that is not sent for so many seconds. */
  guard<T>(call: () => Promise<T>, isUnanswered: (outcome: T) => boolean, unsent: (seconds: number) => T): Promise<T>
}

/** After five consecutive calls without answer no call is sent for half a minute; then one call tests the provider. */
export function circuitBreaker(now: () => number = Date.now): CircuitBreaker {
  let failures = 0
  let pausedUntil = 0
  return {
    async guard(call, isUnanswered, unsent) {
      if (now() < pausedUntil) return unsent((pausedUntil - now()) / 1_000)
      // While one call tests the provider, the others are not sent.
      if (failures >= FAILURES_MAX) pausedUntil = now() + PAUSE_MS
      const outcome = await call()
      failures = isUnanswered(outcome) ? failures + 1 : 0
      pausedUntil = failures >= FAILURES_MAX ? now() + PAUSE_MS : 0
      return outcome
    },
  }
}
