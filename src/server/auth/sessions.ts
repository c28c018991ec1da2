import { sql } from 'kysely'
import type { authApi, SessionLeft } from '#domain/auth/api.ts'
import { deviceLabel } from '#domain/auth/device.ts'
import { FRESH_AFTER_LOGIN_MINUTES, LIMITS, SESSION_LIFE } from '#domain/auth/limits.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import type { Ctx, PublicCtx } from '#server/core/context.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement, type Verb } from '#server/core/verb.ts'
import { browserHashOf, forgetBrowsers } from './browsers.ts'
import type { Person } from './queries.ts'
import { signedInUser } from './signed-in.ts'

/** An opened session: its bearer token, the value of its cookie (null without one), and the signed-in user. */
export type OpenedSession = { token: string; cookie: string | null; user: SignedInUser }

const USER_AGENT_MAX_CHARS = 200

/** The two secrets of a new session: the bearer token, and the value of the cookie in a browser. */
type SessionSecrets = { token: string; cookie: string | null }

/**
 * Opens a session in the transaction that verified the password. The session of a browser is bound to a cookie, which the caller
 * sets after the commit. A session over the limit ends the oldest. The caller must hold the lock on the person's row: two
 * concurrent logins then count the sessions correctly.
 */
export async function openSession(tx: Tx, ctx: PublicCtx, person: Person, isBound: boolean): Promise<OpenedSession> {
  const [secrets, user] = await Promise.all([
    insertSession(tx, ctx, person, { isBound, isFresh: !person.has_two_factor }),
    signedInUser(tx, ctx, person),
  ])
  return { ...secrets, user }
}

/**
 * Inserts the session without reading the signed-in user. The lock and the limit are as in `openSession`. `isFresh`: the person proved
 * the password now, and the second factor where there is one.
 */
export async function insertSession(
  tx: Tx,
  ctx: PublicCtx,
  person: Person,
  { isBound, isFresh }: { isBound: boolean; isFresh: boolean },
): Promise<SessionSecrets> {
  const { config } = ctx.world
  const token = newToken('enl')
  const cookie = isBound ? newToken('ck') : null
  const life = SESSION_LIFE[person.role]
  const idleSeconds = (config.sessionIdleMinutes > 0 ? config.sessionIdleMinutes : life.idleMinutes) * 60
  await tx
    .with('ended', () => endOldest(tx, person, LIMITS[config.mode].sessions - 1))
    .insertInto('sessions')
    .values({
      token_hash: tokenHash(token),
      cookie_hash: cookie === null ? null : tokenHash(cookie),
      company_id: person.company_id,
      user_id: person.id,
      idle_seconds: idleSeconds,
      idle_ends_at: sql<Date>`now() + make_interval(secs => ${idleSeconds})`,
      ends_at: sql<Date>`now() + make_interval(hours => ${life.absoluteHours})`,
      fresh_until: sql<Date>`now() + make_interval(mins => ${isFresh ? FRESH_AFTER_LOGIN_MINUTES : 0})`,
      ip: ctx.caller.ip,
      user_agent: ctx.caller.userAgent.slice(0, USER_AGENT_MAX_CHARS),
    })
    .execute()
  return { token, cookie }
}

/** Sets the cookie of a new session and returns its reply. Call it only after the commit. */
export function sessionReply(
  ctx: PublicCtx,
  { token, cookie, user }: OpenedSession,
): { user: SignedInUser; token: string } {
  if (cookie !== null) ctx.caller.setSessionCookie(cookie)
  return { user, token }
}

export type EndReason = 'logout' | 'closed' | 'limit' | 'password_changed' | 'password_reset' | 'first_login'

/** Ends the open sessions of a person, except the session `exceptId`. Returns their number. */
export async function endSessions(
  tx: Tx,
  person: { company_id: string; id: string },
  reason: EndReason,
  exceptId: string | null = null,
): Promise<number> {
  const result = await revokeSessions(tx, person, reason)
    .$if(exceptId !== null, (query) => query.where('id', '!=', exceptId))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Ends every open session of a company that is no longer active. */
export async function endCompanySessions(tx: Tx, companyId: string): Promise<void> {
  await sql`
    update sessions set revoked_at = now(), revoked_reason = 'company_closed' where company_id = ${companyId} and revoked_at is null`.execute(
    tx,
  )
}

export const logout: Verb<typeof authApi.logout> = async (ctx) => {
  await ctx.platform(async (tx) => {
    await revokeSessions(tx, personOf(ctx), 'logout').where('id', '=', ctx.actor.sessionId).execute()
    await tx.record('session.closed', { entity_id: ctx.actor.userId })
  })
  ctx.caller.setSessionCookie(null)
  ctx.caller.clearSiteData()
  return { data: {}, message: 'Cerraste tu sesión' }
}

const sessions: Verb<typeof openSessionsApi.sessions> = (ctx) =>
  ctx.platform(async (tx) => {
    const rows = await selectOpenSessions(tx, personOf(ctx)).orderBy('last_used_at', 'desc').execute()
    return {
      data: rows.map((row) => ({
        id: row.id,
        device: deviceLabel(row.user_agent),
        ip: row.ip,
        created_at: row.created_at.toISOString(),
        last_used_at: row.last_used_at.toISOString(),
        is_current: row.id === ctx.actor.sessionId,
      })),
    }
  })

/** Ends one session of the user. The session of another person and an unknown id get the same 404. */
const closeSession: Verb<typeof openSessionsApi.closeSession> = async (ctx, { params }) => {
  await ctx.platform(async (tx) => {
    const ended = await revokeSessions(tx, personOf(ctx), 'closed').where('id', '=', params.id).executeTakeFirst()
    if (ended.numUpdatedRows === 0n) throw notFound()
    await tx.record('session.revoked', { entity_id: ctx.actor.userId, after: { count: 1 } })
  })
  if (params.id === ctx.actor.sessionId) ctx.caller.setSessionCookie(null)
  return { data: {}, message: 'Sesión cerrada' }
}

const closeOthers: Verb<typeof openSessionsApi.closeOthers> = async (ctx) => {
  const count = await ctx.platform(async (tx) => {
    const ended = await endSessions(tx, personOf(ctx), 'closed', ctx.actor.sessionId)
    await forgetBrowsers(tx, personOf(ctx), browserHashOf(ctx.caller))
    await tx.record('session.revoked', { entity_id: ctx.actor.userId, after: { count: ended } })
    return ended
  })
  return { data: {}, message: count === 0 ? 'No había otras sesiones abiertas' : 'Cerramos tus otras sesiones' }
}

/** How long the session of the caller still lasts. */
export async function getSessionLeft(tx: Tx, ctx: Ctx): Promise<SessionLeft> {
  const row = await selectOpenSessions(tx, personOf(ctx))
    .where('id', '=', ctx.actor.sessionId)
    .clearSelect()
    .select([
      'idle_seconds',
      sql<number>`greatest(0, floor(extract(epoch from least(idle_ends_at, ends_at) - now())))::int`.as('seconds_left'),
      sql<boolean>`ends_at > idle_ends_at`.as('can_extend'),
    ])
    .executeTakeFirst()
  // It may have ended after the request was admitted.
  return row ?? { idle_seconds: 0, seconds_left: 0, can_extend: false }
}

const personOf = (ctx: Ctx) => ({ company_id: ctx.actor.companyId, id: ctx.actor.userId })

const selectOpenSessions = (tx: Tx, person: { company_id: string; id: string }) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('revoked_at', 'is', null)
    .where('idle_ends_at', '>', sql<Date>`now()`)
    .where('ends_at', '>', sql<Date>`now()`)

const revokeSessions = (tx: Tx, person: { company_id: string; id: string }, reason: EndReason) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: reason })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('revoked_at', 'is', null)

/** Ends the oldest open sessions, so that at most `keptCount` remain. */
function endOldest(tx: Tx, person: Person, keptCount: number) {
  const overLimit = selectOpenSessions(tx, person)
    .clearSelect()
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(keptCount)
  return revokeSessions(tx, person, 'limit').where('id', 'in', overLimit)
}

export const ownSessions = implement(openSessionsApi, { sessions, closeSession, closeOthers })
