import { recoveryCodeLabel } from '#domain/auth/two-factor.ts'
import { twoFactorApi } from '#domain/auth/two-factor-api.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { mustHaveTwoFactor } from '#domain/core/roles.ts'
import { assertFresh } from '#server/core/fresh.ts'
import { implement, type Verb } from '#server/core/verb.ts'
import { assertCode, assertNotWaiting, getCurrentPerson, refuseCode } from './confirm.ts'
import { endSessions } from './sessions.ts'
import { inOwnTransaction } from './throttle.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  enqueueTwoFactorEmail,
  newSecret,
  prepareSecret,
  qrOf,
  removeTwoFactor,
  uriOf,
} from './two-factor.ts'

/** The state of the own second factor. */
const twoFactor: Verb<typeof twoFactorApi.twoFactor> = (ctx) =>
  ctx.platform(async (tx) => {
    const person = await getCurrentPerson(tx, ctx)
    return {
      data: {
        is_on: person.has_two_factor,
        is_required: mustHaveTwoFactor(person.role, ctx.world.config.mode),
        codes_left: await countRecoveryCodes(tx, person),
      },
    }
  })

/** Prepares a new secret, also where another is in use: a new telephone, or new recovery codes. It counts after `confirm`. */
const enrolTwoFactor: Verb<typeof twoFactorApi.enrolTwoFactor> = async (ctx) => {
  assertFresh(ctx)
  const secret = newSecret()
  return ctx.platform(async (tx) => {
    const person = await getCurrentPerson(tx, ctx)
    await prepareSecret(tx, ctx.world, person, secret)
    await tx.record('two_factor.prepared', { entity_id: person.id })
    const uri = uriOf(secret, person)
    return { data: { secret, uri, qr: qrOf(uri) } }
  })
}

/** Turns the second factor on with a code of the prepared secret, and shows the recovery codes once. The other sessions end. */
const confirmTwoFactor: Verb<typeof twoFactorApi.confirmTwoFactor> = async (ctx, { body }) => {
  assertFresh(ctx)
  const person = await inOwnTransaction(ctx, (tx) => getCurrentPerson(tx, ctx))
  await assertNotWaiting(ctx)
  const codes = await ctx.platform(async (tx) => {
    const fresh = await confirmSecret(tx, ctx, person, body.totp)
    if (fresh === null) return null
    await endSessions(tx, person, 'closed', ctx.actor.sessionId)
    await tx.record('two_factor.enabled', { entity_id: person.id })
    await enqueueTwoFactorEmail(tx, ctx, person, { kind: 'on' })
    return fresh
  })
  if (codes === null) throw await refuseCode(ctx, person, 'two_factor.refused')
  return {
    data: { recovery_codes: codes.map(recoveryCodeLabel) },
    message: 'Activaste la verificación en dos pasos',
  }
}

/** Turns the second factor off with a code. Never for a superadmin in production. */
const disableTwoFactor: Verb<typeof twoFactorApi.disableTwoFactor> = async (ctx, { body }) => {
  const person = await inOwnTransaction(ctx, (tx) => getCurrentPerson(tx, ctx))
  if (!person.has_two_factor) throw new Refusal('conflict', 'La verificación en dos pasos ya está desactivada')
  if (mustHaveTwoFactor(person.role, ctx.world.config.mode)) {
    const copy = 'Tu usuario siempre usa la verificación en dos pasos. Si cambiaste de celular, configúrala de nuevo.'
    throw new Refusal('refused', copy)
  }
  assertFresh(ctx)
  await assertCode(ctx, person, body.totp, 'two_factor.refused')
  await ctx.platform(async (tx) => {
    await removeTwoFactor(tx, person)
    await tx.record('two_factor.disabled', { entity_id: person.id })
    await enqueueTwoFactorEmail(tx, ctx, person, { kind: 'off' })
  })
  return { data: {}, message: 'Desactivaste la verificación en dos pasos' }
}

export const ownTwoFactor = implement(twoFactorApi, { twoFactor, enrolTwoFactor, confirmTwoFactor, disableTwoFactor })
