import type { Environment } from '#domain/core/environment.ts'
import { type Outcome, type Wompi, type WompiKeys, wompiAt } from './client.ts'

const FAILURES_MAX = 5
const PAUSE_MS = 30_000

/** Stops asking a provider that does not answer, so that what waits for it does not pile up. */
type Breaker = { guard<T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> }

/** After five calls without answer in a row nothing is sent for half a minute; then one call tries. */
function breaker(now: () => number = Date.now): Breaker {
  let failures = 0
  let closedUntil = 0
  return {
    async guard(call) {
      if (now() < closedUntil) return { ok: false, failure: { kind: 'unsent', status: 0, problems: [] } }
      // Whoever comes while one tries waits for another turn.
      if (failures >= FAILURES_MAX) closedUntil = now() + PAUSE_MS
      const outcome = await call()
      const isUnanswered = !outcome.ok && outcome.failure.kind === 'unknown'
      failures = isUnanswered ? failures + 1 : 0
      closedUntil = failures >= FAILURES_MAX ? now() + PAUSE_MS : 0
      return outcome
    },
  }
}

/** An account whose every call goes through the breaker. */
const withBreaker = (wompi: Wompi, at: Breaker): Wompi => ({
  merchant: () => at.guard(() => wompi.merchant()),
  banks: () => at.guard(() => wompi.banks()),
  create: (payment) => at.guard(() => wompi.create(payment)),
  get: (id) => at.guard(() => wompi.get(id)),
  findByReference: (reference) => at.guard(() => wompi.findByReference(reference)),
  listDay: (day, page) => at.guard(() => wompi.listDay(day, page)),
})

/** Opens accounts at the provider's two addresses. All of one address share its breaker. */
export function wompiAccounts(
  urls: Readonly<Record<Environment, string>>,
  timeoutMs?: number,
): (environment: Environment, keys: WompiKeys) => Wompi {
  const breakers: Readonly<Record<Environment, Breaker>> = { test: breaker(), production: breaker() }
  return (environment, keys) => withBreaker(wompiAt(urls[environment], keys, timeoutMs), breakers[environment])
}
