import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { migrate } from './migrate.ts'
import { createDatabase, LOGIN } from './prepare.ts'
import { printSchema } from './print.ts'
import { printTypes } from './print-types.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
export const SCHEMA_FILE = path.join(ROOT, 'db/schema.sql')
export const TYPES_FILE = path.join(ROOT, 'src/server/db/types.ts')

/** Prints db/schema.sql and the types from a temporary database with every migration applied. */
export async function printSchemaFiles(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-schema-'))
  const database = await startEmbedded({ dataDir, fast: true })
  try {
    const { ownerUrl } = await createDatabase(database.adminUrl, 'enlace_schema', Buffer.alloc(32))
    await migrate(ownerUrl, LOGIN)
    await writeFile(SCHEMA_FILE, await printSchema(ownerUrl))
    await writeFile(TYPES_FILE, await printTypes(ownerUrl))
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
