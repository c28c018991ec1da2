import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { authApi } from '#domain/auth/api.ts'
import { FRESH_AFTER_CONFIRMING_MINUTES } from '#domain/auth/limits.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import { inCompany, type Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { passwordChangedEmail } from '#server/documents/mail.ts'
import { countApiKeys, keptKeysText } from './api-keys.ts'
import { browserHashOf, forgetBrowsers } from './browsers.ts'
import { assertCode, assertPassword, confirmCounter, getCurrentPerson } from './confirm.ts'
import { assertGoodPassword, hashPassword, isPassword, isSamePassword } from './passwords.ts'
import { lockPerson, type Person, updatePassword } from './queries.ts'
import { type EndReason, endSessions, type OpenedSession, openSession, sessionReply } from './sessions.ts'
import { clearCounters, inOwnTransaction } from './throttle.ts'

/** Replaces the password. The other sessions end; this session continues with a new token. */
export const changePassword: Verb<typeof authApi.changePassword> = async (ctx, { body }) => {
  const { config } = ctx.world
  const person = await assertPassword(ctx, body.current_password, {
    event: 'password.change_refused',
    field: 'current_password',
    copy: 'La contraseña actual no es correcta',
  })
  assertGoodPassword(config, person, body.new_password, 'new_password')
  if (isSamePassword(body.new_password, body.current_password)) throw samePassword()
  const values = { password_hash: await hashPassword(config.secret, body.new_password) }
  const { newSession, keys } = await ctx.platform(async (tx) => {
    const session = await replacePassword(tx, ctx, person, values, 'password_changed')
    await tx.record('password.changed', { entity_id: person.id })
    const kept = keptKeysText(await countApiKeys(tx, person))
    await enqueuePasswordChangedEmail(tx, ctx, person, kept)
    return { newSession: session, keys: kept }
  })
  return {
    data: sessionReply(ctx, newSession),
    message: `Cambiaste tu contraseña. Cerramos tus otras sesiones.${keys}`,
  }
}

/**
 * The last step of the first login (SHL-12): a new password, unless the person already chose one with a code; clients also accept
 * the data policy.
 */
export const firstLogin: Verb<typeof authApi.firstLogin> = async (ctx, { body }) => {
  const { config } = ctx.world
  const person = await inOwnTransaction(ctx, (tx) => getCurrentPerson(tx, ctx))
  if (!person.is_first_login) throw new Refusal('conflict', 'Ya completaste tu primer ingreso')
  const accepts = person.role === 'client' && person.data_policy_accepted_at === null
  if (accepts && body.accept_data_policy !== true) {
    throw refuseField('invalid', 'accept_data_policy', 'Acepta el tratamiento de tus datos para continuar')
  }
  const password = body.new_password
  if (password === undefined && person.password_chosen_at === null) {
    throw refuseField('invalid', 'new_password', 'Escribe la contraseña nueva')
  }
  if (password !== undefined) {
    assertGoodPassword(config, person, password, 'new_password')
    if (await isPassword(config.secret, person.password_hash, password)) throw samePassword()
  }
  const values = {
    is_first_login: false,
    acceptsDataPolicy: accepts,
    ...(password === undefined ? {} : { password_hash: await hashPassword(config.secret, password) }),
  }
  const newSession = await ctx.platform(async (tx) => {
    const session = await replacePassword(tx, ctx, person, values, 'first_login')
    // In the person's company, where the consent to the data policy is recorded with the event.
    await inCompany(tx, person.company_id, (own) =>
      own.record('user.first_login_finished', { entity_id: person.id, after: { accepted_data_policy: accepts } }),
    )
    return session
  })
  return { data: sessionReply(ctx, newSession), message: 'Listo, ya puedes usar Enlace' }
}

/**
 * Confirms the password, and the code of a person with a second factor, before a sensitive action. A wrong one is 422: a 401 would end
 * the session in the browser.
 */
export const stepUp: Verb<typeof authApi.stepUp> = async (ctx, { body }) => {
  const person = await assertPassword(ctx, body.password, {
    event: 'session.confirm_refused',
    field: 'password',
    copy: 'La contraseña no es correcta',
  })
  if (person.has_two_factor) await assertCode(ctx, person, body.totp, 'session.confirm_refused')
  const freshUntil = await ctx.platform(async (tx) => {
    const { fresh_until } = await tx
      .updateTable('sessions')
      .set({
        fresh_until: sql<Date>`greatest(fresh_until, now() + make_interval(mins => ${FRESH_AFTER_CONFIRMING_MINUTES}))`,
      })
      .where('id', '=', ctx.actor.sessionId)
      .returning('fresh_until')
      .executeTakeFirstOrThrow()
    await clearCounters(tx, [confirmCounter(ctx)])
    await tx.record('session.confirmed', { entity_id: ctx.actor.userId })
    return fresh_until
  })
  return { data: { fresh_until: freshUntil.toISOString() } }
}

/** Notifies the person, when there is an address, that the password changed. `aboutKeys`: what became of the keys of the API. */
export async function enqueuePasswordChangedEmail(
  tx: Tx,
  ctx: { world: Ctx['world']; now: Date },
  person: Person,
  aboutKeys = '',
): Promise<void> {
  if (person.email === null) return
  const email = passwordChangedEmail({
    companyName: person.company_name,
    firstName: person.first_name,
    at: ctx.now,
    publicUrl: ctx.world.config.publicUrl,
    alsoDone: aboutKeys,
  })
  await tx.enqueue('mail.send', { id: randomUUID(), to: person.email, ...email })
}

/** Writes the password, ends every session and opens a new one, with a cookie when the old one had it. Throws 409 when the password changed since `known` was read. */
async function replacePassword(
  tx: Tx,
  ctx: Ctx,
  known: Person,
  values: Parameters<typeof updatePassword>[2],
  reason: EndReason,
): Promise<OpenedSession> {
  const person = await lockPerson(tx, known.company_id, known.id)
  if (!person || !(await updatePassword(tx, known, values))) {
    throw new Refusal('conflict', 'Tu contraseña cambió mientras tanto. Vuelve a intentarlo.')
  }
  await clearCounters(tx, [confirmCounter(ctx)])
  await endSessions(tx, person, reason)
  await forgetBrowsers(tx, person, browserHashOf(ctx.caller))
  return openSession(tx, ctx, person, ctx.caller.isBrowser || ctx.caller.sessionCookie !== null)
}

const samePassword = (): Refusal =>
  refuseField('invalid', 'new_password', 'La contraseña nueva debe ser distinta de la actual')
