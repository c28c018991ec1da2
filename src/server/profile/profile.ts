import { randomUUID } from 'node:crypto'
import type { UploadBody } from '#domain/core/api.ts'
import { DAY_S } from '#domain/core/durations.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { type Profile, profileApi } from '#domain/profile/api.ts'
import { CLIENT_OWN_FIELDS, type ProfileChanges, STAFF_OWN_FIELDS } from '#domain/profile/profile.ts'
import { assertFresh } from '#server/auth/auth.ts'
import { requestEmailChange, useEmailLink } from '#server/auth/email-link.ts'
import { invalidateCodes } from '#server/auth/recovery-codes.ts'
import { counterOf, countOne, inOwnTransaction } from '#server/auth/throttle.ts'
import { updateOwnContact } from '#server/clients/writes.ts'
import { setLogo } from '#server/companies/queries.ts'
import type { Ctx, PublicCtx } from '#server/core/context.ts'
import { asRole, inCompany, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { emailChangedEmail } from '#server/documents/mail.ts'
import { endingRefused, endReplacedFile, enqueueEnd } from '#server/files/ending.ts'
import { type ImageKind, imageUrlOf, keepImage, readImage } from '#server/files/images.ts'
import { countInFile, countOutFile, keyOfUrl, storedNameOf } from '#server/files/quota.ts'
import { setAvatar, updateOwnName } from '#server/users/own-person.ts'
import { getOwnProfile, listFilesInUse, lockOwnProfile } from './queries.ts'

/** PRF-01: the profile of the signed-in user. */
export const profile = implement(profileApi, {
  get: (ctx) => ctx.tx(async (tx) => ({ data: await getProfile(ctx, tx) })),

  update: async (ctx, { body: { profile: changes } }) => {
    const isClient = ctx.actor.role === 'client'
    const ownFields: readonly string[] = isClient ? CLIENT_OWN_FIELDS : STAFF_OWN_FIELDS
    const refusedField = Object.keys(changes).find((field) => !ownFields.includes(field))
    if (refusedField !== undefined)
      throw refuseField('invalid', `profile.${refusedField}`, 'Ese dato lo cambia tu empresa: pídelo allí')
    return ctx.tx(async (tx) => {
      const before = existing(await lockOwnProfile(tx, ctx.actor.userId))
      // Recovery codes go to this address: an open session alone must not allow to change it.
      const written = await changeEmail(ctx, tx, before, changes)
      await (isClient ? updateOwnContact : updateOwnName)(tx, ctx.actor.userId, written)
      const after = await getProfile(ctx, tx)
      await tx.record('profile.updated', {
        entity_id: ctx.actor.userId,
        before: eventDataOf(before),
        after: eventDataOf(after),
      })
      const pending = changes.email === after.email ? null : (changes.email ?? null)
      return { data: after, message: pending === null ? 'Guardamos tus datos' : confirmationSent(pending) }
    })
  },

  confirmEmail: async (ctx, { body }) => {
    await confirmEmail(ctx, body.token)
    return { data: {}, message: 'Tu correo quedó confirmado' }
  },

  avatar: (ctx, { body }) => changePicture(ctx, body, 'avatar'),
  removeAvatar: (ctx) => changePicture(ctx, null, 'avatar'),
  logo: (ctx, { body }) => changePicture(ctx, body, 'logo'),
  removeLogo: (ctx) => changePicture(ctx, null, 'logo'),

  image: async (ctx, { params: { company, name } }) => {
    const bytes = await readImage(ctx.world, company, name)
    if (!bytes) throw notFound('Esa imagen no existe')
    return { file: { name, type: 'image/webp', bytes, isForever: true } }
  },
})

/** The message of a request for a new address: the same whether or not another user has it. */
const confirmationSent = (email: string): string =>
  `Te enviamos un enlace a ${email}. Ábrelo para confirmar tu correo; mientras tanto sigue el anterior.`

/**
 * A user replaces the own address: with a fresh password. A new address counts after its link is opened; the removal counts at once.
 * Returns the changes to write now.
 */
async function changeEmail(ctx: Ctx, tx: Tx, before: Profile, changes: ProfileChanges): Promise<ProfileChanges> {
  const { email, ...others } = changes
  if (email === undefined || email === before.email) return others
  assertFresh(ctx)
  if (email !== null) {
    await requestEmailChange(ctx, tx, email)
    return others
  }
  const user = { company_id: ctx.actor.companyId, id: ctx.actor.userId }
  const name = await asRole(tx, 'enlace_platform', (wide) => endCodes(wide, user))
  await enqueueEmailChanged(ctx, tx, name, before)
  return changes
}

/** Invalidates the codes of the old address. Returns the name of the company. */
async function endCodes(wide: Tx, user: { company_id: string; id: string }): Promise<string> {
  await invalidateCodes(wide, user)
  const { name } = await wide
    .selectFrom('companies')
    .select('name')
    .where('id', '=', user.company_id)
    .executeTakeFirstOrThrow()
  return name
}

async function enqueueEmailChanged(ctx: PublicCtx, tx: Tx, companyName: string, before: Profile): Promise<void> {
  if (before.email === null) return
  const content = emailChangedEmail({ companyName, firstName: before.first_name, at: ctx.now })
  await tx.enqueue('mail.send', { id: randomUUID(), to: before.email, ...content })
}

/** The new address counts, for codes and emails; the old one gets an email. */
async function confirmEmail(ctx: PublicCtx, token: string): Promise<void> {
  await ctx.platform(async (wide) => {
    const link = await useEmailLink(wide, token)
    if (!link) throw new Refusal('refused', 'Este enlace ya no sirve. Cambia otra vez tu correo en tu perfil.')
    const name = await endCodes(wide, { company_id: link.company_id, id: link.user_id })
    await inCompany(wide, link.company_id, async (tx) => {
      const before = existing(await lockOwnProfile(tx, link.user_id))
      await updateOwnContact(tx, link.user_id, { email: link.email })
      await tx.record('profile.updated', {
        entity_id: link.user_id,
        before: eventDataOf(before),
        after: eventDataOf({ ...before, email: link.email }),
        actor: { id: link.user_id, name: `${before.first_name} ${before.last_name}`, role: 'client' },
      })
      await enqueueEmailChanged(ctx, tx, name, before)
    })
  })
}

const getProfile = async (ctx: Ctx, tx: Tx): Promise<Profile> => existing(await getOwnProfile(tx, ctx.actor.userId))

function existing(own: Profile | undefined): Profile {
  if (!own) throw notFound('No encontramos tus datos')
  return own
}

const eventDataOf = ({ avatar_url: _picture, ...data }: Profile): object => data

/** Pictures of one person and of one company in a day. */
const [PERSON_PICTURES_MAX, COMPANY_PICTURES_MAX] = [30, 1_000]

/** Counts an uploaded picture. Throws a 429 Refusal over the limits of the day. */
const countPicture = (ctx: Ctx): Promise<void> =>
  inOwnTransaction(ctx, async (tx) => {
    const { world, actor } = ctx
    const own = await countOne(tx, counterOf(world, 'picture', actor.userId), DAY_S)
    if (own.count > PERSON_PICTURES_MAX) throw tooManyPictures(own.left)
    const { count, left } = await countOne(tx, counterOf(world, 'picture_company', actor.companyId), DAY_S)
    if (count > COMPANY_PICTURES_MAX) throw tooManyPictures(left)
  })

const tooManyPictures = (retryAfterS: number): Refusal =>
  new Refusal('too_many', 'Hoy ya se cambió muchas veces la foto o el logo. Intenta de nuevo mañana.', { retryAfterS })

/** Sets an avatar or logo; without an upload removes it. The file is stored before the transaction: without its commit no row refers to it. */
async function changePicture(ctx: Ctx, upload: UploadBody | null, kind: ImageKind) {
  const { companyId, userId } = ctx.actor
  if (upload !== null) await countPicture(ctx)
  const stored = upload === null ? null : await keepImage(ctx.world, companyId, Buffer.from(upload.file.bytes), kind)
  const url = stored === null ? null : imageUrlOf(companyId, stored)
  const change = async (tx: Tx): Promise<string | undefined> => {
    const before = await (kind === 'avatar' ? setAvatar(tx, userId, url) : setLogo(tx, companyId, url))
    await tx.record(kind === 'avatar' ? 'profile.pictured' : 'company.logo_changed', {
      entity_id: kind === 'avatar' ? userId : companyId,
      after: { is_set: url !== null },
    })
    // An image of before may have the address of another user's equal image.
    const unused = before !== null && !(await listFilesInUse(tx)).includes(before) ? before : null
    const unusedName = unused === null ? undefined : storedNameOf(unused)
    if (unusedName !== undefined) await countOutFile(tx, companyId, unusedName)
    if (stored !== null) await countInFile(tx, companyId, stored, 'file')
    const key = unused === null ? undefined : keyOfUrl(unused)
    if (key !== undefined) await enqueueEnd(tx, companyId, key)
    return key
  }
  const key = url === null ? undefined : keyOfUrl(url)
  const replaced = await (stored === null || key === undefined
    ? ctx.tx(change)
    : endingRefused(ctx.world, { ...stored, companyId, key }, () => ctx.tx(change)))
  if (replaced !== undefined) await endReplacedFile(ctx.world, companyId, replaced)
  const what = kind === 'avatar' ? 'tu foto' : 'el logo'
  return { data: { url }, message: url === null ? `Quitamos ${what}` : `Guardamos ${what}` }
}
