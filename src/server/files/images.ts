import sharp, { type Sharp } from 'sharp'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { boundedQueue } from '#server/core/queue.ts'
import { PUBLIC_UPLOADS_MAX, UPLOADS_MAX } from '#server/core/uploads.ts'
import { type StoredFile, storeOnlyFile } from './storing.ts'

/** The largest decoded size of an image. */
const PIXELS_MAX = 25_000_000
/** The longest side: a picture of one column of millions of lines takes half a minute to draw, and no camera makes one. */
const SIDE_MAX = 16_000
/** A drawing that takes longer is refused: images wait for each other. */
const DRAW_MAX_S = 15
/**
 * The memory of a decoded image. It belongs to the library and not to JavaScript, so no limit of a thread holds for it: the header of
 * the file is checked instead, before anything is decoded.
 */
const DECODED_MAX_BYTES = 110_000_000
const CHANNEL_BYTES: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 }
/** One large image at a time and on one core: the other core keeps answering. */
const DRAWING_CONCURRENCY = 1
/**
 * A decoded image of at most this size is small: a photo as the phone sends it, a signature. Small images do not wait for a large one, and
 * one of them is decoded while another waits for the event loop between its steps.
 */
const SMALL_MAX_BYTES = 8_000_000
const SMALL_CONCURRENCY = 2
sharp.concurrency(1)
sharp.cache(false)
/** Uploads that wait for their drawing: those at the same time, whose bytes are in memory already, and for how long. */
const WAITING_MAX = UPLOADS_MAX + PUBLIC_UPLOADS_MAX
const WAIT_MAX_MS = 20_000
const IMAGE_NAME = /^[0-9a-f]{64}\.webp$/
const IMAGES_FOLDER = 'images'
const AVATAR_SIDE = 256
const LOGO = { width: 480, height: 160 }
/** A photograph of a page stays legible. */
const PAGE = { width: 2_400, height: 2_400 }
/** Half of the time of the library's default for a file that is a twentieth larger: a technician's photos are drawn one after the other. */
const WEBP = { quality: 82, effort: 2 }

const queueOfDrawings = (concurrency: number) =>
  boundedQueue({
    concurrency,
    waitingMax: WAITING_MAX,
    waitMaxMs: WAIT_MAX_MS,
    refusal: () =>
      new Refusal('unavailable', 'Hay muchas imágenes en espera en este momento. Intenta de nuevo en un minuto.', {
        retryAfterS: 5,
      }),
  })
const queueLarge = queueOfDrawings(DRAWING_CONCURRENCY)
const queueSmall = queueOfDrawings(SMALL_CONCURRENCY)

export type ImageKind = 'avatar' | 'logo' | 'page'

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
  return storeImage(world, companyId, IMAGES_FOLDER, bytes, kind, field)
}

/** Whether a file begins as an accepted image. */
export const isImage = (bytes: Buffer): boolean => SIGNATURES.some((matches) => matches(bytes))

/** Decodes an image, encodes it again and stores it in a folder of the company. */
export async function storeImage(
  world: World,
  companyId: string,
  folder: string,
  bytes: Buffer,
  kind: ImageKind,
  field: string,
): Promise<StoredFile> {
  const resized = await redraw(bytes, field, (image) => fitted(image, kind).webp(WEBP).toBuffer())
  return storeOnlyFile(world, companyId, (name) => `${folder}/${name}.webp`, resized)
}

/** The address of an image of a company. */
export const imageUrlOf = (companyId: string, { name }: StoredFile): string => `/api/image/${companyId}/${name}.webp`

/** A stored image; undefined for an unknown name. Both are checked, because they are part of a key. */
export async function readImage(world: World, companyId: string, name: string): Promise<Buffer | undefined> {
  if (!IMAGE_NAME.test(name)) return undefined
  return world.files.read(`${companyId}/${IMAGES_FOLDER}/${name}`)
}

function fitted(image: Sharp, kind: ImageKind): Sharp {
  return kind === 'avatar'
    ? image.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
    : image.resize({ ...(kind === 'logo' ? LOGO : PAGE), fit: 'inside', withoutEnlargement: true })
}

/**
 * Decodes an uploaded image and encodes it again with `draw`, one large image at a time: metadata and appended content are removed. Throws
 * a refusal on `field` for a file of another type, for one that cannot be decoded, and for one that is too large in memory.
 */
export async function redraw<T>(bytes: Buffer, field: string, draw: (image: Sharp) => Promise<T>): Promise<T> {
  if (!isImage(bytes)) throw refuseField('invalid', field, 'Sube una imagen PNG, JPG o WebP')
  const { decodedBytes, side, isTurned } = await readHeader(bytes, field)
  if (decodedBytes > DECODED_MAX_BYTES || side > SIDE_MAX) throw unreadable(field)
  const queue = decodedBytes > SMALL_MAX_BYTES ? queueLarge : queueSmall
  return queue(() => {
    const image = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).timeout({ seconds: DRAW_MAX_S })
    // Applies the rotation of the EXIF data before they are removed. Without one the image is decoded line by line, which takes less time.
    return draw(isTurned ? image.rotate() : image).catch(() => {
      throw unreadable(field)
    })
  })
}

type Header = { decodedBytes: number; side: number; isTurned: boolean }

/** The size of an image in memory, its longest side in pixels, and whether its EXIF data turn it, from its header alone. */
async function readHeader(bytes: Buffer, field: string): Promise<Header> {
  const header = await sharp(bytes, { limitInputPixels: PIXELS_MAX })
    .metadata()
    .catch(() => {
      throw unreadable(field)
    })
  const { width, height, channels, depth, orientation = 1 } = header
  const decodedBytes = width * height * channels * (CHANNEL_BYTES[depth] ?? 4)
  return { decodedBytes, side: Math.max(width, height), isTurned: orientation > 1 }
}

const unreadable = (field: string): Refusal =>
  refuseField('invalid', field, 'No pudimos leer la imagen: usa otra de menos de 25 megapíxeles, en PNG, JPG o WebP')
