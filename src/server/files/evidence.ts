import sharp, { type Sharp } from 'sharp'
import { refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { redraw } from './images.ts'
import { deleteFile } from './store.ts'
import { type StoredFile, storeOnlyFile } from './storing.ts'

/** A photo shows the place or the equipment; a signature was drawn on a screen or on paper. */
export type EvidenceKind = 'photo' | 'signature'

/** pdfkit reads JPEG and PNG, and not WebP. */
const TYPES = {
  photo: { ending: '.jpg', type: 'image/jpeg' },
  signature: { ending: '.png', type: 'image/png' },
} as const
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
 * Stores a photo or a signature of a report: decoded and encoded again, without its metadata (the place where it was taken). Throws a
 * refusal on `file` for another type of file and for an empty signature. Never call it inside a transaction.
 */
export async function keepEvidence(
  world: World,
  companyId: string,
  bytes: Buffer,
  kind: EvidenceKind,
): Promise<StoredFile> {
  const drawn = await redraw(bytes, 'file', (image) => (kind === 'photo' ? drawPhoto(image) : drawSignature(image)))
  if (drawn.isEmpty) throw refuseField('invalid', 'file', 'La firma está vacía: firma de nuevo en el recuadro')
  return storeOnlyFile(world, companyId, (name) => keyOf(name, kind), drawn.bytes, { isClaimedNow: true })
}

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
    .jpeg({ quality: 78 })
    .toBuffer(),
  isEmpty: false,
})

/** Dark strokes on white: a transparent background becomes white. */
async function drawSignature(image: Sharp): Promise<Drawn> {
  const { data, info } = await image
    .resize({ ...SIGNATURE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const bytes = await sharp(data, { raw: { width, height, channels } })
    .png({ compressionLevel: COMPRESSION_LEVEL })
    .toBuffer()
  return { bytes, isEmpty: !isSignature(data, info) }
}

type PixelSize = { width: number; height: number; channels: number }

/** Whether the pixels have the strokes of a signature. */
function isSignature(pixels: Buffer, { width, height, channels }: PixelSize): boolean {
  let ink = 0
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((pixels[(y * width + x) * channels] ?? 255) > INK_MAX) continue
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
