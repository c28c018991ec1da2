import { hash, randomBytes } from 'node:crypto'
import path from 'node:path'
import sharp from 'sharp'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { boundedQueue } from '#server/core/queue.ts'
import type { StoredFile } from './quota.ts'
import { deleteFile, readStored, storeFile } from './store.ts'

/** The largest decoded size of an image. */
const PIXELS_MAX = 25_000_000
/**
 * The memory of a decoded image. It belongs to the library and not to JavaScript, so no limit of a thread holds for it: the header of
 * the file is checked instead, before anything is decoded.
 */
const DECODED_MAX_BYTES = 110_000_000
const CHANNEL_BYTES: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }
/** One image at a time and on one core: the other core keeps answering. */
const DRAWING_CONCURRENCY = 1
sharp.concurrency(1)
sharp.cache(false)
const WAITING_MAX = 20
const IMAGE_NAME = /^[0-9a-f]{64}\.webp$/
const AVATAR_SIDE = 256
const NAME_SALT_BYTES = 16
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
 * (scripts) are removed. Its name cannot be guessed and no other upload has it: the file of a replaced image can be deleted. Throws a
 * refusal on `field`, the part of the upload.
 */
export async function keepImage(
  world: World,
  companyId: string,
  bytes: Buffer,
  kind: ImageKind,
  field = 'file',
): Promise<StoredFile> {
  if (!SIGNATURES.some((matches) => matches(bytes)))
    throw refuseField('invalid', field, 'Sube una imagen PNG, JPG o WebP')
  const resized = await queueDrawing(() => resize(bytes, kind, field))
  const name = hash('sha256', Buffer.concat([randomBytes(NAME_SALT_BYTES), resized]))
  await storeFile(path.join(folderOf(world, companyId), `${name}.webp`), resized)
  return { name, bytes: resized.length }
}

/** The address of an image of a company. */
export const imageUrlOf = (companyId: string, { name }: StoredFile): string => `/api/image/${companyId}/${name}.webp`

/** A stored image; undefined for an unknown name. The name is checked, because it is part of a path. */
export async function readImage(world: World, companyId: string, name: string): Promise<Buffer | undefined> {
  if (!IMAGE_NAME.test(name)) return undefined
  return readStored(path.join(folderOf(world, companyId), name))
}

/** Deletes the file of an image by its address, after the commit that replaced it. Nothing for an address of another form. */
export async function deleteImage(world: World, companyId: string, url: string): Promise<void> {
  const name = url.split('/').at(-1) ?? ''
  if (IMAGE_NAME.test(name)) await deleteFile(world, path.join(folderOf(world, companyId), name))
}

const folderOf = (world: World, companyId: string): string =>
  path.join(world.config.dataDir, 'files', companyId, 'images')

async function resize(bytes: Buffer, kind: ImageKind, field: string): Promise<Buffer> {
  const { width, height, channels, depth } = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .metadata()
    .catch(() => {
      throw unreadable(field)
    })
  if (width * height * channels * (CHANNEL_BYTES[depth] ?? 4) > DECODED_MAX_BYTES) throw unreadable(field)
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
      throw unreadable(field)
    })
}

const unreadable = (field: string): Refusal =>
  refuseField('invalid', field, 'No pudimos leer la imagen: usa otra de menos de 25 megapíxeles, en PNG, JPG o WebP')
