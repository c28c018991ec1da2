import type { Environment } from '#domain/core/environment.ts'
import { circuitBreaker } from '#server/providers/circuit-breaker.ts'
import { type Answer, limitedBy } from './answer.ts'
import { FACTUS_LIMITS, type Factus, type FactusLimits, factusAt } from './client.ts'
import { type FactusKeys, tokenStore } from './token.ts'

/**
 * Opens accounts in the two environments of Factus. The accounts of one environment share its breaker and its store of tokens: a
 * company has one token, whatever the number of calls at the same time.
 */
export function factusAccounts(
  urls: Readonly<Record<Environment, string>>,
  limits: FactusLimits = FACTUS_LIMITS,
): (environment: Environment, keys: FactusKeys) => Factus {
  const opened = { test: accountsAt(urls.test, limits), production: accountsAt(urls.production, limits) }
  return (environment, keys) => opened[environment](keys)
}

function accountsAt(url: string, limits: FactusLimits): (keys: FactusKeys) => Factus {
  const tokens = tokenStore(url, Math.min(limits.readMs, 10_000))
  const breaker = circuitBreaker()
  const guard = <T>(call: () => Promise<Answer<T>>): Promise<Answer<T>> =>
    breaker.guard<Answer<T>>(call, isUnanswered, (seconds) => limitedBy('breaker', seconds))
  return (keys) => {
    const account = factusAt(url, tokens(keys), limits)
    return {
      create: (kind, json) => guard(() => account.create(kind, json)),
      findByReference: (kind, reference) => guard(() => account.findByReference(kind, reference)),
      get: (kind, number) => guard(() => account.get(kind, number)),
      list: (kind, filter) => guard(() => account.list(kind, filter)),
      deletePending: (kind, reference) => guard(() => account.deletePending(kind, reference)),
      pdf: (kind, number) => guard(() => account.pdf(kind, number)),
      xml: (kind, number) => guard(() => account.xml(kind, number)),
      attachedDocument: (kind, number) => guard(() => account.attachedDocument(kind, number)),
      events: (number) => guard(() => account.events(number)),
      numberingRanges: () => guard(() => account.numberingRanges()),
    }
  }
}

/** A file that is too large or has another shape says nothing about the next call. */
const isUnanswered = (answer: Answer<unknown>): boolean =>
  answer.kind === 'unknown' && answer.cause !== 'shape' && answer.cause !== 'size'
