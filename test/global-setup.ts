import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { TEMPLATE, TEST_SECRET } from './database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    adminUrl: string
  }
}

/** One cluster for the whole run, with one migrated template that every test file clones. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-test-'))
  const cluster = await startEmbedded({ dataDir, fast: true })
  const { ownerUrl } = await createDatabase(cluster.adminUrl, TEMPLATE, TEST_SECRET)
  await migrate(ownerUrl, LOGIN)
  project.provide('adminUrl', cluster.adminUrl)
  return async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
