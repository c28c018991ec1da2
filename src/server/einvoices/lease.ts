import { sql } from 'kysely'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import type { ElectronicQueuesProblem } from '#server/db/types.ts'

/** The lease of a company's queue: `fence` is its fencing token. Only one worker sends for a company. */
export type Lease = { companyId: string; fence: number }

/** Seconds without renewal after which another worker takes a queue over. */
const LEASE_S = 20
const RENEW_MS = 5_000
/** How long a queue without a usable range waits. */
export const RANGE_WAIT_MS = 10 * 60_000

/** The error of a worker whose queue another one took over. It stops without writing. */
const leaseLostError = (): Error => new Error('another worker has the queue of the company', { cause: LEASE_LOST })
const LEASE_LOST = 'lease lost'
export const isLeaseLost = (error: unknown): boolean => error instanceof Error && error.cause === LEASE_LOST

export const inQueue = <T>(world: World, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, work)

/** Takes the queue of a company. Null when another worker has it, or when it is paused or must wait. By the clock of the database. */
export const takeQueue = (world: World, companyId: string): Promise<Lease | null> =>
  inQueue(world, companyId, async (tx) => {
    const { rows } = await sql<{ fence: number }>`
      update electronic_queues set fence = fence + 1, leased_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where company_id = (select current_company()) and paused_at is null
        and (leased_until is null or leased_until < clock_timestamp()) and (wait_until is null or wait_until <= ${world.clock()})
      returning fence::int as fence`.execute(tx)
    const row = rows[0]
    return row === undefined ? null : { companyId, fence: row.fence }
  })

/** Renews a lease while its worker waits for the provider. Returns what stops it. */
export function keepQueue(world: World, lease: Lease): () => void {
  const timer = setInterval(() => {
    inQueue(world, lease.companyId, (tx) => lockQueue(tx, lease)).catch((error: unknown) => {
      if (!isLeaseLost(error)) world.log.warn({ err: error }, 'a queue could not be renewed')
    })
  }, RENEW_MS)
  return () => clearInterval(timer)
}

/** Locks the queue and renews its lease. Throws when another worker took it over. False: a person paused it. */
export async function lockQueue(tx: Tx, { fence }: Lease): Promise<boolean> {
  const { rows } = await sql<{ is_paused: boolean }>`
    update electronic_queues set leased_until = clock_timestamp() + make_interval(secs => ${LEASE_S})
    where company_id = (select current_company()) and fence = ${fence}
    returning paused_at is not null as is_paused`.execute(tx)
  const row = rows[0]
  if (!row) throw leaseLostError()
  return !row.is_paused
}

/** Frees the queue for the next worker. */
export const freeQueue = (world: World, lease: Lease): Promise<void> =>
  inQueue(world, lease.companyId, async (tx) => {
    await sql`
      update electronic_queues set leased_until = null
      where company_id = (select current_company()) and fence = ${lease.fence}`.execute(tx)
  })

type QueueProblem = { problem: ElectronicQueuesProblem; text: string; until: Date | null }

/**
 * Writes why nothing is sent, and until when. A problem that a person must solve is an event when it begins; the limit of calls of the
 * provider is not.
 */
export async function stopQueue(tx: Tx, { problem, text, until }: QueueProblem, now: Date): Promise<void> {
  const before = await tx.selectFrom('electronic_queues').select(['problem', 'failures']).executeTakeFirst()
  await tx
    .updateTable('electronic_queues')
    .set({
      problem,
      problem_text: text,
      wait_until: until,
      failures: before?.problem === problem ? before.failures + 1 : 1,
      ...(before?.problem === problem ? {} : { problem_since: now }),
    })
    .execute()
  if (before?.problem === problem || problem === 'limited' || problem === 'unanswered') return
  await tx.record('electronic.stopped', { entity_id: tx.scope.companyId, after: { reason: text } })
}

/** The provider answers calls again: what a call stopped goes on. A range that a person must choose is another problem. */
export async function clearCalls(tx: Tx): Promise<void> {
  const { problem } = (await tx.selectFrom('electronic_queues').select('problem').executeTakeFirst()) ?? {}
  if (problem === 'limited' || problem === 'unanswered' || problem === 'credentials' || problem === 'account')
    await clearQueue(tx)
}

/** The queue sends again. */
export async function clearQueue(tx: Tx): Promise<void> {
  await sql`
    update electronic_queues set problem = null, problem_text = null, problem_since = null, wait_until = null, failures = 0
    where company_id = (select current_company()) and (problem is not null or wait_until is not null or failures > 0)`.execute(
    tx,
  )
}
