import {
  type CompiledQuery,
  type Dialect,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { EventName } from '#domain/core/event.ts'
import { aloneDialect, type Share } from '#server/db/alone.ts'
import { nameOf } from '#server/db/named.ts'
import type { Database } from '#server/db/types.ts'
import { type NewEvent, recordEvents } from './events.ts'
import { inShare } from './share.ts'

/** The data of an event. `before` and `after` are shown in the audit log: never a secret. */
type EventDetails = {
  entity_id?: string
  /** The client of the event, when the caller knows it: saves a query. */
  client_id?: string
  before?: object | null
  after?: object | null
  /** Only when the event belongs to another company or actor than the transaction (sign-in, superadmin). */
  company_id?: string
  actor?: { id: string | null; name: string; role: string }
  /** Only when the transaction serves several requests. */
  request?: { ip: string; requestId: string }
}

/** The data of an event of the company and actor of the transaction. */
type SameActorDetails = Omit<EventDetails, 'company_id' | 'actor' | 'request'>

/** A transaction: the typed queries of Kysely, and events, locks and jobs in the same commit. */
export type Tx = Kysely<Database> & {
  /** The company and actor of the transaction, and its database role. */
  readonly scope: Scope
  readonly role: DatabaseRole
  /** Writes the event of a change and runs its reactions, in this transaction (docs/decisions/0007). */
  record(name: EventName, details: EventDetails): Promise<void>
  /** The same for many changes of one kind, in one statement. Nothing for none. */
  recordMany(name: EventName, details: readonly SameActorDetails[]): Promise<void>
  /** Locks a name of this company until the end of the transaction; waits for other transactions. */
  lock(name: string): Promise<void>
  /** The same lock without waiting: false when another transaction has it. */
  tryLock(name: string): Promise<boolean>
  /** Adds a job to the queue; it exists only if this transaction commits. */
  enqueue(task: string, payload: object, options?: { jobKey?: string }): Promise<void>
}

/** The company, actor and request of a transaction. */
export type Scope = {
  companyId: string
  actorId: string | null
  actorName: string
  actorRole: string
  ip: string | null
  requestId: string | null
  /** Read-only: each statement is a separate transaction, in one round trip, and the database refuses to write in it. */
  isReadOnly?: boolean
}

export type DatabaseRole = 'enlace_app' | 'enlace_platform'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ATTEMPTS_MAX = 5
/** serialization_failure and deadlock_detected: PostgreSQL requires a retry. */
const RETRIABLE = new Set(['40001', '40P01'])

/**
 * The access of the modules to the database. Begins a transaction, sets the role and the company for it, runs `work`, commits; an error
 * rolls back. A read-only scope begins none: each statement is its own. Retries `work` (at most five runs) after a serialization failure
 * or a deadlock, so `work` has no effects outside `tx`. `last`: the last statement, sent together with the commit. What it locks is locked
 * for the commit alone, and not until the event loop reads its answer; it can refuse only by an error of the database.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  role: DatabaseRole,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  last?: RawBuilder<unknown>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // A platform transaction may run while one of the company is open, so it must not wait for the company's share.
      const run = () => runOnce(pool, role, scope, work, last)
      return await (role === 'enlace_app' && !scope.isReadOnly ? inShare(pool, scope.companyId, run) : run())
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !RETRIABLE.has(sqlState(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** attempt))
    }
  }
}

/**
 * Queries that write, of which each one is a transaction in one round trip. The commit does not wait for the disk: a power cut in the
 * next moment may undo it, until the commit of a later transaction returns. For what may be lost alone, such as a counter of attempts.
 */
export function writeAlone(pool: pg.Pool, role: DatabaseRole, scope: Pick<Scope, 'companyId'>): Kysely<Database> {
  assertCompany(scope)
  return openAlone(pool, role, scope.companyId, true)
}

/** Runs `work` in an open transaction under another role, and restores the role. */
export async function asRole<T>(tx: Tx, role: DatabaseRole, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql.raw(`set local role ${role}`).execute(tx)
  const result = await work(bindTx(tx.withoutPlugins(), role, tx.scope))
  await sql.raw(`set local role ${tx.role}`).execute(tx)
  return result
}

/** Runs `work` in an open transaction as another company, and restores company and role. */
export async function inCompany<T>(tx: Tx, companyId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const setCompany = (id: string) => sql`select set_config('app.company_id', ${id}, true)`.execute(tx)
  await setCompany(companyId)
  const result = await asRole(tx, 'enlace_app', (own) =>
    work(bindTx(own.withoutPlugins(), 'enlace_app', { ...tx.scope, companyId })),
  )
  await setCompany(tx.scope.companyId)
  return result
}

/** The SQLSTATE of a PostgreSQL error, or '' for another error. */
export const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the data of a row are what failed: SQLSTATE classes 22 and 23, or a RangeError. */
export const isDataError = (error: unknown): boolean => /^2[23]/.test(sqlState(error)) || error instanceof RangeError

async function runOnce<T>(
  pool: pg.Pool,
  role: DatabaseRole,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
  last: RawBuilder<unknown> | undefined,
): Promise<T> {
  assertCompany(scope)
  if (scope.isReadOnly) return work(bindTx(openAlone(pool, role, scope.companyId, false), role, scope))
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // Three statements in one message save round trips. Not awaited: the first query is sent together with it, and when this
    // fails, the following statements fail too.
    batchWrites(client)
    const opening = client.query(`begin; set local role ${role}; set local app.company_id = '${scope.companyId}'`)
    opening.catch(ignore)
    const tx = bindTx(openKysely(new PostgresDialect({ pool: poolOf(client) })), role, scope)
    const result = await work(tx)
    await opening
    await commit(client, last?.compile(tx))
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

/** After an error of the last statement the commit rolls back. */
async function commit(client: pg.PoolClient, last: CompiledQuery | undefined): Promise<void> {
  batchWrites(client)
  const ended = last && client.query({ ...nameOf(last.sql), text: last.sql, values: [...last.parameters] })
  const [, committed] = await Promise.allSettled([ended, client.query('commit')])
  await ended
  if (committed.status === 'rejected') throw committed.reason
}

function assertCompany({ companyId }: Pick<Scope, 'companyId'>): void {
  if (!UUID.test(companyId)) throw new Error('a transaction needs the id of a company')
}

/** Queries of which each one is a transaction and takes a connection, in the share of its company. */
function openAlone(pool: pg.Pool, role: DatabaseRole, companyId: string, mayWrite: boolean): Kysely<Database> {
  const share: Share = (work) => (role === 'enlace_app' ? inShare(pool, companyId, work) : work())
  return openKysely(aloneDialect(pool, { role, companyId, mayWrite }, share))
}

/** A pool for Kysely with the one client of the transaction. Its release has no effect: `runOnce` releases the client. */
function poolOf(client: pg.PoolClient): PostgresPool {
  const query = (text: string, values: unknown[]) => {
    batchWrites(client)
    return client.query({ ...nameOf(text), text, values })
  }
  const leased = new Proxy(client, {
    get: (target, key) => (key === 'release' ? ignore : key === 'query' ? query : Reflect.get(target, key)),
  })
  return { connect: async () => leased, end: async () => undefined, options: {} }
}

/** Buffers the writes to the database until the end of this turn of the event loop: one system call for all of them. */
function batchWrites(client: pg.PoolClient): void {
  const { stream } = client.connection
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

const ignore = (): void => undefined

const jsonObject = (part: object | null | undefined): Record<string, unknown> | null => (part ? { ...part } : null)

const eventOf = (scope: Scope, name: EventName, details: EventDetails): NewEvent => ({
  name,
  companyId: details.company_id ?? scope.companyId,
  entityId: details.entity_id ?? null,
  clientId: details.client_id ?? null,
  before: jsonObject(details.before),
  after: jsonObject(details.after),
  actor: details.actor ?? { id: scope.actorId, name: scope.actorName, role: scope.actorRole },
  ip: details.request?.ip ?? scope.ip,
  requestId: details.request?.requestId ?? scope.requestId,
})

const openKysely = (dialect: Dialect): Kysely<Database> => new Kysely<Database>({ dialect })

function bindTx(kysely: Kysely<Database>, role: DatabaseRole, scope: Scope): Tx {
  return Object.assign(kysely, {
    scope,
    role,
    async record(name: EventName, details: EventDetails) {
      await recordEvents(kysely, [eventOf(scope, name, details)])
    },
    async recordMany(name: EventName, details: readonly SameActorDetails[]) {
      const [first, ...others] = details.map((one) => eventOf(scope, name, one))
      if (first !== undefined) await recordEvents(kysely, [first, ...others])
    },
    async lock(name: string) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.companyId}:${name}`}, 0))`.execute(kysely)
    },
    async tryLock(name: string) {
      const { rows } = await sql<{ taken: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`${scope.companyId}:${name}`}, 0)) as taken`.execute(kysely)
      return rows[0]?.taken === true
    },
    async enqueue(task: string, payload: object, options: { jobKey?: string } = {}) {
      await sql`select enqueue(${task}, ${JSON.stringify(payload)}::json, ${options.jobKey ?? null})`.execute(kysely)
    },
  })
}
