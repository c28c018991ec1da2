import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** A file that is written piece by piece, and then read once. */
export type TemporaryFile = {
  write: (text: string) => Promise<void>
  /** What was written, for a reply; the file goes when it was read, or when its reader is destroyed. */
  read: () => { body: Readable; bytes: number }
  discard: () => Promise<void>
}

/**
 * A temporary file in a folder. It has no name from the beginning on: nothing is left of it when the process ends, also by kill -9. For
 * what is too much for the memory of the process.
 */
export async function openTemporaryFile(folder: string): Promise<TemporaryFile> {
  const file = path.join(folder, `${randomUUID()}.part`)
  const handle = await open(file, 'wx+', 0o600)
  await unlink(file)
  let bytes = 0
  return {
    write: async (text) => {
      await handle.appendFile(text)
      bytes += Buffer.byteLength(text)
    },
    read: () => ({ body: handle.createReadStream({ start: 0 }), bytes }),
    discard: () => handle.close(),
  }
}
