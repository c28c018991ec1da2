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
  tooManyAttempts,
} from './throttle.ts'

/** The actor of events before sign-in. */
export const ANONYMOUS_ACTOR = { id: null, name: 'Alguien sin sesión', role: 'nobody' }

/**
 * Login with user name or e-mail, and password. Each attempt records its event. The message, status and time of a wrong login are the
 * same for an unknown user and a wrong password; the reason of a closed access is shown only with the right password. (AUT-01)
 */
export const login: Verb<typeof authApi.login> = (ctx, { body }) => {
  const account = counterOf(ctx.world, 'login', body.username)
  return oneAtATime(account, async () => {
    const { person, waitS, hasFailed } = await readInOwnTransaction(ctx, (tx) =>
      findLogin(tx, body.username, account, networkCounter(ctx)),
    )
    const attempt: Attempt = { ctx, account, typed: body.username, person, hasFailed }
    if (waitS > 0) throw await recordRefusal(attempt, 'too_many', tooManyAttempts(waitS))
    const isMatch = await isPassword(ctx.world.config.secret, person?.password_hash ?? null, body.password)
    if (!person || !isMatch) throw await recordRefusal(attempt, 'wrong_credentials', wrongCredentials())
    const closed = closedReason(person)
    if (closed !== null) throw await recordRefusal(attempt, 'not_allowed', new Refusal('forbidden', closed))
    const newHash = isOutdated(person.password_hash ?? '')
      ? await hashPassword(ctx.world.config.secret, body.password)
      : null
    const opened = await ctx.platform((tx) => openLoginSession(tx, attempt, person, newHash))
    if (opened === null) throw await recordRefusal(attempt, 'wrong_credentials', wrongCredentials())
    return { data: sessionReply(ctx, opened) }
  })
}

type Attempt = { ctx: PublicCtx; account: string; typed: string; person: Person | null; hasFailed: boolean }

const wrongCredentials = (): Refusal => new Refusal('wrong_credentials', 'Usuario o contraseña incorrectos')

/** Opens the session. Null when the person changed since it was read: a concurrent password reset wins. */
async function openLoginSession(
  tx: Tx,
  attempt: Attempt,
  person: Person,
  newHash: string | null,
): Promise<OpenedSession | null> {
  const { ctx, account, hasFailed } = attempt
  const row = await recordLogin(tx, person, newHash)
  if (row === undefined) return null
  // The person's row is locked now; the other statements are sent together.
  const [secrets] = await Promise.all([
    insertSession(tx, ctx, person, ctx.caller.isBrowser),
    tx.record('session.opened', {
      company_id: person.company_id,
      entity_id: person.id,
      after: { username: person.username, device: deviceLabel(ctx.caller.userAgent) },
      actor: { id: person.id, name: `${person.first_name} ${person.last_name}`, role: person.role },
    }),
    ...(hasFailed ? [clearCounters(tx, [account])] : []),
  ])
  return { ...secrets, user: signedInUserOf(row) }
}

/**
 * Writes the time of the login, and `newHash` when the old hash had another cost. The person's row stays locked. Undefined when the
 * password or the status changed since `known` was read.
 */
async function recordLogin(tx: Tx, known: Person, newHash: string | null): Promise<SignedInRow | undefined> {
  const { rows } = await sql<SignedInRow>`
    update users u set last_login_at = now(), password_hash = coalesce(${newHash}, u.password_hash) from companies c
    where c.id = u.company_id and u.company_id = ${known.company_id} and u.id = ${known.id} and u.password_hash = ${known.password_hash}
      and u.is_active and c.status = 'active' returning ${SIGNED_IN_COLUMNS}`.execute(tx)
  return rows[0]
}

/** Records a refused attempt, counts wrong credentials, and returns the refusal to throw. */
async function recordRefusal(
  { ctx, account, typed, person }: Attempt,
  reason: 'wrong_credentials' | 'too_many' | 'not_allowed',
  refusal: Refusal,
): Promise<Refusal> {
  await inOwnTransaction(ctx, async (tx) => {
    if (reason === 'wrong_credentials') await countFailure(tx, ctx.world, account, networkCounter(ctx))
    await tx.record('session.refused', {
      company_id: person?.company_id ?? PLATFORM_COMPANY_ID,
      ...(person ? { entity_id: person.id } : {}),
      after: { username: person?.username ?? maskName(typed), reason },
      actor: ANONYMOUS_ACTOR,
    })
  })
  return refusal
}

/** The first two characters of an unknown name: it may be a password typed in the wrong field. */
export const maskName = (typed: string): string => typed.replace(/^(.{1,2})[^@]*/su, '$1…')

/** The reason, for the user, why the access is closed; null when it is open. */
function closedReason(person: Person): string | null {
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
