import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { authApi } from '#domain/auth/api.ts'
import { FRESH_AFTER_CONFIRMING_MINUTES } from '#domain/auth/limits.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { passwordChangedEmail } from '#server/documents/mail.ts'
import { assertGoodPassword, hashPassword, isPassword, isSamePassword } from './passwords.ts'
import { getPerson, type Person, updatePassword } from './queries.ts'
import { type EndReason, endSessions, type OpenedSession, openSession, sessionReply } from './sessions.ts'
import {
  clearCounters,
  counterOf,
  countFailure,
  inOwnTransaction,
  networkCounter,
  oneAtATime,
  secondsToWait,
  tooMany,
} from './throttle.ts'

/** A new password in place of the current one. The other sessions end and this one continues under another token. */
export const changePassword: Verb<typeof authApi.changePassword> = async (ctx, { body }) => {
  const { config } = ctx.world
  const person = await assertPassword(ctx, body.current_password, {
    event: 'password.change_refused',
    field: 'current_password',
    copy: 'La contraseña actual no es correcta',
  })
  assertGoodPassword(config, person, body.new_password, 'new_password')
  if (isSamePassword(body.new_password, body.current_password)) throw sameAgain()
  const values = { password_hash: await hashPassword(config.secret, body.new_password) }
  const opened = await ctx.platform(async (tx) => {
    const anew = await startAnew(tx, ctx, person, values, 'password_changed')
    await tx.record('password.changed', { entity_id: person.id })
    await enqueueChangeNotice(tx, ctx, person)
    return anew
  })
  return { data: sessionReply(ctx, opened), message: 'Cambiaste tu contraseña. Cerramos tus otras sesiones.' }
}

/**
 * The step that ends the first login (SHL-12): a new password, unless the person has just chosen one by a code; clients accept
 * the data policy too.
 */
export const firstLogin: Verb<typeof authApi.firstLogin> = async (ctx, { body }) => {
  const { config } = ctx.world
  const person = await inOwnTransaction(ctx, (tx) => presentPerson(tx, ctx))
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
    if (await isPassword(config.secret, person.password_hash, password)) throw sameAgain()
  }
  const values = {
    is_first_login: false,
    acceptsDataPolicy: accepts,
    ...(password === undefined ? {} : { password_hash: await hashPassword(config.secret, password) }),
  }
  const opened = await ctx.platform(async (tx) => {
    const anew = await startAnew(tx, ctx, person, values, 'first_login')
    await tx.record('user.first_login_finished', { entity_id: person.id, after: { accepted_data_policy: accepts } })
    return anew
  })
  return { data: sessionReply(ctx, opened), message: 'Listo, ya puedes usar Enlace' }
}

/** The password once more before a delicate action. Wrong is 422: a 401 would end the session in the browser. */
export const stepUp: Verb<typeof authApi.stepUp> = async (ctx, { body }) => {
  await assertPassword(ctx, body.password, {
    event: 'session.confirm_refused',
    field: 'password',
    copy: 'La contraseña no es correcta',
  })
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

/** Tells the owner, where there is an address, that the password is another one. */
export async function enqueueChangeNotice(
  tx: Tx,
  ctx: { world: Ctx['world']; now: Date },
  person: Person,
): Promise<void> {
  if (person.email === null) return
  const letter = passwordChangedEmail({
    companyName: person.company_name,
    firstName: person.first_name,
    at: ctx.now,
    publicUrl: ctx.world.config.publicUrl,
  })
  await tx.enqueue('mail.send', { id: randomUUID(), to: person.email, ...letter })
}

type Wrong = { event: 'password.change_refused' | 'session.confirm_refused'; field: string; copy: string }

/** The person, if this is their password; counted and delayed like a login. Throws 422, never 401. */
async function assertPassword(ctx: Ctx, password: string, wrong: Wrong): Promise<Person> {
  const account = confirmCounter(ctx)
  return oneAtATime(account, async () => {
    const { person, waitS } = await inOwnTransaction(ctx, async (tx) => ({
      person: await presentPerson(tx, ctx),
      waitS: await secondsToWait(tx, [account]),
    }))
    if (waitS > 0) throw tooMany(waitS)
    if (await isPassword(ctx.world.config.secret, person.password_hash, password)) return person
    await inOwnTransaction(ctx, async (tx) => {
      await countFailure(tx, ctx.world, account, networkCounter(ctx))
      await tx.record(wrong.event, { entity_id: person.id })
    })
    throw refuseField('wrong_password', wrong.field, wrong.copy)
  })
}

const confirmCounter = (ctx: Ctx): string => counterOf(ctx.world, 'confirm', ctx.actor.userId)

/** Writes the password, ends every session and opens this one again, bound as it was. */
async function startAnew(
  tx: Tx,
  ctx: Ctx,
  seen: Person,
  values: Parameters<typeof updatePassword>[2],
  reason: EndReason,
): Promise<OpenedSession> {
  const person = await getPerson(tx, seen.company_id, seen.id, true)
  if (!person || !(await updatePassword(tx, seen, values))) {
    throw new Refusal('conflict', 'Tu contraseña cambió mientras tanto. Vuelve a intentarlo.')
  }
  await clearCounters(tx, [confirmCounter(ctx)])
  await endSessions(tx, person, reason)
  return openSession(tx, ctx, person, ctx.caller.isBrowser || ctx.caller.sessionCookie !== null)
}

async function presentPerson(tx: Tx, ctx: Ctx): Promise<Person> {
  const person = await getPerson(tx, ctx.actor.companyId, ctx.actor.userId)
  if (!person) throw new Refusal('not_signed_in', 'No autorizado')
  return person
}

const sameAgain = (): Refusal =>
  refuseField('invalid', 'new_password', 'La contraseña nueva debe ser distinta de la actual')
