import { sql } from 'kysely'
import pLimit from 'p-limit'
import { DAY_MS } from '#domain/core/durations.ts'
import type { OnlineMethod } from '#domain/integrations/online-method.ts'
import { nextCheckOf } from '#domain/payments/slip.ts'
import { inPlatformTx, type World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, uuidArray } from '#server/db/arrays.ts'
import { checkAttempt } from './check-attempt.ts'

const BATCH_MAX = 50
const CONCURRENT_CHECKS_MAX = 5

/**
 * Checks every due attempt of every company at the provider (PAY-05): some events never arrive. Several processes share the work;
 * a check without an answer is repeated at the attempt's next time.
 */
export async function pollDueAttempts(world: World): Promise<void> {
  const due = await inPlatformTx(world, (tx) => claimDueAttempts(tx, world.clock()))
  const limit = pLimit(CONCURRENT_CHECKS_MAX)
  const check = ({ company_id, id }: DueAttempt) =>
    // A failed check does not stop the others; the attempt is checked again at its next time.
    checkAttempt(world, company_id, id).catch((error: unknown) =>
      world.log.error({ err: error, attempt_id: id }, 'an attempt could not be checked'),
    )
  await Promise.all(due.map((attempt) => limit(() => check(attempt))))
}

type DueAttempt = { company_id: string; id: string; method: OnlineMethod; created_at: Date }

/** Reads the due attempts and sets the next time of each, so that no other process takes them meanwhile. */
async function claimDueAttempts(tx: Tx, now: Date): Promise<DueAttempt[]> {
  const { rows } = await sql<DueAttempt>`
    select company_id, id, method, created_at from payment_attempts where next_check_at <= ${now}
    order by next_check_at limit ${BATCH_MAX} for update skip locked`.execute(tx)
  if (rows.length === 0) return []
  const next = rows.map(({ method, created_at }) =>
    (nextCheckOf(method, created_at, now) ?? new Date(now.getTime() + DAY_MS)).toISOString(),
  )
  await sql`
    update payment_attempts a set next_check_at = d.next
    from unnest(${uuidArray(rows.map((row) => row.company_id))}::uuid[], ${uuidArray(rows.map((row) => row.id))}::uuid[],
      ${plainArray(next)}::timestamptz[]) d (company_id, id, next)
    where a.company_id = d.company_id and a.id = d.id`.execute(tx)
  return rows
}

/** An open event gets a new job after EVENT_RETRY_MS, and is quarantined after EVENT_TIMEOUT_MS (I12). */
const EVENT_RETRY_MS = 30_000
const EVENT_TIMEOUT_MS = 50 * 60_000

/**
 * Enqueues again the open events whose job ran out of retries while the provider did not answer. Each event has an outcome within
 * the hour; its attempt is checked at the attempt's own times, independently of the event.
 */
export async function applyWaitingEvents(world: World): Promise<void> {
  const now = world.clock().getTime()
  await inPlatformTx(world, async (tx) => {
    await sql`
      update provider_events set outcome = 'quarantined', outcome_reason = 'unanswered', settled_at = ${new Date(now)}
      where outcome is null and received_at < ${new Date(now - EVENT_TIMEOUT_MS)}`.execute(tx)
    const { rows } = await sql<{ company_id: string; id: string }>`
      select company_id, id from provider_events
      where outcome is null and received_at < ${new Date(now - EVENT_RETRY_MS)} order by received_at limit ${BATCH_MAX}`.execute(
      tx,
    )
    for (const event of rows) {
      const payload = { company_id: event.company_id, event_ids: [event.id] }
      await tx.enqueue('payment.event', payload, { jobKey: `payment.event:${event.id}` })
    }
  })
}
