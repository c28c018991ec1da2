import { type Kysely, type OperationNodeSource, type RawBuilder, sql } from 'kysely'
import type { EventName, RecordedEvent } from '#domain/core/event.ts'
import type { Database } from '#server/db/types.ts'

/** An event to record, with the columns of the events table. */
export type NewEvent = RecordedEvent & {
  name: EventName
  companyId: string
  entityId: string | null
  /** The client of the event, when the caller knows it. */
  clientId: string | null
  /** The fields of `after` that `before` has not, or has with another value; null when `after` is not made from `before`. */
  changed: RecordedEvent['after']
  actor: { id: string | null; name: string; role: string }
  ip: string | null
  requestId: string | null
}

/** Events that one statement records: of one name, company and actor. */
export type NewEvents = readonly [NewEvent, ...NewEvent[]]

/** The parts of a statement: `with` are common table expressions, `select` are its results. */
type Parts = { readonly with: readonly RawBuilder<unknown>[]; readonly select: readonly RawBuilder<unknown>[] }

/**
 * The reaction of another module to events, as parts of the statement that records them. `event` has the `id` of each new event and its
 * `place` in the list, from 1. It runs in the same transaction, and without one more round trip while the caller holds a lock.
 */
export type Reaction = (events: NewEvents) => Parts

/** A reaction to an event that is always recorded alone. */
export type ReactionToOne = (event: NewEvent) => Parts

/** Throws when events that need the reaction are recorded together. */
export const toEachAlone =
  (react: ReactionToOne): Reaction =>
  (events) => {
    if (events.length === 1) return react(events[0])
    if (events.some((event) => react(event).with.length > 0))
      throw new Error(`events ${events[0].name} are recorded one by one`)
    return { with: [], select: [] }
  }

let reactions: readonly Reaction[] | null = null

/** Sets the reactions to events: connectModules of src/server/reactions.ts calls it, with their list. */
export function setReactions(list: readonly Reaction[]): void {
  reactions = list
}

/** Records events with all their reactions, in one statement. Throws when setReactions was not called. */
export async function recordEvents(tx: Kysely<Database>, events: NewEvents): Promise<void> {
  const parts = partsOf(events)
  const [event] = events
  if (parts.with.length + parts.select.length === 0 && events.length === 1)
    return void (await insertOf(event).execute(tx))
  await statementOf(events, parts).execute(tx)
}

/**
 * The statement that records an event with its reactions and does the other writes of its transaction. Runs `query` first. For an event
 * without mails: the statement would have results of two types.
 */
export function recordingWith(
  event: NewEvent,
  { writes, query }: { writes: readonly OperationNodeSource[]; query: RawBuilder<unknown> },
): RawBuilder<unknown> {
  const parts = partsOf([event])
  return statementOf([event], {
    with: [...writes.map((write, at) => sql`${sql.ref(`write_${at}`)} as (${write})`), ...parts.with],
    // Its whole row is counted: PostgreSQL runs neither a query of the `with` list that is not read, nor a column.
    select: [sql`select count(query.*) from (${query}) query`, ...parts.select],
  })
}

function partsOf(events: NewEvents): Parts {
  if (reactions === null) throw new Error('an event was recorded before setReactions (src/server/reactions.ts)')
  const parts = reactions.map((react) => react(events))
  return { with: parts.flatMap((part) => part.with), select: parts.flatMap((part) => part.select) }
}

function statementOf(events: NewEvents, parts: Parts): RawBuilder<unknown> {
  const [event] = events
  const inserted =
    events.length === 1 ? [sql`event as (${insertOf(event)} returning id, 1 as place)`] : insertsOfMany(events)
  return sql`
    with ${sql.join([...inserted, ...parts.with])}
    ${parts.select.length === 0 ? sql`select 1` : sql.join(parts.select, sql` union all `)}`
}

const COLUMNS = sql.raw('company_id, name, entity_id, before, after, actor_id, actor_name, actor_role, ip, request_id')

const insertOf = (event: NewEvent) => sql`
  insert into events (${COLUMNS})
  values (${event.companyId}, ${event.name}, ${event.entityId}, ${jsonOf(event.before)}::jsonb, ${jsonOf(event.after)}::jsonb,
    ${event.actor.id}, ${event.actor.name}, ${event.actor.role}, ${event.ip}, ${event.requestId})`

/**
 * The ids are given before the insert, whose result has no order. All events are one JSON text, which PostgreSQL reads once: the quotes of
 * its texts are not escaped a second time, as in an array of texts. A field that did not change is sent once, because the time and the
 * memory of reading the text grow with it. The rows go to the table in the order of the text, without a copy for a sort.
 */
function insertsOfMany(events: NewEvents): RawBuilder<unknown>[] {
  const [{ companyId, name, actor, ip, requestId }] = events
  const rows = JSON.stringify(
    events.map(({ entityId: entity_id, before, changed }) => ({ entity_id, before, changed })),
  )
  return [
    sql`event as materialized (select uuid_v7() as id, place from generate_series(1, ${events.length}::int) place)`,
    sql`inserted_event as (
      insert into events (id, ${COLUMNS})
      select id, ${companyId}::uuid, ${name}, entity_id, before, before || changed, ${actor.id}::uuid, ${actor.name}, ${actor.role},
        ${ip}, ${requestId}
      from rows from (
        jsonb_to_recordset(${rows}::jsonb) as (entity_id uuid, before jsonb, changed jsonb),
        unnest((select array_agg(id order by place) from event))
      ) with ordinality e (entity_id, before, changed, id, place) order by place)`,
  ]
}

const jsonOf = (part: RecordedEvent['after']): string | null => (part ? JSON.stringify(part) : null)
