import type { Environment } from '#domain/core/environment.ts'
import { type Outcome, type Wompi, type WompiKeys, wompiAt } from './client.ts'

const FAILURES_MAX = 5
const PAUSE_MS = 30_000

/** Circuit breaker: stops the calls to a provider that does not answer, so that they do not accumulate. */
type Breaker = { guard<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> }

/** After five consecutive calls without answer no call is sent for half a minute; then one call tests the provider. */
function breaker(now: () => number = Date.now): Breaker {
  let failures = 0
  let pausedUntil = 0
  return {
    async guard(call) {
      if (now() < pausedUntil) return { ok: false, failure: { kind: 'unsent', status: 0, problems: [] } }
      // While one call tests the provider, the others are not sent.
      if (failures >= FAILURES_MAX) pausedUntil = now() + PAUSE_MS
      const outcome = await call()
      const isUnanswered = !outcome.ok && outcome.failure.kind === 'unknown'
      failures = isUnanswered ? failures + 1 : 0
      pausedUntil = failures >= FAILURES_MAX ? now() + PAUSE_MS : 0
      return outcome
    },
  }
}

/** A Wompi account with every call through the breaker. */
const withBreaker = (wompi: Wompi, circuit: Breaker): Wompi => ({
  merchant: () => circuit.guard(() => wompi.merchant()),
  banks: () => circuit.guard(() => wompi.banks()),
  create: (payment) => circuit.guard(() => wompi.create(payment)),
  get: (id) => circuit.guard(() => wompi.get(id)),
  findByReference: (reference) => circuit.guard(() => wompi.findByReference(reference)),
  listDay: (day, page) => circuit.guard(() => wompi.listDay(day, page)),
})

/** Opens accounts in the two environments of Wompi. The accounts of one environment share its breaker. */
export function wompiAccounts(
  urls: Readonly<Record<Environment, string>>,
  timeoutMs?: number,
): (environment: Environment, keys: WompiKeys) => Wompi {
  const breakers: Readonly<Record<Environment, Breaker>> = { test: breaker(), production: breaker() }
  return (environment, keys) => withBreaker(wompiAt(urls[environment], keys, timeoutMs), breakers[environment])
}
