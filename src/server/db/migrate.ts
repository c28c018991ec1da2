import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { runMigrations as runQueueMigrations } from 'graphile-worker'
import { Client, escapeIdentifier } from 'pg'

const FOLDER = path.resolve(import.meta.dirname, '../../../db/migrations')
/** The advisory lock of migrations: any number, the same in every process. Concurrent starts migrate one after the other. */
const MIGRATION_LOCK = 7_170_001

/**
 * Migrates the database to the newest schema, as its owner: first the tables of the queue, then each new file of db/migrations in
 * its own transaction. Then grants the tenant and platform roles to `login` (the user of the server). Returns the applied names.
 * Throws when an applied file was edited, or when the database is newer than the code.
 */
export async function migrate(ownerUrl: string, login: string): Promise<string[]> {
  const client = new Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runQueueMigrations({ connectionString: ownerUrl, logger: undefined })
    const applied = await applyNew(client)
    await grantLogin(client, login)
    return applied
  } finally {
    await client.end()
  }
}

async function applyNew(client: Client): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  )
  const digests = new Map<string, string>(
    (await client.query<{ name: string; digest: string }>('select name, digest from schema_migrations')).rows.map(
      (row) => [row.name, row.digest],
    ),
  )
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const unknown = [...digests.keys()].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(`La base de datos es más nueva que este programa (${unknown.join(', ')}). Actualiza el programa.`)
  const applied: string[] = []
  for (const name of files) {
    const sql = await readFile(path.join(FOLDER, name), 'utf8')
    const digest = createHash('sha256').update(sql).digest('hex')
    const before = digests.get(name)
    if (before === digest) continue
    if (before !== undefined)
      throw new Error(`La migración ${name} cambió después de aplicarse. Las migraciones no se editan: agrega otra.`)
    await applyOne(client, name, sql, digest)
    applied.push(name)
  }
  return applied
}

async function applyOne(client: Client, name: string, sql: string, digest: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (name, digest) values ($1, $2)', [name, digest])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`La migración ${name} falló: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** The login of the server inherits no privileges: it takes a role for each transaction. Only the session functions are called directly. */
async function grantLogin(client: Client, login: string): Promise<void> {
  const name = escapeIdentifier(login)
  const { rows } = await client.query<{ role: string; member: boolean }>(
    `select role, pg_has_role($1, role, 'set') as member from unnest(array['enlace_app', 'enlace_platform']) role`.replace(
      `'set'`,
      await setPrivilege(client),
    ),
    [login],
  )
  for (const { role, member } of rows) {
    if (!member) await client.query(`grant ${role} to ${name}`)
  }
  await client.query(`grant usage on schema public to ${name}`)
  await client.query(`grant execute on function authenticate(bytea, bytea, boolean) to ${name}`)
  await client.query(`grant execute on function living_sessions(uuid[]) to ${name}`)
}

/** PostgreSQL 16 divides membership into inherit and set; 15 has only 'member'. */
async function setPrivilege(client: Client): Promise<string> {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
  return Number(rows[0]?.server_version_num) >= 160_000 ? `'set'` : `'member'`
}
