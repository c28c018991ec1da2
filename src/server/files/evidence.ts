import sharp, { type Sharp } from 'sharp'
import { refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { redraw } from './images.ts'
import { deleteFile } from './store.ts'
import { type NewFile, newFile, type StoredFile, storeOnlyFile } from './storing.ts'

/** A photo shows the place or the equipment; a signature was drawn on a screen or on paper. */
export type EvidenceKind = 'photo' | 'signature'

/** pdfkit reads JPEG and PNG, and not WebP. */
const TYPES = {
  photo: { ending: '.jpg', type: 'image/jpeg' },
  signature: { ending: '.png', type: 'image/png' },
} as const
/**
 * Without code tables made for each photo: they take a third of the time of a drawing, for a file that is a tenth smaller at most. The
 * technicians of a company come back to the signal at the same time.
 */
const JPEG = { quality: 78, optimiseCoding: false }
/** The longest side of a photo in pixels: the text of a label in it is still legible. */
const PHOTO_SIDE = 1_600
const SIGNATURE = { width: 900, height: 450 }
const NAME = /^[0-9a-f]{64}$/

/** Level 6 takes 40 % longer for a file that is 1 % smaller; level 9 seven times as long for one that is a fifth smaller. */
const COMPRESSION_LEVEL = 3

/** A pixel darker than this is ink, of 0 (black) to 255 (white). */
const INK_MAX = 150
/** A drawing with less ink than this share of its pixels, or with more, is not a signature: a dot, an empty or a filled page. */
const INK_SHARE = { min: 0.0005, max: 0.6 }
/** The smallest extent of a signature, as a share of the width or of the height of the drawing. */
const EXTENT_MIN = 0.05

/**
 * A photo or a signature of a report, decoded and encoded again without its metadata (the place where it was taken). Throws a refusal on
 * `file` for another type of file and for an empty signature. Never call it inside a transaction.
 */
export async function drawEvidence(bytes: Buffer, kind: EvidenceKind): Promise<Buffer> {
  const drawn = await redraw(bytes, 'file', (image) => (kind === 'photo' ? drawPhoto(image) : drawSignature(image)))
  if (drawn.isEmpty) throw refuseField('invalid', 'file', 'La firma está vacía: firma de nuevo en el recuadro')
  return drawn.bytes
}

/** Draws and stores a photo or a signature before the transaction of its row. */
export async function keepEvidence(
  world: World,
  companyId: string,
  bytes: Buffer,
  kind: EvidenceKind,
): Promise<StoredFile> {
  return storeOnlyFile(world, companyId, (name) => keyOf(name, kind), await drawEvidence(bytes, kind))
}

/** The name and the key of a photo or a signature that does not exist yet. */
export const newEvidence = (kind: EvidenceKind): NewFile => newFile((name) => keyOf(name, kind))

/** A stored file with its media type; undefined for an unknown name. The name is checked, because it is part of a path. */
export async function readEvidence(
  world: World,
  companyId: string,
  { name, kind }: { name: string; kind: EvidenceKind },
): Promise<{ bytes: Buffer; type: string; ending: string } | undefined> {
  if (!NAME.test(name)) return undefined
  const bytes = await world.files.read(`${companyId}/${keyOf(name, kind)}`)
  return bytes && { bytes, ...TYPES[kind] }
}

/** Deletes a file of a company that no row has any more. */
export async function deleteEvidence(
  world: World,
  companyId: string,
  { name, kind }: { name: string; kind: EvidenceKind },
): Promise<void> {
  if (NAME.test(name)) await deleteFile(world, `${companyId}/${keyOf(name, kind)}`)
}

const keyOf = (name: string, kind: EvidenceKind): string => `evidence/${name}${TYPES[kind].ending}`

type Drawn = { bytes: Buffer; isEmpty: boolean }

const drawPhoto = async (image: Sharp): Promise<Drawn> => ({
  bytes: await image
    .resize({ width: PHOTO_SIDE, height: PHOTO_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg(JPEG)
    .toBuffer(),
  isEmpty: false,
})

/** Dark strokes on white, in one channel. */
async function drawSignature(image: Sharp): Promise<Drawn> {
  const { data, info } = await image
    .resize({ ...SIGNATURE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height }
  const greys = greysOnWhite(data, size)
  const bytes = await sharp(greys, { raw: { ...size, channels: 1 } })
    .toColourspace('b-w')
    .png({ compressionLevel: COMPRESSION_LEVEL })
    .toBuffer()
  return { bytes, isEmpty: !isSignature(greys, size) }
}

type PixelSize = { width: number; height: number }

const RGBA_CHANNELS = 4
const WHITE = 255

/**
 * The luma (ITU-R BT.601) of each pixel of red, green, blue and alpha, on a white ground. The library does the same by a linear colour
 * space in 16 bits, which takes more time than all other steps of a signature together. Most pixels are equal to the one before them.
 */
function greysOnWhite(pixels: Buffer, { width, height }: PixelSize): Buffer {
  const greys = Buffer.allocUnsafe(width * height)
  const view = new DataView(pixels.buffer, pixels.byteOffset, pixels.byteLength)
  let [last, grey] = [0, WHITE]
  for (let at = 0; at < greys.length; at += 1) {
    // Red, green, blue and alpha in one number: four reads take several times as long.
    const rgba = view.getUint32(at * RGBA_CHANNELS)
    if (rgba !== last) {
      last = rgba
      const luma = 0.299 * (rgba >>> 24) + 0.587 * ((rgba >>> 16) & 255) + 0.114 * ((rgba >>> 8) & 255)
      grey = Math.round(WHITE + ((luma - WHITE) * (rgba & 255)) / WHITE)
    }
    greys[at] = grey
  }
  return greys
}

/** Whether the greys of the pixels have the strokes of a signature. */
function isSignature(greys: Buffer, { width, height }: PixelSize): boolean {
  let ink = 0
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((greys[y * width + x] ?? WHITE) > INK_MAX) continue
      ink += 1
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  const share = ink / (width * height)
  const extent = Math.max((right - left + 1) / width, (bottom - top + 1) / height)
  return share >= INK_SHARE.min && share <= INK_SHARE.max && extent >= EXTENT_MIN
}
