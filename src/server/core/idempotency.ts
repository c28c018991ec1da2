import { createHash, hash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import * as z from 'zod/mini'
import { type Endpoint, type Input, isUpload, type Reply } from '#domain/core/api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Database } from '#server/db/types.ts'
import { type Ctx, scopeOf } from './context.ts'
import { queuePerKey } from './queue.ts'
import { inTransaction, type Scope, sqlState, type Tx, type Writing, writeAlone, writeAtOnce } from './tx.ts'
import { PERSON_UPLOADS_MAX } from './uploads.ts'

/** One use of an Idempotency-Key: its user, its route, and the digest of the request data. */
export type KeyClaim = { user_id: string; route: string; key: string; request_hash: Buffer }

type RequestData = { params: unknown; query: unknown; body: unknown }

/** The claim of a person's key for one request. */
export function claimOf(endpoint: Endpoint, userId: string, key: string, data: RequestData): KeyClaim {
  const request_hash = createHash('sha256')
    .update(
      JSON.stringify([data.params, data.query ?? null, isUpload(endpoint) ? digested(data.body) : (data.body ?? null)]),
    )
    .digest()
  return { user_id: userId, route: `${endpoint.method} ${endpoint.path}`, key, request_hash }
}

/** An upload for the request digest. A file is replaced by its own digest: as JSON it would be a list with a number for each byte. */
function digested(value: unknown): unknown {
  if (value instanceof Uint8Array) return hash('sha256', value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, digested(inner)]))
}

/**
 * The same key and data get the first reply; other data with the same key are refused. The key, the work and the reply are written
 * in one transaction: of two concurrent requests the second waits, and a failure writes nothing.
 */
export async function firstAnswer(tx: Tx, claim: KeyClaim, run: () => Promise<unknown>): Promise<unknown> {
  const { user_id, route, key } = claim
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) return readReply(tx, claim)
  const reply = await run()
  await tx
    .updateTable('idempotency_keys')
    .set({ reply: sql`${JSON.stringify(reply)}::json` })
    .where('user_id', '=', user_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .execute()
  return reply
}

/** The first reply under a key; undefined while it has none. Throws a refusal for other data. */
async function readReply(tx: Tx, { user_id, route, key, request_hash }: KeyClaim): Promise<unknown> {
  const first = await tx
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'reply'])
    .where('user_id', '=', user_id)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first && !first.request_hash.equals(request_hash))
    throw new Refusal('idempotency_conflict', 'Esa Idempotency-Key ya se usó con otros datos')
  return first?.reply
}

/**
 * `ctx.tx` for an endpoint with `idempotency: 'own'`, whose verb works before its transaction, such as reading a file: only `work`
 * runs in the transaction that stores the reply of the key. Without a key it is `ctx.tx`.
 */
export async function txWithKey<E extends Endpoint>(
  ctx: Ctx,
  endpoint: E,
  input: Input<E>,
  work: (tx: Tx) => Promise<Reply<E>>,
): Promise<Reply<E>> {
  if (ctx.idempotencyKey === null) return ctx.tx(work)
  const claim = claimOf(endpoint, ctx.actor.userId, ctx.idempotencyKey, input)
  const reply = await ctx.tx((tx) =>
    firstAnswer(tx, claim, async () => z.encode<E['reply']>(endpoint.reply, await work(tx))),
  )
  return z.parse<E['reply']>(endpoint.reply, reply)
}

/** The requests with one key of a person in this process: the second one waits for the first. */
const queueOfKey = queuePerKey({
  concurrency: 1,
  waitingMax: PERSON_UPLOADS_MAX,
  refusal: () =>
    new Refusal('unavailable', 'Ya estamos recibiendo ese archivo. Intenta de nuevo en unos segundos.', {
      retryAfterS: 2,
    }),
})

/**
 * Writes at once (`writeAtOnce`) with the reply of the request, which is known before. Returns that reply, or the first one: another process
 * may have answered the key meanwhile, and then nothing of `writing` is stored.
 */
export type KeepReply<R> = (reply: R, writing: (db: Kysely<Database>) => Writing) => Promise<R>

/**
 * What a request writes before its work, in the statement that reads the reply of its key: nothing when the key has one. `with`: common
 * table expressions that write only where `isFirst` holds. `from`: the query of the one row that the work gets, as `row` has it. The
 * commit does not wait for the disk.
 */
export type Beginning<B> = (isFirst: RawBuilder<boolean>) => {
  with: readonly RawBuilder<unknown>[]
  from: RawBuilder<unknown>
  row: z.ZodMiniType<B>
}

/**
 * For an endpoint with `idempotency: 'own'` whose verb does much before its transaction, such as drawing a picture: a request with a key
 * that was answered gets that reply without `work`, and one whose first try is at work in this process waits for it.
 */
export async function unlessAnswered<E extends Endpoint, B>(
  ctx: Ctx,
  endpoint: E,
  input: Input<E>,
  { begin, work }: { begin: Beginning<B>; work: (begun: B, keep: KeepReply<Reply<E>>) => Promise<Reply<E>> },
): Promise<Reply<E>> {
  const { pool } = ctx.world
  const scope = { ...scopeOf(ctx), companyId: ctx.companyId }
  if (ctx.idempotencyKey === null) {
    const [begun] = await beginFirst(pool, scope, null, begin)
    if (begun === undefined) throw new Error('a request without a key did not begin')
    return work(begun, async (reply, writing) => {
      await writeAtOnce(pool, scope, writing)
      return reply
    })
  }
  const claim = claimOf(endpoint, ctx.actor.userId, ctx.idempotencyKey, input)
  const readFirst = async (): Promise<Reply<E>> => {
    const reading = { ...scope, isReadOnly: true }
    const reply = await inTransaction(pool, 'enlace_app', reading, (tx) => readReply(tx, claim))
    if (reply === undefined) throw new Error('a key without a reply')
    return z.parse<E['reply']>(endpoint.reply, reply)
  }
  const keep: KeepReply<Reply<E>> = async (reply, writing) => {
    const answer = { claim, reply: z.encode<E['reply']>(endpoint.reply, reply) }
    return (await writeWithReply(pool, scope, answer, writing)) ? reply : readFirst()
  }
  return queueOfKey(JSON.stringify([claim.user_id, claim.route, claim.key]), async () => {
    const [begun] = await beginFirst(pool, scope, claim, begin)
    return begun === undefined ? readFirst() : work(begun, keep)
  })
}

/** The row of a beginning, or none when the key has a reply: in one round trip. */
async function beginFirst<B>(
  pool: pg.Pool,
  scope: Scope,
  claim: KeyClaim | null,
  begin: Beginning<B>,
): Promise<readonly B[]> {
  const { with: writes, from, row } = begin(sql<boolean>`not exists (select from answered)`)
  const answered =
    claim === null
      ? sql`select where false`
      : sql`select from idempotency_keys where company_id = (select current_company())
          and user_id = ${claim.user_id} and route = ${claim.route} and key = ${claim.key}`
  const statement = sql<{ begun: unknown }>`with ${sql.join([sql`answered as (${answered})`, ...writes])}
    select to_json(begun) as begun from (${from}) begun`
  const { rows } = await statement.execute(writeAlone(pool, 'enlace_app', scope))
  return rows.map(({ begun }) => z.parse(row, begun))
}

/** False, and nothing of `writing` is stored, when the key has a reply already. A transaction with the same key is waited for. */
async function writeWithReply(
  pool: pg.Pool,
  scope: Scope,
  { claim, reply }: { claim: KeyClaim; reply: unknown },
  writing: (db: Kysely<Database>) => Writing,
): Promise<boolean> {
  try {
    await writeAtOnce(pool, scope, (db) => {
      const { writes, ...others } = writing(db)
      const answered = { ...claim, reply: sql<string>`${JSON.stringify(reply)}::json` }
      return { ...others, writes: [db.insertInto('idempotency_keys').values(answered), ...writes] }
    })
    return true
  } catch (error) {
    if (isConflictOf(error, 'idempotency_keys_pkey')) return false
    throw error
  }
}

const UNIQUE_VIOLATION = '23505'

const isConflictOf = (error: unknown, constraint: string): boolean =>
  sqlState(error) === UNIQUE_VIOLATION &&
  error instanceof Error &&
  'constraint' in error &&
  error.constraint === constraint
