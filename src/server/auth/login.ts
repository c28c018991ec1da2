import { sql } from 'kysely'
import type { authApi } from '#domain/auth/api.ts'
import { deviceLabel } from '#domain/auth/device.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PLATFORM_COMPANY_ID, type PublicCtx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { hashPassword, isOutdated, isPassword } from './passwords.ts'
import { getPerson, getPersonByLogin, type Person } from './queries.ts'
import { handOver, type Opened, openSession } from './sessions.ts'
import { apart, clearCounters, counterOf, countFailure, inTurn, networkCounter, tooMany, waitOf } from './throttle.ts'

/** The actor of what happens before anybody is known. */
export const NOBODY = { id: null, name: 'Alguien sin sesión', role: 'nobody' }

/**
 * Username or e-mail, and password. Each try leaves its event. A wrong pair says nothing of which half is wrong, in words, in
 * status and in time; why a person may not enter is told only to who knows the password. (AUT-01)
 */
export const login: Verb<typeof authApi.login> = (ctx, { body }) => {
  const account = counterOf(ctx.world, 'login', body.username)
  return inTurn(account, async () => {
    const { person, waitS } = await apart(ctx, async (tx) => ({
      person: await getPersonByLogin(tx, body.username),
      waitS: await waitOf(tx, [account, networkCounter(ctx)]),
    }))
    const attempt: Attempt = { ctx, account, typed: body.username, person }
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
    return { data: handOver(ctx, opened) }
  })
}

type Attempt = { ctx: PublicCtx; account: string; typed: string; person: Person | null }

const wrongPair = (): Refusal => new Refusal('wrong_credentials', 'Usuario o contraseña incorrectos')

/** Opens the session, unless the person changed between looking and entering: a reset at this instant must win. */
async function enter(tx: Tx, attempt: Attempt, seen: Person, newHash: string | null): Promise<Opened | null> {
  const { ctx, account } = attempt
  const person = await getPerson(tx, seen.company_id, seen.id, true)
  if (person?.password_hash !== seen.password_hash || whyClosed(person) !== null) return null
  if (newHash !== null) await rehash(tx, person, newHash)
  await clearCounters(tx, [account])
  await tx
    .updateTable('users')
    .set({ last_login_at: sql<Date>`now()` })
    .where('company_id', '=', person.company_id)
    .where('id', '=', person.id)
    .execute()
  const opened = await openSession(tx, ctx, person, ctx.caller.isBrowser)
  await tx.record('session.opened', {
    company_id: person.company_id,
    entity_id: person.id,
    after: { username: person.username, device: deviceLabel(ctx.caller.userAgent) },
    actor: { id: person.id, name: `${person.first_name} ${person.last_name}`, role: person.role },
  })
  return opened
}

/** The same password at today's cost: not a change that its owner made. */
async function rehash(tx: Tx, person: Person, newHash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: newHash })
    .where('company_id', '=', person.company_id)
    .where('id', '=', person.id)
    .execute()
}

/** Records a refused try, counts it when it was a wrong pair, and gives back the refusal to throw. */
async function refused(
  { ctx, account, typed, person }: Attempt,
  reason: 'wrong_credentials' | 'too_many' | 'not_allowed',
  refusal: Refusal,
): Promise<Refusal> {
  await apart(ctx, async (tx) => {
    if (reason === 'wrong_credentials') await countFailure(tx, ctx.world, account, networkCounter(ctx))
    await tx.record('session.refused', {
      company_id: person?.company_id ?? PLATFORM_COMPANY_ID,
      ...(person ? { entity_id: person.id } : {}),
      after: { username: person?.username ?? masked(typed), reason },
      actor: NOBODY,
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
