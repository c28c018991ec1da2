import { type Kysely, sql } from 'kysely'
import { ACCOUNT_WINDOW_S, delayAfter, LIMITS, NETWORK_WINDOW_S, waitLabel } from '#domain/auth/limits.ts'
import { DAY_S, HOUR_S } from '#domain/core/durations.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { type PublicCtx, scopeOf, type World } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { queuePerKey } from '#server/core/queue.ts'
import { codeHash, keyFor } from '#server/core/secrets.ts'
import { asRole, inTransaction, type Tx } from '#server/core/tx.ts'
import type { Database } from '#server/db/types.ts'

/** The kinds of counters. */
export type CounterKind =
  | 'login'
  | 'login_everywhere'
  | 'login_known'
  | 'confirm'
  | 'network'
  | 'recovery_hour'
  | 'recovery_day'
  | 'recovery_network'
  | 'recovery_known_hour'
  | 'recovery_known_day'
  | 'email_change'
  | 'export'
  | 'own_data'
  | 'picture'
  | 'picture_company'
  | 'evidence'
  | 'client_mail'
  | `${'debtor' | 'pqr'}${'' | '_network' | '_site' | '_everywhere'}`
  | 'signing'
  | 'signing_network'
  | 'pqr_filed'
  | 'pqr_filed_site'
  | 'pqr_filed_company'
  | 'pqr_filed_company_site'
  | 'pqr_upload'
  | 'pqr_upload_site'
  | 'pqr_upload_company'

/**
 * The name of a counter: its kind, and the keyed digest of its subject, because users type their password in the user name field.
 * The subject of a login counter is the typed name and not the person found: the counter does not show whether the person exists.
 */
export const counterOf = (world: World, kind: CounterKind, subject: string): string =>
  `${kind}:${codeHash(keyFor(world.config.secret, 'attempts'), kind, subject).toString('base64url')}`

/** The counter of wrong passwords and codes from the network of a request. */
export const networkCounter = (ctx: PublicCtx): string => counterOf(ctx.world, 'network', networkOf(ctx.caller.ip))

/** The counters of the failed logins of a typed name: in the network of the request, in every network, and in the known browser. */
export function loginCounters(ctx: PublicCtx, typed: string, browser: Buffer | null) {
  return {
    here: counterOf(ctx.world, 'login', `${typed}\n${subnetOf(ctx.caller.ip)}`),
    everywhere: counterOf(ctx.world, 'login_everywhere', typed),
    browser: counterOf(ctx.world, 'login_known', `${typed}\n${browser?.toString('base64url') ?? ''}`),
    network: networkCounter(ctx),
  }
}

export type LoginCounters = ReturnType<typeof loginCounters>

/**
 * Runs `work` in a separate platform transaction. Its counters and events are committed when the reply is a refusal, also inside
 * an idempotent request, which is one transaction.
 */
export const inOwnTransaction = <T>(ctx: PublicCtx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.world.pool, 'enlace_platform', scopeOf(ctx), work)

/** The same, read-only: each statement is a separate transaction, and several may run at the same time. */
export const readInOwnTransaction = <T>(ctx: PublicCtx, work: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(ctx.world.pool, 'enlace_platform', { ...scopeOf(ctx), isReadOnly: true }, work)

/** Locks a counter until the end of the transaction, also one that nothing has counted yet: attempts at the same time are compared in turn. */
export async function lockCounter(tx: Tx, counter: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${counter}, 0))`.execute(tx)
}

/** Seconds until none of these counters blocks; 0 when none blocks now. */
export async function secondsToWait(tx: Tx, counters: readonly string[]): Promise<number> {
  const { wait } = await tx
    .selectFrom('attempts')
    .select(sql<number>`coalesce(ceil(max(extract(epoch from blocked_until - now()))), 0)::int`.as('wait'))
    .where('subject', 'in', counters)
    .executeTakeFirstOrThrow()
  return Math.max(0, wait)
}

/** Counts a wrong password or code for the account (null: none), whose delay grows, and for the network, which is blocked at its limit. */
export async function countFailure(tx: Tx, world: World, account: string | null, network: string): Promise<void> {
  if (account !== null) await countUpTo(tx, account, ACCOUNT_WINDOW_S, ({ count }) => delayAfter(count))
  const max = LIMITS[world.config.mode].networkFailures
  await countUpTo(tx, network, NETWORK_WINDOW_S, ({ count, left }) => (count < max ? 0 : left))
}

/** Adds one to a counter, which then blocks for the seconds that its count and the rest of its window give. Returns both. */
export async function countUpTo(
  tx: Tx,
  counter: string,
  windowS: number,
  secondsOf: (counted: Counted) => number,
): Promise<Counted> {
  const counted = await countOne(tx, counter, windowS)
  await block(tx, counter, secondsOf(counted))
  return counted
}

/** A counter after it was counted, and the seconds left in its window. */
type Counted = { count: number; left: number }

/** Counts a wrong password of a typed name: in the known browser when one of its accounts was tried, and for unknown browsers when another was. */
export async function countLoginFailure(
  tx: Tx,
  world: World,
  { here, everywhere, browser, network }: LoginCounters,
  tried: { isKnown: boolean; isUnknown: boolean },
): Promise<void> {
  if (tried.isKnown) await countUpTo(tx, browser, ACCOUNT_WINDOW_S, ({ count }) => delayAfter(count))
  if (!tried.isUnknown) return
  await countOne(tx, everywhere, ACCOUNT_WINDOW_S)
  await countFailure(tx, world, here, network)
}

/** Adds one to a counter, whose window starts with its first count. Returns the count and the seconds left in the window. */
export async function countOne(tx: Kysely<Database>, counter: string, windowS: number): Promise<Counted> {
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

/** Emails that the desk may send to one client in a day, by hand. */
const CLIENT_MAILS_MAX = 10

const TOO_MANY_MAILS = `Hoy ya le enviaste ${CLIENT_MAILS_MAX} correos a este cliente. Espera hasta mañana o llámalo.`

/** Counts an email that a person sends to a client. Throws a Refusal over the limit of the day. */
export const countClientMail = (ctx: PublicCtx, clientId: string): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    const { count, left } = await countOne(tx, counterOf(ctx.world, 'client_mail', clientId), DAY_S)
    if (count > CLIENT_MAILS_MAX) throw new Refusal('too_many', TOO_MANY_MAILS, { retryAfterS: left })
  })

/** The same for an email of a job, in its transaction: the reason of a client over the limit, else null. */
export async function countJobMail(tx: Tx, world: World, clientId: string): Promise<string | null> {
  const counter = counterOf(world, 'client_mail', clientId)
  const { count } = await asRole(tx, 'enlace_platform', (wide) => countOne(wide, counter, DAY_S))
  return count > CLIENT_MAILS_MAX ? TOO_MANY_MAILS : null
}

/** Counts one file of a whole list that a user reads. Throws a 429 Refusal over the limit per hour. */
export const countListFile = (ctx: PublicCtx): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    const { world, actor } = ctx
    const { count, left } = await countOne(tx, counterOf(world, 'export', actor?.userId ?? ''), HOUR_S)
    if (count > LIMITS[world.config.mode].exportsPerHour) throw tooManyAttempts(left)
  })

/** Deletes counters, after the person proved the identity. */
export async function clearCounters(tx: Tx, counters: readonly string[]): Promise<void> {
  await tx.deleteFrom('attempts').where('subject', 'in', counters).execute()
}

/** The refusal of a blocked counter, with the wait in the message and in Retry-After. */
export const tooManyAttempts = (waitS: number): Refusal =>
  new Refusal('too_many', `Demasiados intentos. Espera ${waitLabel(waitS)} e intenta de nuevo.`, { retryAfterS: waitS })

/** Login attempts of one name and network in the queue, with the running one; the next is refused. */
const ACCOUNT_QUEUE_MAX = 50

/**
 * Runs the attempts of one key (a name in a network, a known browser) one after the other in this process: each sees the count of the attempt before it, so that
 * concurrent guesses are limited like sequential guesses.
 */
export const oneAtATime = queuePerKey({
  concurrency: 1,
  waitingMax: ACCOUNT_QUEUE_MAX - 1,
  refusal: () => tooManyAttempts(1),
})

/** The network of an address as a login counts it: its /24 in IPv4, its /64 in IPv6. */
export function subnetOf(ip: string): string {
  const network = networkOf(ip)
  return network.includes(':') ? network : network.split('.').slice(0, 3).join('.')
}

async function block(tx: Tx, counter: string, seconds: number): Promise<void> {
  await tx
    .updateTable('attempts')
    .set({ blocked_until: seconds === 0 ? null : sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('subject', '=', counter)
    .execute()
}
