import {
  type Dialect,
  Kysely,
  type OperationNodeSource,
  PostgresDialect,
  type PostgresPool,
  type RawBuilder,
  sql,
} from 'kysely'
import type pg from 'pg'
import type { EventName } from '#domain/core/event.ts'
import { aloneDialect, type Share } from '#server/db/alone.ts'
import { nameOf } from '#server/db/named.ts'
import type { AloneScope } from '#server/db/run-alone.ts'
import type { Database } from '#server/db/types.ts'
import { type NewEvent, recordEvents, recordingWith } from './events.ts'
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

/** A change of a row by the company and actor of the transaction. `changed`: the fields of the row that are not as `before`, and others of its event. */
type Change = { entity_id: string; client_id: string; before: object; changed: object }

/** A transaction: the typed queries of Kysely, and events, locks and jobs in the same commit. */
export type Tx = Kysely<Database> & {
  /** The company and actor of the transaction, and its database role. */
  readonly scope: Scope
  readonly role: DatabaseRole
  /** Writes the event of a change and runs its reactions, in this transaction (docs/decisions/0007). */
  record(name: EventName, details: EventDetails): Promise<void>
  /** The same for many changes of one kind, in one statement; `after` is `before` with what changed. Nothing for none. */
  recordMany(name: EventName, changes: readonly Change[]): Promise<void>
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
 * or a deadlock, so `work` has no effects outside `tx`.
 */
export async function inTransaction<T>(
  pool: pg.Pool,
  role: DatabaseRole,
  scope: Scope,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  // A platform transaction may run while one of the company is open, so it must not wait for the company's share.
  const run = () => runOnce(pool, role, scope, work)
  return retried(() => (role === 'enlace_app' && !scope.isReadOnly ? inShare(pool, scope.companyId, run) : run()))
}

async function retried<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !RETRIABLE.has(sqlState(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 50 * 2 ** attempt))
    }
  }
}

/**
 * A transaction whose statements are known before it begins, because none of them needs the answer of another. `query` runs first and what
 * it locks is locked for one round trip; it can refuse only by an error of the database. `writes`: statements that insert, update or
 * delete, of different tables.
 */
export type Writing = {
  query: RawBuilder<unknown>
  writes: readonly OperationNodeSource[]
  event: { name: EventName; details: EventDetails }
}

/**
 * Runs a whole transaction as one statement in one round trip, with the same rights, durability and reactions as `inTransaction`. Each round
 * trip costs the process and the database more time than an insert does.
 */
export async function writeAtOnce(
  pool: pg.Pool,
  scope: Scope,
  writing: (db: Kysely<Database>) => Writing,
): Promise<void> {
  assertCompany(scope)
  const { companyId } = scope
  const db = openAlone(pool, { role: 'enlace_app', companyId, mayWrite: true, isDurable: true })
  const { event, ...others } = writing(db)
  const statement = recordingWith(eventOf(scope, event.name, event.details), others)
  await retried(() => statement.execute(db))
}

/**
 * Queries that write, of which each one is a transaction in one round trip. The commit does not wait for the disk: a power cut in the
 * next moment may undo it, until the commit of a later transaction returns. For what may be lost alone, such as a counter of attempts.
 */
export function writeAlone(pool: pg.Pool, role: DatabaseRole, scope: Pick<Scope, 'companyId'>): Kysely<Database> {
  assertCompany(scope)
  return openAlone(pool, { role, companyId: scope.companyId, mayWrite: true })
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

async function runOnce<T>(pool: pg.Pool, role: DatabaseRole, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
  assertCompany(scope)
  if (scope.isReadOnly)
    return work(bindTx(openAlone(pool, { role, companyId: scope.companyId, mayWrite: false }), role, scope))
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
    await client.query('commit')
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

function assertCompany({ companyId }: Pick<Scope, 'companyId'>): void {
  if (!UUID.test(companyId)) throw new Error('a transaction needs the id of a company')
}

/** Queries of which each one is a transaction and takes a connection, in the share of its company. */
function openAlone(pool: pg.Pool, scope: AloneScope): Kysely<Database> {
  const share: Share = (work) => (scope.role === 'enlace_app' ? inShare(pool, scope.companyId, work) : work())
  return openKysely(aloneDialect(pool, scope, share))
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
  changed: null,
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
    async recordMany(name: EventName, changes: readonly Change[]) {
      const [first, ...others] = changes.map(({ changed, ...change }) => ({
        ...eventOf(scope, name, { ...change, after: { ...change.before, ...changed } }),
        changed: { ...changed },
      }))
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
