import type pg from 'pg'
import type { Endpoint } from '#domain/core/api.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import type { EventName } from '#domain/core/event.ts'
import { notFound } from '#domain/core/refusal.ts'
import { contextOf, type PublicCtx, type Request, type World } from './context.ts'
import { sqlState } from './tx.ts'

/**
 * The rows with data of clients that one user of the staff may read in an hour without an event. Recorded again each time that the
 * number doubles. Far above the work of a desk, and far below the list of a company.
 */
export const CLIENT_ROWS_PER_HOUR = 500
/** Different rows of one user that are stored; above it a row that is read again counts again. */
const KEYS_MAX = 20_000

type Limit = (ctx: PublicCtx) => Promise<void>
let countListFile: Limit | null = null

/** Sets what counts a file of a whole list and refuses it over the limit; src/server/reactions.ts sets it. */
export function setListFileLimit(limit: Limit): void {
  countListFile = limit
}

/** Refuses a file of a whole list over the limit of its user, before it is read. */
export async function admitReading(ctx: PublicCtx, { listFile }: Endpoint): Promise<void> {
  if (listFile === undefined || listFile === 'own') return
  if (countListFile === null) throw new Error('a list file was read before setListFileLimit (src/server/reactions.ts)')
  await countListFile(ctx)
}

type ReadingEvent = { name: EventName; after: Readonly<Record<string, string | number>> }

/**
 * Records the readings that the company must be able to see in its audit log, before the reply leaves: by a superadmin, of a file of
 * a whole list, of many rows with data of clients. The endpoint declares what its reply has (`company`, `listFile`, `clientRows`).
 */
export async function recordReading(
  world: World,
  endpoint: Endpoint,
  request: Request,
  params: Readonly<Record<string, string>>,
  reply: unknown,
): Promise<void> {
  const { actor } = request
  if (actor === null || actor.role === 'client') return
  const { clientRows, listFile, summary } = endpoint
  const events: ReadingEvent[] = []
  if (request.companyId !== undefined && request.isReadOnly) {
    events.push({ name: 'company.read', after: { read: summary } })
  }
  if (listFile !== undefined && listFile !== 'own') {
    events.push({
      name: 'list.exported',
      after: { list: listFile, format: formatOfFile(reply), rows: rowsOfFile(reply) },
    })
  }
  const count = clientRows === undefined ? null : countRows(world, actor.userId, keysOf(endpoint, params, reply))
  if (count !== null) events.push({ name: 'clients.read', after: { count } })
  if (events.length === 0) return
  const { tx: inTx } = contextOf(world, { ...request, isReadOnly: false })
  await inTx(async (tx) => {
    for (const { name, after } of events) await tx.record(name, { after })
  }).catch((error: unknown) => {
    // A superadmin named a company that does not exist: there was nothing to read, and there is no log to record it in.
    throw sqlState(error) === FOREIGN_KEY_VIOLATION ? notFound('Esa empresa no existe') : error
  })
}

const FOREIGN_KEY_VIOLATION = '23503'

type Counted = { startedAt: number; keys: Set<string>; count: number; next: number }
const countedByPool = new WeakMap<pg.Pool, Map<string, Counted>>()

/**
 * Counts the rows that a user read in this hour, in this process. Returns the number when it must be recorded, else null. A client that
 * is read again does not count again: a list that a screen reads each minute is no more than its rows.
 */
function countRows({ pool, clock }: World, userId: string, keys: readonly string[]): number | null {
  const now = clock().getTime()
  const people = countedByPool.get(pool) ?? new Map<string, Counted>()
  countedByPool.set(pool, people)
  const counted = people.get(userId)
  const current = counted && now - counted.startedAt < HOUR_MS ? counted : startHour(people, userId, now)
  for (const key of keys) {
    if (current.keys.has(key)) continue
    if (current.keys.size < KEYS_MAX) current.keys.add(key)
    current.count += 1
  }
  if (current.count < current.next) return null
  while (current.next <= current.count) current.next *= 2
  return current.count
}

function startHour(people: Map<string, Counted>, userId: string, now: number): Counted {
  for (const [id, { startedAt }] of people) if (now - startedAt >= HOUR_MS) people.delete(id)
  const counted = { startedAt: now, keys: new Set<string>(), count: 0, next: CLIENT_ROWS_PER_HOUR }
  people.set(userId, counted)
  return counted
}

/** One key for each row of a reply: the id of its client, or what else identifies the row. */
function keysOf({ clientRows, path }: Endpoint, params: Readonly<Record<string, string>>, reply: unknown): string[] {
  const data = fieldOf(reply, 'data')
  if (clientRows === 'one') return [keyOf(data) ?? `${path} ${Object.values(params).join(' ')}`]
  const rows = clientRows === 'data.excluded' ? fieldOf(data, 'excluded') : data
  return Array.isArray(rows) ? rows.map((row: unknown) => keyOf(row) ?? JSON.stringify(row)) : []
}

function keyOf(row: unknown): string | undefined {
  const found = [
    fieldOf(row, 'client_id'),
    fieldOf(fieldOf(row, 'client'), 'id'),
    fieldOf(row, 'id'),
    fieldOf(row, 'no_contract'),
    fieldOf(row, 'href'),
  ]
  return found.find((value) => typeof value === 'string')
}

/** The ending of the name of the file. */
function formatOfFile(reply: unknown): string {
  const name = fieldOf(fieldOf(reply, 'file'), 'name')
  return typeof name === 'string' ? (name.split('.').at(-1) ?? '') : ''
}

function rowsOfFile(reply: unknown): number {
  const rows = fieldOf(reply, 'rows')
  if (typeof rows !== 'number') throw new Error('the verb of a list file must return the count of its rows')
  return rows
}

const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, field) : undefined
