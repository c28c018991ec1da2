import { sql } from 'kysely'
import type { DocumentKind } from '#domain/einvoices/document.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import { isLeaseLost, leaseLostError } from '#server/core/lease.ts'
import type { Tx } from '#server/core/tx.ts'
import type { ElectronicQueuesProblem } from '#server/db/types.ts'

/** The lease of a company's queue: `fence` is its fencing token. Only one worker sends for a company. */
export type Lease = { companyId: string; fence: number }

/** Seconds without renewal after which another worker takes a queue over. */
const LEASE_S = 20
const RENEW_MS = 5_000
/** How long a queue without a usable range waits. */
export const RANGE_WAIT_MS = 10 * 60_000

export const inQueue = <T>(world: World, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inSystemTx(world, companyId, work)

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

/**
 * Writes that an undecided document at the provider blocks the documents of its kind, and until when they wait. The other kind is sent. It
 * is an event when it begins.
 */
export async function stopKind(
  tx: Tx,
  kind: DocumentKind,
  { text, until }: { text: string; until: Date },
  now: Date,
): Promise<void> {
  await stopQueue(tx, { problem: 'blocked', text, until: null }, now)
  await tx
    .updateTable('electronic_queues')
    .set(kind === 'invoice' ? { invoices_blocked_until: until } : { notes_blocked_until: until })
    .execute()
}

type QueueProblem = { problem: ElectronicQueuesProblem; text: string; until: Date | null }

/**
 * Writes why nothing is sent, and until when. A problem that a person must solve is an event when it begins; the limit of calls of the
 * provider is not.
 */
export async function stopQueue(tx: Tx, { problem, text, until }: QueueProblem, now: Date): Promise<void> {
  const before = await tx.selectFrom('electronic_queues').select(['problem', 'failures']).executeTakeFirst()
  // The pace of the provider does not hide what blocks a kind.
  if (problem === 'limited' && before?.problem === 'blocked')
    return void (await tx.updateTable('electronic_queues').set({ wait_until: until }).execute())
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

/**
 * A call was authorised and its answer was lost: what the queue said about the account is over, and the provider does not answer now. A
 * queue without such a problem says nothing, because one lost answer is not a failure of the provider.
 */
export async function writeUnanswered(tx: Tx, text: string, now: Date): Promise<void> {
  const { problem } = (await tx.selectFrom('electronic_queues').select('problem').executeTakeFirst()) ?? {}
  if (problem === 'credentials' || problem === 'account')
    await stopQueue(tx, { problem: 'unanswered', text, until: null }, now)
}

/** The provider answers calls again: what a call stopped goes on. A range that a person must choose is another problem. */
export async function clearCalls(tx: Tx): Promise<void> {
  const { problem } = (await tx.selectFrom('electronic_queues').select('problem').executeTakeFirst()) ?? {}
  if (problem === 'limited' || problem === 'unanswered' || problem === 'credentials' || problem === 'account')
    await clearQueue(tx)
}

/** The queue sends again. `kind`: the kind that the provider took, which nothing blocks; what blocks the other kind stays. */
export async function clearQueue(tx: Tx, kind: DocumentKind | null = null): Promise<void> {
  await sql`
    update electronic_queues q set invoices_blocked_until = n.invoices, notes_blocked_until = n.notes,
      problem = case when n.stays then q.problem end, problem_text = case when n.stays then q.problem_text end,
      problem_since = case when n.stays then q.problem_since end, wait_until = null, failures = case when n.stays then q.failures else 0 end
    from (
      select k.invoices, k.notes, coalesce(problem = 'blocked', false) and (k.invoices is not null or k.notes is not null) as stays
      from electronic_queues, lateral (
        select case when ${kind}::text = 'invoice' then null else invoices_blocked_until end as invoices,
          case when ${kind}::text = 'credit_note' then null else notes_blocked_until end as notes
      ) k where company_id = (select current_company())
    ) n
    where company_id = (select current_company())
      and (problem is not null or wait_until is not null or failures > 0 or invoices_blocked_until is not null or notes_blocked_until is not null)`.execute(
    tx,
  )
}
