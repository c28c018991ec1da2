import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { migrate } from './migrate.ts'
import { createDatabase, LOGIN } from './prepare.ts'
import { printSchema } from './print.ts'
import { printTypes } from './print-types.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
export const SCHEMA_FILE = path.join(ROOT, 'db/schema.sql')
export const TYPES_FILE = path.join(ROOT, 'src/server/db/types.ts')

const DIGESTS_FILE = path.join(ROOT, 'db/digests.txt')

/** Prints db/schema.sql and the types from a temporary database with every migration applied, and adds the digests of new migrations. */
export async function printSchemaFiles(): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-schema-'))
  const database = await startEmbedded({ dataDir, fast: true })
  try {
    const { ownerUrl } = await createDatabase(database.adminUrl, 'enlace_schema', Buffer.alloc(32))
    await migrate(ownerUrl, LOGIN)
    await writeFile(SCHEMA_FILE, await printSchema(ownerUrl))
    await writeFile(TYPES_FILE, await printTypes(ownerUrl))
    await addDigests(ownerUrl)
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Adds a line for each migration that has none. A line that is there never changes: a migration is not edited. */
async function addDigests(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; digest: string }>(
      'select name, digest from schema_migrations order by name',
    )
    const known = (await readFile(DIGESTS_FILE, 'utf8')).split('\n').filter((line) => line !== '')
    const added = rows.filter(({ name }) => !known.some((line) => line.endsWith(` ${name}`)))
    const lines = [...known, ...added.map(({ name, digest }) => `${digest}  ${name}`)]
    await writeFile(DIGESTS_FILE, `${lines.toSorted(byName).join('\n')}\n`)
  } finally {
    await client.end()
  }
}

const byName = (one: string, other: string): number => one.slice(DIGEST_CHARS).localeCompare(other.slice(DIGEST_CHARS))
const DIGEST_CHARS = 64
