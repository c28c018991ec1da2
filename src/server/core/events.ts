import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import type { Database } from '#server/db/types.ts'

/** An event to record, with the columns of the events table. */
export type NewEvent = RecordedEvent & {
  name: EventName
  companyId: string
  entityId: string | null
  /** The client of the event, when the caller knows it. */
  clientId: string | null
  actor: { id: string | null; name: string; role: string }
  ip: string | null
  requestId: string | null
}

/**
 * The reaction of another module to an event, as parts of the statement that records it: `with` are common table expressions,
 * which may read the new event's `id` from `event`; `select` are its results. It runs in the same transaction, and without one more
 * round trip while the caller holds a lock.
 */
export type Reaction = (event: NewEvent) => {
  readonly with: readonly RawBuilder<unknown>[]
  readonly select: readonly RawBuilder<unknown>[]
}

let reactions: readonly Reaction[] | null = null

/** Sets the reactions to events: connectModules of src/server/reactions.ts calls it, with their list. */
export function setReactions(list: readonly Reaction[]): void {
  reactions = list
}

/** Records an event with all its reactions, in one statement. Throws when setReactions was not called. */
export async function recordEvent(tx: Kysely<Database>, event: NewEvent): Promise<void> {
  if (reactions === null) throw new Error('an event was recorded before setReactions (src/server/reactions.ts)')
  const insert = sql`
    insert into events (company_id, name, entity_id, before, after, actor_id, actor_name, actor_role, ip, request_id)
    values (${event.companyId}, ${event.name}, ${event.entityId}, ${jsonOf(event.before)}::jsonb, ${jsonOf(event.after)}::jsonb,
      ${event.actor.id}, ${event.actor.name}, ${event.actor.role}, ${event.ip}, ${event.requestId})`
  const parts = reactions.map((react) => react(event))
  const expressions = parts.flatMap((part) => part.with)
  if (expressions.length === 0) return void (await insert.execute(tx))
  const selects = parts.flatMap((part) => part.select)
  await sql`
    with event as (${insert} returning id), ${sql.join(expressions)}
    ${selects.length === 0 ? sql`select 1` : sql.join(selects, sql` union all `)}`.execute(tx)
}

const jsonOf = (part: RecordedEvent['after']): string | null => (part ? JSON.stringify(part) : null)
