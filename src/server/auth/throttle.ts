import { sql } from 'kysely'
import { ACCOUNT_WINDOW_S, delayAfter, LIMITS, NETWORK_WINDOW_S, waitLabel } from '#domain/auth/limits.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PLATFORM_COMPANY_ID, type PublicCtx, type World } from '#server/core/context.ts'
import { queuePerKey } from '#server/core/queue.ts'
import { codeHash, keyFor } from '#server/core/secrets.ts'
import { inTransaction, type Scope, type Tx } from '#server/core/tx.ts'

/** What is counted. */
export type Counted = 'login' | 'confirm' | 'network' | 'recovery_hour' | 'recovery_day' | 'recovery_network' | 'export'

/**
 * The name of a counter: what, and whose as a keyed digest, because people type their password where the user name goes.
 * A counter of a login belongs to what was typed and not to the person found: otherwise it would tell that one exists.
 */
export const counterOf = (world: World, what: Counted, whose: string): string =>
  `${what}:${codeHash(keyFor(world.config.secret, 'attempts'), what, whose).toString('base64url')}`

/** The counter of wrong passwords and codes from where a request comes. */
export const networkCounter = (ctx: PublicCtx): string => counterOf(ctx.world, 'network', networkOf(ctx.caller.ip))

/**
 * A transaction of its own, of the platform: what it counts and records stays though the answer is a refusal, also where the
 * whole request is one idempotent transaction.
 */
export const inOwnTransaction = <T>(ctx: PublicCtx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.world.pool, 'enlace_platform', scopeOf(ctx), work)

/** The same, only to look: each statement is a transaction of its own, and several may go at once. */
export const readInOwnTransaction = <T>(ctx: PublicCtx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.world.pool, 'enlace_platform', { ...scopeOf(ctx), isReadOnly: true }, work)

function scopeOf({ actor, caller, requestId }: PublicCtx): Scope {
  return {
    companyId: actor?.companyId ?? PLATFORM_COMPANY_ID,
    actorId: actor?.userId ?? null,
    actorName: actor?.name ?? 'Alguien sin sesión',
    actorRole: actor?.role ?? 'nobody',
    ip: caller.ip,
    requestId,
  }
}

/** Seconds until every one of these counters lets try again; 0 when they do now. */
export async function secondsToWait(tx: Tx, counters: readonly string[]): Promise<number> {
  const { wait } = await tx
    .selectFrom('attempts')
    .select(sql<number>`coalesce(ceil(max(extract(epoch from blocked_until - now()))), 0)::int`.as('wait'))
    .where('subject', 'in', counters)
    .executeTakeFirstOrThrow()
  return Math.max(0, wait)
}

/** Counts a wrong password or code: for the account, whose delay grows, and for the network, which pauses at its limit. */
export async function countFailure(tx: Tx, world: World, account: string | null, network: string): Promise<void> {
  if (account !== null) {
    const { count } = await countOne(tx, account, ACCOUNT_WINDOW_S)
    await block(tx, account, delayAfter(count))
  }
  const { count, left } = await countOne(tx, network, NETWORK_WINDOW_S)
  await block(tx, network, count < LIMITS[world.config.mode].networkFailures ? 0 : left)
}

/** Counts one more in a window that starts with its first. Returns how many there are and how many seconds it still lasts. */
export async function countOne(tx: Tx, counter: string, windowS: number): Promise<{ count: number; left: number }> {
  const isOver = sql<boolean>`attempts.window_started_at <= now() - make_interval(secs => ${windowS})`
  return tx
    .insertInto('attempts')
    .values({ subject: counter, failures: 1 })
    .onConflict((on) =>
      on.column('subject').doUpdateSet({
        failures: sql<number>`case when ${isOver} then 1 else attempts.failures + 1 end`,
        window_started_at: sql<Date>`case when ${isOver} then now() else attempts.window_started_at end`,
        blocked_until: sql<Date | null>`case when ${isOver} then null else attempts.blocked_until end`,
      }),
    )
    .returning([
      'failures as count',
      sql<number>`ceil(extract(epoch from window_started_at - now()) + ${windowS})::int`.as('left'),
    ])
    .executeTakeFirstOrThrow()
}

/** Forgets what was counted: the person proved to be the one. */
export async function clearCounters(tx: Tx, counters: readonly string[]): Promise<void> {
  await tx.deleteFrom('attempts').where('subject', 'in', counters).execute()
}

/** The no of a counter, with the wait in words and in the header. */
export const tooMany = (waitS: number): Refusal =>
  new Refusal('too_many', `Demasiados intentos. Espera ${waitLabel(waitS)} e intenta de nuevo.`, { retryAfterS: waitS })

/** How many may queue for one account, the one that runs included; more is a flood. */
const LINE_MAX = 50

/**
 * Tries of one account take turns in this process: each sees what the one before it counted, so that guesses sent at once
 * are worth no more than guesses sent one after the other.
 */
export const oneAtATime = queuePerKey({ concurrency: 1, waitingMax: LINE_MAX - 1, refusal: () => tooMany(1) })

/** Where an address belongs: itself in IPv4, its /64 in IPv6, where one house has as many addresses as it likes. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip
  const [head = '', tail = ''] = ip.toLowerCase().split('%')[0]?.split('::') ?? []
  const start = head.split(':').filter((group) => group !== '')
  const end = tail.split(':').filter((group) => group !== '')
  const zeros = ip.includes('::') ? Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0') : []
  return [...start, ...zeros, ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

async function block(tx: Tx, counter: string, seconds: number): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ blocked_until: seconds === 0 ? null : sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('subject', '=', counter)
    .execute()
}
