import { hash } from 'node:crypto'
import { refuseField } from '#domain/core/refusal.ts'
import type { World } from '#server/core/context.ts'
import { isImage, storeImage } from './images.ts'
import { assertPassivePdf } from './passive-pdf.ts'
import { assertWholePdf, isPdf } from './pdf-files.ts'
import { type StoredFile, storeFile } from './storing.ts'

/** The folder of a company's annexes. */
export const ANNEXES_FOLDER = 'annexes'
const FIELD = 'file'
const ENDINGS = { pdf: 'pdf', image: 'webp' } as const
const STORED_NAME = /^[0-9a-f]{64}$/

export type AnnexKind = keyof typeof ENDINGS

/** What a file is by its content. Throws a refusal for another type. */
export function annexKindOf(bytes: Buffer): AnnexKind {
  if (isImage(bytes)) return 'image'
  if (isPdf(bytes)) return 'pdf'
  throw refuseField('invalid', FIELD, 'Sube un PDF o una imagen PNG, JPG o WebP: este archivo es de otro tipo')
}

/**
 * Stores an annex before the transaction of its row. An image is decoded and encoded again, without its metadata (location). A PDF is
 * stored as it came, and is refused when it can run something.
 */
export async function keepAnnex(world: World, companyId: string, kind: AnnexKind, bytes: Buffer): Promise<StoredFile> {
  if (kind === 'image') return storeImage(world, companyId, ANNEXES_FOLDER, bytes, 'page', FIELD)
  assertWholePdf(bytes, FIELD)
  await assertPassivePdf(bytes, FIELD)
  const name = hash('sha256', bytes)
  return { name, bytes: bytes.length, storing: await storeFile(world, companyId, annexKey(kind, name), bytes) }
}

/** A stored annex; undefined when its file is missing. */
export async function readAnnex(
  world: World,
  companyId: string,
  kind: AnnexKind,
  name: string,
): Promise<Buffer | undefined> {
  return STORED_NAME.test(name) ? world.files.read(`${companyId}/${annexKey(kind, name)}`) : undefined
}

/** The key of an annex below its company. */
export const annexKey = (kind: AnnexKind, name: string): string => `${ANNEXES_FOLDER}/${name}.${ENDINGS[kind]}`
