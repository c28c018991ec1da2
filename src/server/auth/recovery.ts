import type { authApi } from '#domain/auth/api.ts'
import { LIMITS } from '#domain/auth/limits.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PLATFORM_COMPANY_ID, type PublicCtx } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { sameBytes, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { ANONYMOUS_ACTOR, maskName } from './login.ts'
import { enqueuePasswordChangedEmail } from './own-password.ts'
import { assertGoodPassword, hashPassword } from './passwords.ts'
import { getPerson, lockPerson, type Person, updatePassword } from './queries.ts'
import {
  countWrongTry,
  getLiveLink,
  hashOfCode,
  insertLink,
  invalidateCodes,
  listLiveCodes,
  useCode,
  useLink,
} from './recovery-codes.ts'
import { endSessions } from './sessions.ts'
import {
  clearCounters,
  counterOf,
  countFailure,
  countOne,
  inOwnTransaction,
  networkCounter,
  secondsToWait,
  tooManyAttempts,
} from './throttle.ts'

const HOUR_S = 60 * 60

/**
 * Requests a code. The reply and its time are the same for a known and an unknown address, because only the job reads the users;
 * the job also records the event in the audit log of the person's company. Over the limit of the address no email is sent, and the
 * reply is the same. (AUT-04)
 */
export const recovery: Verb<typeof authApi.recovery> = async (ctx, { body }) => {
  const { world, caller } = ctx
  const limits = LIMITS[world.config.mode]
  const network = await inOwnTransaction(ctx, async (tx) => {
    await tx.record('recovery.asked', {
      company_id: PLATFORM_COMPANY_ID,
      after: { email: maskName(body.email) },
      actor: ANONYMOUS_ACTOR,
    })
    const networkCount = await countOne(tx, counterOf(world, 'recovery_network', networkOf(caller.ip)), HOUR_S)
    if (networkCount.count > limits.recoveriesPerNetworkHour) return networkCount
    const hour = await countOne(tx, counterOf(world, 'recovery_hour', body.email), HOUR_S)
    if (hour.count > limits.recoveriesPerHour) return networkCount
    const day = await countOne(tx, counterOf(world, 'recovery_day', body.email), 24 * HOUR_S)
    if (day.count > limits.recoveriesPerDay) return networkCount
    await tx.enqueue('auth.recover', { email: body.email, ip: caller.ip, request_id: ctx.requestId })
    return networkCount
  })
  if (network.count > limits.recoveriesPerNetworkHour) throw tooManyAttempts(network.left)
  return { data: {}, message: 'Si el correo está registrado, te enviamos un código' }
}

/** Exchanges a valid code for a link token, which only sets the password of its person. */
export const validateOtp: Verb<typeof authApi.validateOtp> = async (ctx, { body }) => {
  const token = await inOwnTransaction(ctx, async (tx) => {
    const waitS = await secondsToWait(tx, [networkCounter(ctx)])
    if (waitS > 0) throw tooManyAttempts(waitS)
    const hash = hashOfCode(ctx.world, body.email, body.otp)
    const codes = await listLiveCodes(tx, body.email)
    const match = codes.find((code) => sameBytes(code.secret_hash, hash))
    if (!match) return refuseCode(tx, ctx, body.email, codes[0])
    await useCode(tx, match)
    await tx.record('recovery.validated', {
      company_id: match.company_id,
      entity_id: match.user_id,
      actor: ANONYMOUS_ACTOR,
    })
    return insertLink(tx, match)
  })
  if (token === null) throw new Refusal('refused', 'El código no es válido o ya venció')
  return { data: { token } }
}

/** Sets the password of the link's person and ends every session. It opens no session. */
export const resetPassword: Verb<typeof authApi.resetPassword> = async (ctx, { body }) => {
  const { config } = ctx.world
  const hash = tokenHash(body.token)
  const person = await inOwnTransaction(ctx, (tx) => personOfLink(tx, hash))
  if (!person) throw invalidLink()
  assertGoodPassword(config, person, body.password, 'password')
  const passwordHash = await hashPassword(config.secret, body.password)
  await ctx.platform(async (tx) => {
    const current = await lockPerson(tx, person.company_id, person.id)
    if (!current || !(await useLink(tx, hash))) throw invalidLink()
    // The code proved the address and the password is chosen: only a client without accepted data policy has one more step.
    const isFirstLogin = current.is_first_login && current.role === 'client' && current.data_policy_accepted_at === null
    await updatePassword(tx, current, { password_hash: passwordHash, is_first_login: isFirstLogin })
    await endSessions(tx, current, 'password_reset')
    await invalidateCodes(tx, current)
    await clearCounters(tx, countersOf(ctx, current))
    await tx.record('password.reset', {
      company_id: current.company_id,
      entity_id: current.id,
      actor: { id: current.id, name: `${current.first_name} ${current.last_name}`, role: current.role },
    })
    await enqueuePasswordChangedEmail(tx, ctx, current)
  })
  return { data: {}, message: 'Tu contraseña está lista. Ya puedes entrar con ella.' }
}

const invalidLink = (): Refusal => new Refusal('refused', 'Este enlace ya no sirve. Pide un código nuevo.')

/** Counts a wrong code. The statements are the same for an unknown address. */
async function refuseCode(
  tx: Tx,
  ctx: PublicCtx,
  email: string,
  first: { company_id: string; user_id: string } | undefined,
): Promise<null> {
  await countWrongTry(tx, email)
  await countFailure(tx, ctx.world, null, networkCounter(ctx))
  await tx.record('recovery.refused', {
    company_id: first?.company_id ?? PLATFORM_COMPANY_ID,
    ...(first ? { entity_id: first.user_id } : {}),
    after: { email: maskName(email) },
    actor: ANONYMOUS_ACTOR,
  })
  return null
}

async function personOfLink(tx: Tx, hash: Buffer): Promise<Person | null> {
  const link = await getLiveLink(tx, hash)
  const person = link ? await getPerson(tx, link.company_id, link.user_id) : null
  return person?.is_active && person.company_status === 'active' ? person : null
}

const countersOf = ({ world }: PublicCtx, person: Person): string[] => [
  counterOf(world, 'login', person.username),
  counterOf(world, 'confirm', person.id),
  ...(person.email === null ? [] : [counterOf(world, 'login', person.email)]),
]
