import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { World } from '#server/core/context.ts'

/** Increase it when the layout of documents changes: stored documents are then drawn again. */
const DRAWING_VERSION = 2

/**
 * The PDF of a content, drawn once and stored in the company's folder under the hash of the content. When the folder cannot be
 * written, the document is drawn at each call.
 */
export async function storedDocument(
  world: World,
  companyId: string,
  content: object,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const name = hash('sha256', JSON.stringify([DRAWING_VERSION, content]))
  const folder = path.join(world.config.dataDir, 'files', companyId, 'documents')
  const file = path.join(folder, `${name}.pdf`)
  const stored = await readFile(file).catch(() => null)
  if (stored) return stored
  const bytes = await make()
  await storeFile(file, bytes).catch((error: unknown) =>
    world.log.warn({ err: error }, 'a document could not be stored'),
  )
  return bytes
}

/** Writes a file and creates its folder. The file gets its name only when it is complete; a failed one leaves nothing. */
export async function storeFile(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  const draft = path.join(folder, `${randomUUID()}.part`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(draft, bytes, { mode: 0o600 })
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The content of a stored file; undefined when there is none. Throws the error of a folder that cannot be read. */
export const readStored = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })

/** Deletes a file that no row refers to any more. A failure is logged: the sweep deletes it later. */
export const deleteFile = (world: World, file: string): Promise<void> =>
  rm(file, { force: true }).catch((error: unknown) => world.log.warn({ err: error }, 'a file could not be deleted'))
