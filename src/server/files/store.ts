import { hash } from 'node:crypto'
import type { World } from '#server/core/context.ts'

/** Increase it when the layout of documents changes: stored documents are then drawn again. */
const DRAWING_VERSION = 2

/**
 * The PDF of a content, drawn once and stored in the company's folder under the hash of the content. When the store does not answer,
 * the document is drawn at each call.
 */
export async function storedDocument(
  world: World,
  companyId: string,
  content: object,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = `${companyId}/documents/${hash('sha256', JSON.stringify([DRAWING_VERSION, content]))}.pdf`
  const stored = await world.files.read(key).catch(() => undefined)
  if (stored) return stored
  const bytes = await make()
  await world.files
    .put(key, bytes)
    .catch((error: unknown) => world.log.warn({ err: error }, 'a document could not be stored'))
  return bytes
}

/** Deletes a file that no row refers to any more. A failure is logged: the review of the bucket finds the file. */
export const deleteFile = (world: World, key: string): Promise<void> =>
  world.files.remove(key).catch((error: unknown) => world.log.warn({ err: error }, 'a file could not be deleted'))
