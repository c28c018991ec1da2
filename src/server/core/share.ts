import type pg from 'pg'
import { Refusal } from '#domain/core/refusal.ts'
import { queuePerKey } from './queue.ts'

/** The part of the connections of a process that the transactions of one company may have at the same time. */
const COMPANY_SHARE = 0.6
/** Transactions of one company that wait for a connection. */
const WAITING_MAX = 400
/** The time that a transaction waits for a connection of its company: as long as it may wait for a lock. */
const WAIT_MAX_MS = 5_000

type Shares = <T>(companyId: string, work: () => Promise<T>) => Promise<T>
const openShares = new WeakMap<pg.Pool, Shares>()

/**
 * Runs `work`, which takes one connection of the pool, when the share of the company has one free. Throws a Refusal 'unavailable' when
 * none is free within WAIT_MAX_MS, or when too many wait. A company whose transactions wait for each other, for a lock or for a slow
 * query, then leaves connections for the other companies.
 */
export const inShare = <T>(pool: pg.Pool, companyId: string, work: () => Promise<T>): Promise<T> =>
  sharesOf(pool)(companyId, work)

function sharesOf(pool: pg.Pool): Shares {
  const existing = openShares.get(pool)
  if (existing) return existing
  const shares = queuePerKey({
    concurrency: Math.max(1, Math.floor(pool.options.max * COMPANY_SHARE)),
    waitingMax: WAITING_MAX,
    waitMaxMs: WAIT_MAX_MS,
    refusal: () =>
      new Refusal('unavailable', 'Hay mucha actividad en tu empresa. Intenta de nuevo en unos segundos.', {
        retryAfterS: 2,
      }),
  })
  openShares.set(pool, shares)
  return shares
}
