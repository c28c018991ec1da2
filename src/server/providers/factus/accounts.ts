import type { Environment } from '#domain/core/environment.ts'
import { type CircuitBreaker, circuitBreaker } from '#server/providers/circuit-breaker.ts'
import { type Answer, limitedBy } from './answer.ts'
import { FACTUS_LIMITS, type Factus, type FactusLimits, factusAt } from './client.ts'
import { type FactusKeys, tokenStore } from './token.ts'

/**
 * Opens accounts in the two environments of Factus. The accounts of one environment share its store of tokens: a company has one
 * token, whatever the number of calls at the same time. An account that gets no answer to one kind of call stops no other account, and
 * none of its other calls.
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
  const breakers = breakerStore()
  return (keys) => {
    const { creates, reads, files } = breakers(keys)
    const account = factusAt(url, tokens(keys), limits)
    return {
      create: (kind, json) => guard(creates, () => account.create(kind, json)),
      findByReference: (kind, reference) => guard(reads, () => account.findByReference(kind, reference)),
      get: (kind, number) => guard(reads, () => account.get(kind, number)),
      list: (kind, filter) => guard(reads, () => account.list(kind, filter)),
      deletePending: (kind, reference) => guard(reads, () => account.deletePending(kind, reference)),
      pdf: (kind, number) => guard(files, () => account.pdf(kind, number)),
      xml: (kind, number) => guard(files, () => account.xml(kind, number)),
      attachedDocument: (kind, number) => guard(files, () => account.attachedDocument(kind, number)),
      events: (number) => guard(reads, () => account.events(number)),
      numberingRanges: () => guard(reads, () => account.numberingRanges()),
    }
  }
}

type Breakers = { creates: CircuitBreaker; reads: CircuitBreaker; files: CircuitBreaker }
const ACCOUNTS_MAX = 2_000

/** The breakers of each account, by its user. The oldest entry leaves when there are too many. */
function breakerStore(): (keys: FactusKeys) => Breakers {
  const stored = new Map<string, Breakers>()
  return ({ client_id, user }) => {
    const id = JSON.stringify([client_id, user])
    const found = stored.get(id)
    if (found) return found
    const [oldest] = stored.keys()
    if (stored.size >= ACCOUNTS_MAX && oldest !== undefined) stored.delete(oldest)
    const created = { creates: circuitBreaker(), reads: circuitBreaker(), files: circuitBreaker() }
    stored.set(id, created)
    return created
  }
}

const guard = <T>(breaker: CircuitBreaker, call: () => Promise<Answer<T>>): Promise<Answer<T>> =>
  breaker.guard<Answer<T>>(call, isUnanswered, (seconds) => limitedBy('breaker', seconds))

/** A file that is too large or has another shape says nothing about the next call. */
const isUnanswered = (answer: Answer<unknown>): boolean =>
  answer.kind === 'unknown' && answer.cause !== 'shape' && answer.cause !== 'size'
