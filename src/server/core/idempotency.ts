import { createHash, hash } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { type Endpoint, type Input, isUpload, type Reply } from '#domain/core/api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Ctx } from './context.ts'
import type { Tx } from './tx.ts'

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
  const { user_id, route, key, request_hash } = claim
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values(claim)
    .onConflict((on) => on.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!claimed) {
    const first = await tx
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'reply'])
      .where('user_id', '=', user_id)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    if (!first.request_hash.equals(request_hash))
      throw new Refusal('idempotency_conflict', 'Esa Idempotency-Key ya se usó con otros datos')
    return first.reply
  }
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
