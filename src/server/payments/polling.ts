import { sql } from 'kysely'
import { nextCheckAt } from '#domain/payments/attempt.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { checkAttempt } from './check-attempt.ts'

const BATCH = 50
const AT_ONCE = 5
const DAY_MS = 86_400_000

/**
 * Asks the provider about every attempt whose time has come, in any company (PAY-05): events are only a hint, and some never
 * arrive. Several processes share the work; a look that gets no answer waits for the next.
 */
export async function pollDueAttempts(world: World): Promise<void> {
  const due = await inTransaction(world.pool, 'enlace_platform', SYSTEM, (tx) => claimDue(tx, world.clock()))
  const queue = [...due]
  const worker = async (): Promise<void> => {
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { company_id, id } = next
      // One that fails does not hold up the others; it comes again at its next time.
      await checkAttempt(world, company_id, id).catch((error: unknown) =>
        world.log.error({ err: error, attempt_id: id }, 'an attempt could not be checked'),
      )
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

type Due = { company_id: string; id: string; created_at: Date }

/** Takes what is due and says when each comes again, so that nobody else takes it meanwhile. */
async function claimDue(tx: Tx, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select company_id, id, created_at from payment_attempts where next_check_at <= ${now}
    order by next_check_at limit ${BATCH} for update skip locked`.execute(tx)
  if (rows.length === 0) return []
  const next = rows.map((row) => (nextCheckAt(row.created_at, now) ?? new Date(now.getTime() + DAY_MS)).toISOString())
  await sql`
    update payment_attempts a set next_check_at = d.next
    from unnest(${plainArray(rows.map((row) => row.company_id))}::uuid[], ${plainArray(rows.map((row) => row.id))}::uuid[],
      ${plainArray(next)}::timestamptz[]) d (company_id, id, next)
    where a.company_id = d.company_id and a.id = d.id`.execute(tx)
  return rows
}

/** After how long an event that is open asks for its job again, and after how long nobody waits for its answer (I12). */
const EVENT_AGAIN_MS = 30_000
const EVENT_GIVEN_UP_MS = 50 * 60_000

/**
 * Looks after the events whose job ran out of tries while the provider did not answer. Within the hour each is settled: what it told
 * about is asked at the attempt's own times, whatever becomes of the event.
 */
export async function applyWaitingEvents(world: World): Promise<void> {
  const now = world.clock().getTime()
  await inTransaction(world.pool, 'enlace_platform', SYSTEM, async (tx) => {
    await sql`
      update provider_events set outcome = 'quarantined', outcome_reason = 'unanswered', settled_at = ${new Date(now)}
      where outcome is null and received_at < ${new Date(now - EVENT_GIVEN_UP_MS)}`.execute(tx)
    const { rows } = await sql<{ company_id: string; id: string }>`
      select company_id, id from provider_events
      where outcome is null and received_at < ${new Date(now - EVENT_AGAIN_MS)} order by received_at limit ${BATCH}`.execute(
      tx,
    )
    for (const event of rows) {
      const payload = { company_id: event.company_id, event_id: event.id }
      await tx.enqueue('payment.event', payload, { jobKey: `payment.event:${event.id}` })
    }
  })
}
