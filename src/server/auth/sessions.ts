import { sql } from 'kysely'
import type { authApi } from '#domain/auth/api.ts'
import { deviceLabel } from '#domain/auth/device.ts'
import { FRESH_AFTER_LOGIN_MINUTES, LIMITS, SESSION_LIFE } from '#domain/auth/limits.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { SignedInUser } from '#domain/core/signed-in-user.ts'
import type { Ctx, PublicCtx } from '#server/core/context.ts'
import { newToken, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import type { Person } from './queries.ts'
import { signedInUser } from './signed-in.ts'

/** A session just opened: its token, the half that a browser keeps in its cookie, and who is in. */
export type OpenedSession = { token: string; cookie: string | null; user: SignedInUser }

const USER_AGENT_KEPT = 200

/** The two halves of a session that was just written: what the caller holds, and what a browser keeps in its cookie. */
type Halves = { token: string; cookie: string | null }

/**
 * Opens a session in the transaction that proved who it is. A browser's is bound to a cookie, which the caller sets once the
 * transaction stands. One session too many ends the oldest. The person's row must be locked, so that two at once keep count.
 */
export async function openSession(tx: Tx, ctx: PublicCtx, person: Person, isBound: boolean): Promise<OpenedSession> {
  const [halves, user] = await Promise.all([
    insertSession(tx, ctx, person, isBound),
    signedInUser(tx, person.company_id, person.id),
  ])
  return { ...halves, user }
}

/** Writes the session alone, for who knows the person's face already. */
export async function insertSession(tx: Tx, ctx: PublicCtx, person: Person, isBound: boolean): Promise<Halves> {
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
      fresh_until: sql<Date>`now() + make_interval(mins => ${FRESH_AFTER_LOGIN_MINUTES})`,
      ip: ctx.caller.ip,
      user_agent: ctx.caller.userAgent.slice(0, USER_AGENT_KEPT),
    })
    .execute()
  return { token, cookie }
}

/** Hands the halves of a new session to whoever asked for it. Only after its transaction stands. */
export function sessionReply(
  ctx: PublicCtx,
  { token, cookie, user }: OpenedSession,
): { user: SignedInUser; token: string } {
  if (cookie !== null) ctx.caller.setSessionCookie(cookie)
  return { user, token }
}

export type EndReason = 'logout' | 'closed' | 'limit' | 'password_changed' | 'password_reset' | 'first_login'

/** Ends the live sessions of a person, all or all but one. Returns how many. */
export async function endSessions(
  tx: Tx,
  person: { company_id: string; id: string },
  reason: EndReason,
  spared: string | null = null,
): Promise<number> {
  const result = await endings(tx, person, reason)
    .$if(spared !== null, (query) => query.where('id', '!=', spared))
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export const logout: Verb<typeof authApi.logout> = async (ctx) => {
  await ctx.platform(async (tx) => {
    await endings(tx, me(ctx), 'logout').where('id', '=', ctx.actor.sessionId).execute()
    await tx.record('session.closed', { entity_id: ctx.actor.userId })
  })
  ctx.caller.setSessionCookie(null)
  return { data: {}, message: 'Cerraste tu sesión' }
}

export const sessions: Verb<typeof authApi.sessions> = (ctx) =>
  ctx.platform(async (tx) => {
    const rows = await live(tx, me(ctx)).orderBy('last_used_at', 'desc').execute()
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

/** One session of one's own. Another person's and one that is not there read the same. */
export const closeSession: Verb<typeof authApi.closeSession> = async (ctx, { params }) => {
  await ctx.platform(async (tx) => {
    const ended = await endings(tx, me(ctx), 'closed').where('id', '=', params.id).executeTakeFirst()
    if (ended.numUpdatedRows === 0n) throw notFound()
    await tx.record('session.revoked', { entity_id: ctx.actor.userId, after: { count: 1 } })
  })
  if (params.id === ctx.actor.sessionId) ctx.caller.setSessionCookie(null)
  return { data: {}, message: 'Sesión cerrada' }
}

export const closeOthers: Verb<typeof authApi.closeOthers> = async (ctx) => {
  const count = await ctx.platform(async (tx) => {
    const ended = await endSessions(tx, me(ctx), 'closed', ctx.actor.sessionId)
    await tx.record('session.revoked', { entity_id: ctx.actor.userId, after: { count: ended } })
    return ended
  })
  return { data: {}, message: count === 0 ? 'No había otras sesiones abiertas' : 'Cerramos tus otras sesiones' }
}

const me = (ctx: Ctx) => ({ company_id: ctx.actor.companyId, id: ctx.actor.userId })

const live = (tx: Tx, person: { company_id: string; id: string }) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip', 'created_at', 'last_used_at'])
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('revoked_at', 'is', null)
    .where('idle_ends_at', '>', sql<Date>`now()`)
    .where('ends_at', '>', sql<Date>`now()`)

const endings = (tx: Tx, person: { company_id: string; id: string }, reason: EndReason) =>
  tx
    .updateTable('sessions')
    .set({ revoked_at: sql<Date>`now()`, revoked_reason: reason })
    .where('company_id', '=', person.company_id)
    .where('user_id', '=', person.id)
    .where('revoked_at', 'is', null)

function endOldest(tx: Tx, person: Person, kept: number) {
  const tooMany = live(tx, person)
    .clearSelect()
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
  return endings(tx, person, 'limit').where('id', 'in', tooMany)
}
