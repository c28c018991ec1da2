import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { boundedQueue } from '#server/core/queue.ts'

/** What a picture may unfold to, however few bytes it has. */
const PIXELS_MAX = 25_000_000
/** Pictures drawn at the same time: a large one takes a core and a hundred megabytes. */
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

/** How the first bytes of each kind of picture that is taken look. Everything else, SVG first of all, is refused unread. */
const SIGNATURES: readonly ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])),
  (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
]

/**
 * Takes a picture in: reads it whole, draws it again at our size and keeps only that, so that nothing that came with it stays (where
 * it was taken, a script behind it). Returns the name it is kept under, which is the hash of what it shows. Refuses on `file`.
 */
export async function keepImage(world: World, companyId: string, bytes: Buffer, kind: ImageKind): Promise<string> {
  if (!SIGNATURES.some((isIt) => isIt(bytes))) throw refuseField('invalid', 'file', 'Sube una imagen PNG, JPG o WebP')
  const drawn = await queueDrawing(() => resize(bytes, kind))
  const name = `${hash('sha256', drawn)}.webp`
  const folder = folderOf(world, companyId)
  const draft = path.join(folder, `${randomUUID()}.part`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(draft, drawn, { mode: 0o600 })
  await rename(draft, path.join(folder, name))
  return name
}

/** A kept picture. Undefined when there is none of that name. The name is checked: it is part of a path. */
export async function readImage(world: World, companyId: string, name: string): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{64}\.webp$/.test(name)) return undefined
  return readFile(path.join(folderOf(world, companyId), name)).catch(() => undefined)
}

const folderOf = (world: World, companyId: string): string =>
  path.join(world.config.dataDir, 'files', companyId, 'images')

async function resize(bytes: Buffer, kind: ImageKind): Promise<Buffer> {
  // Turned as the camera says, before what says it is left behind.
  const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: 'error' }).rotate()
  const sized =
    kind === 'avatar'
      ? picture.resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
      : picture.resize({ ...LOGO, fit: 'inside', withoutEnlargement: true })
  return sized
    .webp({ quality: 82 })
    .toBuffer()
    .catch(() => {
      throw refuseField(
        'invalid',
        'file',
        'No pudimos leer la imagen: usa otra de menos de 25 megapíxeles, en PNG, JPG o WebP',
      )
    })
}
