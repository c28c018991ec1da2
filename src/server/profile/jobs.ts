import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import { listCountedFiles, type StoredFile, storedNameOf, updateCountedFiles } from '#server/files/quota.ts'
import { listFilesInUse } from './queries.ts'

export const fileTasks = { 'files.sweep': sweepFiles } satisfies Record<string, Task>
export const fileSchedules: readonly Schedule[] = [{ task: 'files.sweep', pattern: '17 * * * *' }]

/** A younger file may belong to an upload that has not committed yet. */
const AGE_MIN_MS = 60 * 60 * 1_000
/** The folders whose files are named by a row. Documents are drawn again when they are absent, and are not swept. */
const NAMED_FOLDERS = ['images', 'registration']
const COMPANY_FOLDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Deletes unfinished files, and uploads that no row refers to: those of a request that failed, and replaced ones that stayed. Counts
 * the used files that are not counted, which are older than the count, and no others.
 */
async function sweepFiles(world: World): Promise<void> {
  const root = path.join(world.config.dataDir, 'files')
  const before = world.clock().getTime() - AGE_MIN_MS
  for (const companyId of (await namesIn(root)).filter((name) => COMPANY_FOLDER.test(name))) {
    const scope = { ...SYSTEM, companyId, isReadOnly: true }
    const urls = await inTransaction(world.pool, 'enlace_app', scope, listFilesInUse)
    const used = urls.join('\n')
    for (const folder of await namesIn(path.join(root, companyId))) {
      const isNamed = NAMED_FOLDERS.includes(folder)
      for (const name of await namesIn(path.join(root, companyId, folder))) {
        const isLeft = name.endsWith('.part') || (isNamed && !used.includes(name))
        if (isLeft) await deleteOlder(path.join(root, companyId, folder, name), before)
      }
    }
    await countFiles(world, path.join(root, companyId), companyId, urls)
  }
}

/** Makes the counted files of a company those that its rows refer to. */
async function countFiles(world: World, folder: string, companyId: string, urls: readonly string[]): Promise<void> {
  const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
    inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, work)
  const counted = await inTx(listCountedFiles)
  const used = new Map(urls.map((url) => [storedNameOf(url), url]))
  const missing: StoredFile[] = []
  for (const [name, url] of used) {
    if (name === undefined || counted.includes(name)) continue
    const file = path.join(folder, url.endsWith('.pdf') ? 'registration' : 'images', `${name}${path.extname(url)}`)
    const found = await stat(file).catch(() => null)
    if (found) missing.push({ name, bytes: found.size })
  }
  const unused = counted.filter((name) => !used.has(name))
  if (missing.length + unused.length > 0) await inTx((tx) => updateCountedFiles(tx, missing, unused))
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function deleteOlder(file: string, before: number): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found?.isFile() && found.mtimeMs < before) await rm(file, { force: true })
}
