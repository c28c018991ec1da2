import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { isPassword } from './passwords.ts'
import { getPerson, type Person } from './queries.ts'
import {
  counterOf,
  countFailure,
  inOwnTransaction,
  networkCounter,
  oneAtATime,
  secondsToWait,
  tooManyAttempts,
} from './throttle.ts'
import { acceptCode } from './two-factor.ts'

type WrongPasswordReply = { event: 'password.change_refused' | 'session.confirm_refused'; field: string; copy: string }

/** The counter of wrong passwords and codes of a signed-in user. */
export const confirmCounter = (ctx: Ctx): string => counterOf(ctx.world, 'confirm', ctx.actor.userId)

export async function getCurrentPerson(tx: Tx, ctx: Ctx): Promise<Person> {
  const person = await getPerson(tx, ctx.actor.companyId, ctx.actor.userId)
  if (!person) throw new Refusal('not_signed_in', 'No autorizado')
  return person
}

/** Returns the actor's person when the password is right. Failures are counted and delayed like a login. Throws 422, never 401. */
export async function assertPassword(ctx: Ctx, password: string, reply: WrongPasswordReply): Promise<Person> {
  return oneAtATime(confirmCounter(ctx), async () => {
    await assertNotWaiting(ctx)
    const person = await inOwnTransaction(ctx, (tx) => getCurrentPerson(tx, ctx))
    if (await isPassword(ctx.world.config.secret, person.password_hash, password)) return person
    await countRefusal(ctx, person, reply.event)
    throw refuseField('wrong_password', reply.field, reply.copy)
  })
}

/** Refuses with 429 while the wrong passwords and codes of the actor block. */
export async function assertNotWaiting(ctx: Ctx): Promise<void> {
  const waitS = await inOwnTransaction(ctx, (tx) => secondsToWait(tx, [confirmCounter(ctx)]))
  if (waitS > 0) throw tooManyAttempts(waitS)
}

type RefusedEvent = WrongPasswordReply['event'] | 'two_factor.refused'

/** Accepts a code of a person with a second factor. A wrong one counts like a wrong password. */
export async function assertCode(
  ctx: Ctx,
  person: Person,
  totp: string | undefined,
  event: RefusedEvent,
): Promise<void> {
  if (totp === undefined) throw totpRequired()
  await oneAtATime(confirmCounter(ctx), async () => {
    await assertNotWaiting(ctx)
    const isRight = await inOwnTransaction(ctx, (tx) => acceptCode(tx, ctx, person, totp))
    if (!isRight) throw await refuseCode(ctx, person, event)
  })
}

/** Counts a wrong code and returns the refusal to throw. */
export async function refuseCode(ctx: Ctx, person: Person, event: RefusedEvent): Promise<Refusal> {
  await countRefusal(ctx, person, event)
  return wrongTotp()
}

const countRefusal = (ctx: Ctx, person: Person, event: RefusedEvent): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    await countFailure(tx, ctx.world, confirmCounter(ctx), networkCounter(ctx))
    await tx.record(event, { entity_id: person.id })
  })

export const totpRequired = (): Refusal =>
  refuseField('totp_required', 'totp', 'Escribe el código de tu aplicación de verificación')

export const wrongTotp = (): Refusal =>
  refuseField('wrong_totp', 'totp', 'El código no es correcto o ya se usó. Espera el siguiente y escríbelo.')
