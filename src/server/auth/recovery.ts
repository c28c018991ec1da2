import type { authApi } from '#domain/auth/api.ts'
import { LIMITS } from '#domain/auth/limits.ts'
import { HOUR_S } from '#domain/core/durations.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { PLATFORM_COMPANY_ID, type PublicCtx } from '#server/core/context.ts'
import { networkOf } from '#server/core/network.ts'
import { sameBytes, tokenHash } from '#server/core/secrets.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { revokeApiKeys, revokedKeysText } from './api-keys.ts'
import { browserHashOf, forgetBrowsers, identifyBrowser, listCompaniesThatKnow, rememberBrowser } from './browsers.ts'
import { ANONYMOUS_ACTOR, maskName } from './login.ts'
import { enqueuePasswordChangedEmail } from './own-password.ts'
import { assertGoodPassword, hashPassword } from './passwords.ts'
import { getPerson, lockPerson, type Person, updatePassword } from './queries.ts'
import {
  countWrongTry,
  getValidLink,
  hashOfCode,
  insertLink,
  invalidateCodes,
  listValidCodes,
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
  loginCounters,
  networkCounter,
  secondsToWait,
  tooManyAttempts,
} from './throttle.ts'

/**
 * Requests a code. The reply and its time are the same for a known and an unknown address: only the job reads the users of the address,
 * and it records the event in the audit log of the person's company. Over the limit of the address no email is sent, and the reply is
 * the same. A browser that an account of the address knows has a limit of its own. (AUT-04)
 */
export const recovery: Verb<typeof authApi.recovery> = async (ctx, { body }) => {
  const browser = identifyBrowser(ctx.caller)
  const admission = await inOwnTransaction(ctx, async (tx) => {
    await tx.record('recovery.asked', {
      company_id: PLATFORM_COMPANY_ID,
      after: { email: maskName(body.email) },
      actor: ANONYMOUS_ACTOR,
    })
    const [company] = await listCompaniesThatKnow(tx, browser, body.email)
    const admitted =
      company === undefined ? await admitUnknown(tx, ctx, body.email) : await admitKnown(tx, ctx, body.email, company)
    if (admitted.isAdmitted) {
      await tx.enqueue('auth.recover', {
        email: body.email,
        ip: ctx.caller.ip,
        request_id: ctx.requestId,
        browser: browser?.toString('base64url') ?? null,
      })
    }
    return admitted
  })
  if (admission.networkWaitS > 0) throw tooManyAttempts(admission.networkWaitS)
  return { data: {}, message: 'Si el correo está registrado, te enviamos un código' }
}

/** Whether a request may send an email, and the seconds that its network waits. */
type Admission = { isAdmitted: boolean; networkWaitS: number }

async function admitUnknown(tx: Tx, { world, caller }: PublicCtx, email: string): Promise<Admission> {
  const limits = LIMITS[world.config.mode]
  const network = await countOne(tx, counterOf(world, 'recovery_network', networkOf(caller.ip)), HOUR_S)
  if (network.count > limits.recoveriesPerNetworkHour) return { isAdmitted: false, networkWaitS: network.left }
  const hour = await countOne(tx, counterOf(world, 'recovery_hour', email), HOUR_S)
  if (hour.count > limits.recoveriesPerHour) return { isAdmitted: false, networkWaitS: 0 }
  const day = await countOne(tx, counterOf(world, 'recovery_day', email), 24 * HOUR_S)
  return { isAdmitted: day.count <= limits.recoveriesPerDay, networkWaitS: 0 }
}

/** The reserve is one for the accounts of a company, so that many browsers do not make many reserves. */
async function admitKnown(tx: Tx, { world }: PublicCtx, email: string, companyId: string): Promise<Admission> {
  const limits = LIMITS[world.config.mode]
  const subject = `${email}\n${companyId}`
  const hour = await countOne(tx, counterOf(world, 'recovery_known_hour', subject), HOUR_S)
  if (hour.count > limits.knownRecoveriesPerHour) return { isAdmitted: false, networkWaitS: 0 }
  const day = await countOne(tx, counterOf(world, 'recovery_known_day', subject), 24 * HOUR_S)
  return { isAdmitted: day.count <= limits.knownRecoveriesPerDay, networkWaitS: 0 }
}

/** Exchanges a valid code for a link token, which only sets the password of its person. */
export const validateOtp: Verb<typeof authApi.validateOtp> = async (ctx, { body }) => {
  const browser = browserHashOf(ctx.caller)
  const token = await inOwnTransaction(ctx, async (tx) => {
    const waitS = await secondsToWait(tx, [networkCounter(ctx)])
    if (waitS > 0) throw tooManyAttempts(waitS)
    const hash = hashOfCode(ctx.world, body.email, body.otp)
    const codes = await listValidCodes(tx, body.email, browser)
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

/** Sets the password of the link's person, ends every session and revokes the keys of the API that the person created. It opens no session. */
export const resetPassword: Verb<typeof authApi.resetPassword> = async (ctx, { body }) => {
  const { config } = ctx.world
  const hash = tokenHash(body.token)
  const person = await inOwnTransaction(ctx, (tx) => personOfLink(tx, hash))
  if (!person) throw invalidLink()
  assertGoodPassword(config, person, body.password, 'password')
  const passwordHash = await hashPassword(config.secret, body.password)
  const keys = await ctx.platform(async (tx) => {
    const current = await lockPerson(tx, person.company_id, person.id)
    if (!current || !(await useLink(tx, hash))) throw invalidLink()
    // The code proved the address and the password is chosen: only a client without accepted data policy has one more step.
    const isFirstLogin = current.is_first_login && current.role === 'client' && current.data_policy_accepted_at === null
    await updatePassword(tx, current, { password_hash: passwordHash, is_first_login: isFirstLogin })
    await endSessions(tx, current, 'password_reset')
    await invalidateCodes(tx, current)
    await forgetBrowsers(tx, current, null)
    await rememberBrowser(tx, identifyBrowser(ctx.caller), current)
    await clearCounters(tx, countersOf(ctx, current))
    const actor = { id: current.id, name: `${current.first_name} ${current.last_name}`, role: current.role }
    await tx.record('password.reset', { company_id: current.company_id, entity_id: current.id, actor })
    const revoked = await revokeApiKeys(tx, current, actor)
    await enqueuePasswordChangedEmail(tx, ctx, current, revokedKeysText(revoked))
    return revoked
  })
  return { data: {}, message: `Tu contraseña está lista. Ya puedes entrar con ella.${revokedKeysText(keys)}` }
}

const invalidLink = (): Refusal => new Refusal('refused', 'Este enlace ya no sirve. Pide un código nuevo.')

/** Counts a wrong code. The statements are the same for an unknown address. */
async function refuseCode(
  tx: Tx,
  ctx: PublicCtx,
  email: string,
  first: { company_id: string; user_id: string } | undefined,
): Promise<null> {
  await countWrongTry(tx, email, browserHashOf(ctx.caller))
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
  const link = await getValidLink(tx, hash)
  const person = link ? await getPerson(tx, link.company_id, link.user_id) : null
  return person?.is_active && person.company_status === 'active' ? person : null
}

/** The counters that block the owner after a recovery: the failures of others with its names, everywhere and in this network. */
function countersOf(ctx: PublicCtx, person: Person): string[] {
  const names = person.email === null ? [person.username] : [person.username, person.email]
  return [
    counterOf(ctx.world, 'confirm', person.id),
    ...names.flatMap((name) => {
      const { here, everywhere, browser } = loginCounters(ctx, name, browserHashOf(ctx.caller))
      return [here, everywhere, browser]
    }),
  ]
}
