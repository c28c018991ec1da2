import { sql } from 'kysely'
import type { authApi } from '#domain/auth/api.ts'
import { deviceLabel } from '#domain/auth/device.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PLATFORM_COMPANY_ID, type PublicCtx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { findLogin, type Person } from './queries.ts'
import { insertSession, type OpenedSession, sessionReply } from './sessions.ts'
import { SIGNED_IN_COLUMNS, type SignedInRow, signedInUserOf } from './signed-in.ts'
import {
  clearCounters,
  counterOf,
  countFailure,
  inOwnTransaction,
  networkCounter,
  oneAtATime,
  readInOwnTransaction,
  tooMany,
} from './throttle.ts'

/** The actor of what happens before anybody is known. */
export const ANONYMOUS_ACTOR = { id: null, name: 'Alguien sin sesión', role: 'nobody' }

/**
 * Username or e-mail, and password. Each try leaves its event. A wrong pair says nothing of which half is wrong, in words, in
 * status and in time; why a person may not enter is told only to who knows the password. (AUT-01)
 */
export const login: Verb<typeof authApi.login> = (ctx, { body }) => {
  const account = counterOf(ctx.world, 'login', body.username)
  return oneAtATime(account, async () => {
    const { person, waitS, hasFailed } = await readInOwnTransaction(ctx, (tx) =>
      findLogin(tx, body.username, account, networkCounter(ctx)),
    )
    const attempt: Attempt = { ctx, account, typed: body.username, person, hasFailed }
    if (waitS > 0) throw await refused(attempt, 'too_many', tooMany(waitS))
    const isRight = await isPassword(ctx.world.config.secret, person?.password_hash ?? null, body.password)
    if (!person || !isRight) throw await refused(attempt, 'wrong_credentials', wrongPair())
    const closed = whyClosed(person)
    if (closed !== null) throw await refused(attempt, 'not_allowed', new Refusal('forbidden', closed))
    const newHash = isOutdated(person.password_hash ?? '')
      ? await hashPassword(ctx.world.config.secret, body.password)
      : null
    const opened = await ctx.platform((tx) => enter(tx, attempt, person, newHash))
    if (opened === null) throw await refused(attempt, 'wrong_credentials', wrongPair())
    return { data: sessionReply(ctx, opened) }
  })
}

type Attempt = { ctx: PublicCtx; account: string; typed: string; person: Person | null; hasFailed: boolean }

const wrongPair = (): Refusal => new Refusal('wrong_credentials', 'Usuario o contraseña incorrectos')

/** Opens the session, unless the person changed between looking and entering: a reset at this instant must win. */
async function enter(tx: Tx, attempt: Attempt, person: Person, newHash: string | null): Promise<OpenedSession | null> {
  const { ctx, account, hasFailed } = attempt
  const face = await letIn(tx, person, newHash)
  if (face === undefined) return null
  // The person's row is locked now; the rest goes to the database in one breath.
  const [halves] = await Promise.all([
    insertSession(tx, ctx, person, ctx.caller.isBrowser),
    tx.record('session.opened', {
      company_id: person.company_id,
      entity_id: person.id,
      after: { username: person.username, device: deviceLabel(ctx.caller.userAgent) },
      actor: { id: person.id, name: `${person.first_name} ${person.last_name}`, role: person.role },
    }),
    ...(hasFailed ? [clearCounters(tx, [account])] : []),
  ])
  return { ...halves, user: signedInUserOf(face) }
}

/**
 * Notes the entry on the person's row, which stays locked, and the same password at today's cost where it was older. Nothing when
 * the person is no longer as they were seen.
 */
async function letIn(tx: Tx, seen: Person, newHash: string | null): Promise<SignedInRow | undefined> {
  const { rows } = await sql<SignedInRow>`
    update users u set last_login_at = now(), password_hash = coalesce(${newHash}, u.password_hash) from companies c
    where c.id = u.company_id and u.company_id = ${seen.company_id} and u.id = ${seen.id} and u.password_hash = ${seen.password_hash}
      and u.is_active and c.status = 'active' returning ${SIGNED_IN_COLUMNS}`.execute(tx)
  return rows[0]
}

/** Records a refused try, counts it when it was a wrong pair, and gives back the refusal to throw. */
async function refused(
  { ctx, account, typed, person }: Attempt,
  reason: 'wrong_credentials' | 'too_many' | 'not_allowed',
  refusal: Refusal,
): Promise<Refusal> {
  await inOwnTransaction(ctx, async (tx) => {
    if (reason === 'wrong_credentials') await countFailure(tx, ctx.world, account, networkCounter(ctx))
    await tx.record('session.refused', {
      company_id: person?.company_id ?? PLATFORM_COMPANY_ID,
      ...(person ? { entity_id: person.id } : {}),
      after: { username: person?.username ?? masked(typed), reason },
      actor: ANONYMOUS_ACTOR,
    })
  })
  return refusal
}

/** The first letters of a name that is nobody's: it may be a password typed in the wrong place. */
export const masked = (typed: string): string => typed.replace(/^(.{1,2})[^@]*/su, '$1…')

/** Why somebody with the right password may not enter, or null. */
function whyClosed(person: Person): string | null {
  const company = person.company_name
  if (person.company_status === 'closed') return `${company} ya no usa Enlace, por eso no puedes entrar.`
  if (person.company_status !== 'active') {
    const why = person.status_reason === null ? '' : `: ${person.status_reason}`
    return `El acceso de ${company} está suspendido${why}. Comunícate con la empresa.`
  }
  if (person.is_active) return null
  return person.role === 'client'
    ? `Tu usuario está inactivo. Comunícate con ${company} para activarlo.`
    : 'Tu usuario está inactivo. Pide a quien administra tu empresa que lo active.'
}
