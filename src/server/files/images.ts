import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { storeFile } from './store.ts'

/** The largest decoded size of an image. */
const PIXELS_MAX = 25_000_000
/** Images that are resized at the same time: a large one needs a core and a hundred megabytes. */
const DRAWING_CONCURRENCY = 2
const WAITING_MAX = 20
const AVATAR_SIDE = 256
const LOGO = { width: 480, height: 160 }

const queueDrawing = boundedQueue({
  concurrency: DRAWING_CONCURRENCY,
  waitingMax: WAITING_MAX,
  refusal: () =>
    new Refusal('unavailable', 'Hay muchas imágenes en espera en este momento. Intenta de nuevo en un minuto.', {
      retryAfterS: 5,
    }),
})

export type ImageKind = 'avatar' | 'logo'

/** The first bytes of the accepted image types: PNG, JPEG, WebP. Other files, such as SVG, are refused without decoding. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/**
 * Stores an image of a user. Decodes it and encodes it again at a fixed size, so that metadata (location) and appended content
 * (scripts) are removed. Returns its file name, which is the hash of the stored bytes. Throws a refusal on `field`, the part of the
 * upload.
 */
export async function keepImage(
  world: World,
  companyId: string,
  bytes: Buffer,
  kind: ImageKind,
  field = 'file',
): Promise<string> {
  if (!SIGNATURES.some((matches) => matches(bytes)))
    throw refuseField('invalid', field, 'Sube una imagen PNG, JPG o WebP')
  const resized = await queueDrawing(() => resize(bytes, kind, field))
  const name = `${hash('sha256', resized)}.webp`
  await storeFile(path.join(folderOf(world, companyId), name), resized)
  return name
}

/** A stored image; undefined for an unknown name. The name is checked, because it is part of a path. */
export async function readImage(world: World, companyId: string, name: string): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{64}\.webp$/.test(name)) return undefined
  return readFile(path.join(folderOf(world, companyId), name)).catch(() => undefined)
}

const folderOf = (world: World, companyId: string): string =>
  path.join(world.config.dataDir, 'files', companyId, 'images')

async function resize(bytes: Buffer, kind: ImageKind, field: string): Promise<Buffer> {
  // Applies the rotation of the EXIF data before they are removed.
  const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).rotate()
  const fitted =
    kind === 'avatar'
      ? image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      : image.resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
  return fitted
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refuseField(
        'invalid',
        field,
        'No pudimos leer la imagen: usa otra de menos de 25 megapíxeles, en PNG, JPG o WebP',
      )
    })
}
