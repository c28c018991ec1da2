import { hash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { World } from '#server/core/context.ts'

/** Changes when documents are drawn in another way: what was kept before is drawn again. */
const DRAWING_VERSION = 1

/**
 * A document out of its content: the same content is the same file, made once and kept in the company's folder by the hash of what
 * it says. A folder that cannot be written costs time and nothing else.
 */
export async function keptDocument(
  world: World,
  companyId: string,
  content: object,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const name = hash('sha256', JSON.stringify([DRAWING_VERSION, content]))
  const folder = path.join(world.config.dataDir, 'files', companyId, 'documents')
  const file = path.join(folder, `${name}.pdf`)
  const kept = await readFile(file).catch(() => null)
  if (kept) return kept
  const bytes = await make()
  const draft = path.join(folder, `${randomUUID()}.part`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(draft, bytes, { mode: 0o600 })
    // Under its name only once it is whole.
    await rename(draft, file)
  } catch (error) {
    world.log.warn({ err: error }, 'a document could not be kept')
  }
  return bytes
}
