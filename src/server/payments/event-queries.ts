import { sql } from 'kysely'
import type { Environment } from '#domain/core/environment.ts'
import type { Tx } from '#server/core/tx.ts'
import { keyRows } from '#server/db/arrays.ts'
import type { ProviderEventsOutcome } from '#server/db/types.ts'

/** A received event with a valid signature. */
export type StoredEvent = {
  id: string
  environment: Environment
  name: string | null
  transaction_id: string | null
  outcome: ProviderEventsOutcome | null
}

/** The events of these ids that have a valid signature, in no order. */
export async function listEvents(tx: Tx, ids: readonly string[]): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select e.* from ${keyRows(ids, 'uuid')} key (id) cross join lateral (
      select id, environment, name, transaction_id, outcome from provider_events
      where company_id = (select current_company()) and id = key.id and verdict = 'authentic' offset 0) e`.execute(tx)
  return rows
}

/** The outcome of an event, and why. */
export type ClosedEvent = { id: string; outcome: ProviderEventsOutcome; reason: string | null }

/** Writes the outcome of the events that have none, by key: the plan of one statement for a list would depend on the statistics. */
export async function closeEvents(tx: Tx, events: readonly ClosedEvent[], now: Date): Promise<void> {
  await Promise.all(
    events.map(({ id, outcome, reason }) =>
      tx
        .updateTable('provider_events')
        .set({ outcome, outcome_reason: reason, settled_at: now })
        .where('id', '=', id)
        .where('outcome', 'is', null)
        .execute(),
    ),
  )
}
