import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Schedule, Task } from '#server/core/jobs.ts'
import { inTransaction } from '#server/core/tx.ts'
import { listFilesInUse } from './queries.ts'

export const fileTasks = { 'files.sweep': sweepFiles } satisfies Record<string, Task>
export const fileSchedules: readonly Schedule[] = [{ task: 'files.sweep', pattern: '17 * * * *' }]

/** A younger file may belong to an upload that has not committed yet. */
const AGE_MIN_MS = 60 * 60 * 1_000
/** The folders whose files are named by a row. Documents are drawn again when they are absent, and are not swept. */
const NAMED_FOLDERS = ['images', 'registration']
const COMPANY_FOLDER = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Deletes unfinished files, and uploads that no row refers to: those of a request that failed, and replaced ones that stayed. */
async function sweepFiles(world: World): Promise<void> {
  const root = path.join(world.config.dataDir, 'files')
  const before = world.clock().getTime() - AGE_MIN_MS
  for (const companyId of (await namesIn(root)).filter((name) => COMPANY_FOLDER.test(name))) {
    const scope = { ...SYSTEM, companyId, isReadOnly: true }
    const used = (await inTransaction(world.pool, 'enlace_app', scope, listFilesInUse)).join('\n')
    for (const folder of await namesIn(path.join(root, companyId))) {
      const isNamed = NAMED_FOLDERS.includes(folder)
      for (const name of await namesIn(path.join(root, companyId, folder))) {
        const isLeft = name.endsWith('.part') || (isNamed && !used.includes(name))
        if (isLeft) await deleteOlder(path.join(root, companyId, folder, name), before)
      }
    }
  }
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function deleteOlder(file: string, before: number): Promise<void> {
  const found = await stat(file).catch(() => null)
  if (found?.isFile() && found.mtimeMs < before) await rm(file, { force: true })
}
