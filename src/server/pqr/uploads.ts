import { waitLabel } from '#domain/auth/limits.ts'
import { HOUR_S } from '#domain/core/durations.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { UploadedFiles } from '#domain/pqr/case.ts'
import { pqrUploadApi } from '#domain/pqr/upload-api.ts'
import { counterOf, countOne, inOwnTransaction } from '#server/auth/throttle.ts'
import type { PublicCtx } from '#server/core/context.ts'
import { implement } from '#server/core/verb.ts'
import { type KeptFile, keepBytes, plainName } from './files.ts'
import { readUploadToken, uploadToken } from './upload-token.ts'

/** Files that one user, or one network without a session, uploads in an hour for what it files. */
export const UPLOADS_PER_HOUR = 60

/**
 * Stores a photo or a PDF of a client or of the desk before the case that it is filed with, whose receipt names it. Without that filing no row
 * refers to it, and its bytes are removed like those of any unused file.
 */
export const pqrUpload = implement(pqrUploadApi, {
  upload: async (ctx, { body }) => {
    const counter = counterOf(ctx.world, 'pqr_upload', ctx.actor.userId)
    const { count, left } = await inOwnTransaction(ctx, (tx) => countOne(tx, counter, HOUR_S))
    if (count > UPLOADS_PER_HOUR)
      throw new Refusal('too_many', `Ya subiste muchos archivos. Espera ${waitLabel(left)}.`, { retryAfterS: left })
    return uploaded(ctx, ctx.companyId, await keepBytes(ctx, Buffer.from(body.file.bytes), body.file.name))
  },
})

/** The reply of an upload: the key with which its file is filed. */
export function uploaded({ world, now }: Pick<PublicCtx, 'world' | 'now'>, companyId: string, kept: KeptFile) {
  const token = uploadToken(world.config.secret, { companyId, kept }, now)
  return { data: { token, name: kept.name }, message: `Subimos ${kept.name}` }
}

/** The stored files of these keys. Throws a Refusal on `field` for a key of another company, and for one whose hour has passed. */
export function readUploads(
  { world, now }: Pick<PublicCtx, 'world' | 'now'>,
  companyId: string,
  { files = [], field }: { files: UploadedFiles | undefined; field: string },
): KeptFile[] {
  // A key that is sent twice is one file.
  return [...new Map(files.map((file) => [file.token, file])).values()].map(({ token, name }) => {
    const target = readUploadToken(world.config.secret, token, now)
    if (target?.companyId !== companyId)
      throw refuseField('refused', field, `La subida de «${name}» ya venció: quita el archivo y agrégalo otra vez`)
    const { kind, stored } = target
    return { stored, kind, name: plainName(name, kind), isUploaded: true }
  })
}
