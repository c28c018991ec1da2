import type { Environment } from '#domain/core/environment.ts'
import { type CircuitBreaker, circuitBreaker } from '#server/providers/circuit-breaker.ts'
import { type Outcome, type Wompi, type WompiKeys, wompiAt } from './client.ts'

/** A Wompi account with every call through the breaker. */
function withBreaker(wompi: Wompi, breaker: CircuitBreaker): Wompi {
  const guard = <T>(call: () => Promise<Outcome<T>>): Promise<Outcome<T>> =>
    breaker.guard<Outcome<T>>(
      call,
      (outcome) => !outcome.ok && outcome.failure.kind === 'unknown',
      () => ({ ok: false, failure: { kind: 'unsent', status: 0, problems: [] } }),
    )
  return {
    merchant: () => guard(() => wompi.merchant()),
    banks: () => guard(() => wompi.banks()),
    create: (payment) => guard(() => wompi.create(payment)),
    get: (id) => guard(() => wompi.get(id)),
    findByReference: (reference) => guard(() => wompi.findByReference(reference)),
    createLink: (link) => guard(() => wompi.createLink(link)),
    getLink: (id) => guard(() => wompi.getLink(id)),
    listDay: (day, page) => guard(() => wompi.listDay(day, page)),
    listNewest: (from, until, page) => guard(() => wompi.listNewest(from, until, page)),
  }
}

/** Opens accounts in the two environments of Wompi. The accounts of one environment share its breaker. */
export function wompiAccounts(
  urls: Readonly<Record<Environment, string>>,
  timeoutMs?: number,
): (environment: Environment, keys: WompiKeys) => Wompi {
  const breakers: Readonly<Record<Environment, CircuitBreaker>> = {
    test: circuitBreaker(),
    production: circuitBreaker(),
  }
  return (environment, keys) => withBreaker(wompiAt(urls[environment], keys, timeoutMs), breakers[environment])
}
