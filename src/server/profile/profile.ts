import { randomUUID } from 'node:crypto'
import type { UploadBody } from '#domain/core/api.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import { type Profile, profileApi } from '#domain/profile/api.ts'
import { CLIENT_OWN_FIELDS, STAFF_OWN_FIELDS } from '#domain/profile/profile.ts'
import { assertFresh } from '#server/auth/auth.ts'
import { invalidateCodes } from '#server/auth/recovery-codes.ts'
import { counterOf, countOne, inOwnTransaction } from '#server/auth/throttle.ts'
import type { Ctx } from '#server/core/context.ts'
import { asRole, type Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { emailChangedEmail } from '#server/documents/mail.ts'
import { deleteImage, type ImageKind, keepImage, readImage } from '#server/files/images.ts'
import {
  getOwnProfile,
  isEmailTaken,
  listFilesInUse,
  lockOwnProfile,
  setAvatar,
  setLogo,
  updateOwnContact,
  updateOwnName,
} from './queries.ts'

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
      if (changes.email !== undefined && changes.email !== before.email)
        await changeEmail(ctx, tx, before, changes.email)
      await (isClient ? updateOwnContact : updateOwnName)(tx, ctx.actor.userId, changes)
      const after = await getProfile(ctx, tx)
      await tx.record('profile.updated', {
        entity_id: ctx.actor.userId,
        before: eventDataOf(before),
        after: eventDataOf(after),
      })
      return { data: after, message: 'Guardamos tus datos' }
    })
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

/**
 * The steps before a change of address: a confirmed password, no valid code for the old address, and an email to it. Refuses an
 * address of another user: two active users with one address cannot sign in with it. The staff can set it.
 */
async function changeEmail(ctx: Ctx, tx: Tx, before: Profile, email: string | null): Promise<void> {
  assertFresh(ctx)
  const { companyId, userId } = ctx.actor
  const company = await asRole(tx, 'enlace_platform', async (wide) => {
    if (email !== null && (await isEmailTaken(wide, email, userId)))
      throw refuseField('conflict', 'profile.email', 'No podemos usar ese correo: pide a tu empresa que lo cambie')
    await invalidateCodes(wide, { company_id: companyId, id: userId })
    return wide.selectFrom('companies').select('name').where('id', '=', companyId).executeTakeFirstOrThrow()
  })
  if (before.email === null) return
  const content = emailChangedEmail({ companyName: company.name, firstName: before.first_name, at: ctx.now })
  await tx.enqueue('mail.send', { id: randomUUID(), to: before.email, ...content })
}

const getProfile = async (ctx: Ctx, tx: Tx): Promise<Profile> => existing(await getOwnProfile(tx, ctx.actor.userId))

function existing(own: Profile | undefined): Profile {
  if (!own) throw notFound('No encontramos tus datos')
  return own
}

const eventDataOf = ({ avatar_url: _picture, ...data }: Profile): object => data

/** Pictures of one person and of one company in a day. */
const [PERSON_PICTURES_MAX, COMPANY_PICTURES_MAX] = [30, 1_000]
const DAY_S = 86_400

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
  const name = upload === null ? null : await keepImage(ctx.world, companyId, Buffer.from(upload.file.bytes), kind)
  const url = name === null ? null : `/api/image/${companyId}/${name}`
  const replaced = await ctx.tx(async (tx) => {
    const before = await (kind === 'avatar' ? setAvatar(tx, userId, url) : setLogo(tx, companyId, url))
    await tx.record(kind === 'avatar' ? 'profile.pictured' : 'company.logo_changed', {
      entity_id: kind === 'avatar' ? userId : companyId,
      after: { is_set: url !== null },
    })
    // An image of before may have the address of another user's equal image.
    return before !== null && !(await listFilesInUse(tx)).includes(before) ? before : null
  })
  if (replaced !== null) await deleteImage(ctx.world, companyId, replaced)
  const what = kind === 'avatar' ? 'tu foto' : 'el logo'
  return { data: { url }, message: url === null ? `Quitamos ${what}` : `Guardamos ${what}` }
}
