import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { nextCalls } from '#domain/core/next-call.ts'
import type { ObjectStore, StoredObject } from './store.ts'

const UNFINISHED = '.part'

/** The store in a folder of this machine. */
export const folderStore = (root: string): ObjectStore => ({
  put: (key, bytes) => writeWhole(path.join(root, key), bytes),

  read: (key) => unlessAbsent(readFile(path.join(root, key))),

  async open(key) {
    const file = await unlessAbsent(open(path.join(root, key)))
    if (file === undefined) return undefined
    try {
      const { size } = await file.stat()
      return { body: file.createReadStream(), bytes: size }
    } catch (error) {
      await file.close()
      throw error
    }
  },

  find: (key) => findFile(root, key),

  remove: (key) => rm(path.join(root, key), { force: true }),

  async *list(prefix) {
    for await (const key of filesBelow(root, prefix.replace(/\/$/, ''))) {
      const found = key.endsWith(UNFINISHED) ? undefined : await findFile(root, key)
      if (found) yield found
    }
  },

  async removeUnfinished(before) {
    for await (const key of filesBelow(root, '')) {
      const found = key.endsWith(UNFINISHED) ? await findFile(root, key) : undefined
      if (found && found.storedAt < before) await rm(path.join(root, key), { force: true })
    }
  },

  close: () => undefined,
})

/**
 * Writes a file and creates its folder. The file gets its name only when it is complete; a failed one leaves nothing. Once it returns, the
 * file is on the disk: its row is committed after it, and a power cut must not leave the row without its file.
 */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const folder = path.dirname(file)
  const draft = path.join(folder, `${randomUUID()}${UNFINISHED}`)
  const write = (): Promise<void> => writeFile(draft, bytes, { mode: 0o600, flush: true })
  try {
    // The folder is almost always there already: it is created only for the first file in it.
    if (!(await unlessAbsent(write().then(() => true)))) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await write()
    }
    await rename(draft, file)
    await flushFolder(folder)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const flushes = nextCalls<void>()

/**
 * The name of a new file is part of its folder, which the disk writes separately. Files that get their names while the folder is written
 * share the next writing of it: for each one alone the folder would be opened, written and closed once more.
 */
const flushFolder = (folder: string): Promise<void> =>
  flushes(folder, async () => {
    const opened = await open(folder)
    await opened.sync().finally(() => opened.close())
  })

async function findFile(root: string, key: string): Promise<StoredObject | undefined> {
  const found = await unlessAbsent(stat(path.join(root, key)))
  return found?.isFile() ? { key, bytes: found.size, storedAt: found.mtime } : undefined
}

/** The keys of the files below a folder, one folder in memory at a time. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = (await unlessAbsent(readdir(path.join(root, folder), { withFileTypes: true }))) ?? []
  for (const entry of entries) {
    const key = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(root, key)
    else yield key
  }
}

/** Undefined for a file that does not exist. Throws the other errors of the file system. */
const unlessAbsent = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  })
