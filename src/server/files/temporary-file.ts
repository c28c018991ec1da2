import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** A file that is written piece by piece, and then read once. */
export type TemporaryFile = {
  write: (text: string) => Promise<void>
  writeBytes: (part: Uint8Array) => Promise<void>
  /** What was written, for a reply; the file goes when it was read, or when its reader is destroyed. */
  read: () => { body: Readable; bytes: number }
  discard: () => Promise<void>
}

const PIECE_BYTES = 65_536

/**
 * A temporary file in a folder. It has no name from the beginning on: nothing is left of it when the process ends, also by kill -9. For
 * what is too much for the memory of the process.
 */
export async function openTemporaryFile(folder: string): Promise<TemporaryFile> {
  const file = path.join(folder, `${randomUUID()}.part`)
  const handle = await open(file, 'wx+', 0o600)
  await unlink(file)
  // One buffer for all pieces: a long file has thousands of them.
  const piece = Buffer.allocUnsafe(PIECE_BYTES)
  const encoder = new TextEncoder()
  let bytes = 0
  return {
    write: async (text) => {
      for (let from = 0; from < text.length; ) {
        const { read, written } = encoder.encodeInto(from === 0 ? text : text.slice(from), piece)
        for (let at = 0; at < written; ) at += (await handle.write(piece, at, written - at)).bytesWritten
        from += read
        bytes += written
      }
    },
    writeBytes: async (part) => {
      for (let at = 0; at < part.length; ) at += (await handle.write(part, at)).bytesWritten
      bytes += part.length
    },
    read: () => ({ body: handle.createReadStream({ start: 0 }), bytes }),
    discard: () => handle.close(),
  }
}
