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
  const client = new Client({ connectionString: ownerUrl, application_name: 'enlace migrate' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await runQueueMigrations({ connectionString: ownerUrl, logger: undefined })
    const applied = await applyNew(client)
    await repairOwners(client)
    await grantLogin(client, login)
    return applied
  } finally {
    await client.end()
  }
}

/**
 * Reads whether the database has the schema of this program, and changes nothing. Throws an Error with a Spanish sentence when it is
 * empty, older, newer, or was migrated with other files.
 */
export async function assertMigrated(ownerUrl: string): Promise<void> {
  const client = new Client({
    connectionString: ownerUrl,
    application_name: 'enlace schema',
    options: '-c default_transaction_read_only=on',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ is_there: boolean }>(
      `select to_regclass('public.schema_migrations') is not null as is_there`,
    )
    if (rows[0]?.is_there !== true)
      throw new Error('Esta base de datos no tiene datos de Enlace. No se tocó nada. Créalos con: bin/enlace migrate')
    const waiting = await listNew(client)
    if (waiting.length > 0)
      throw new Error(
        `La base de datos tiene un esquema anterior al de este programa (falta ${waiting.map(({ name }) => name).join(', ')}). No se tocó nada. Usa el programa que la atiende, o ejecuta: bin/enlace migrate`,
      )
  } finally {
    await client.end()
  }
}

type Migration = { name: string; sql: string; digest: string }

async function applyNew(client: Client): Promise<string[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, digest text not null, applied_at timestamptz not null default now())',
  )
  const migrations = await listNew(client)
  for (const migration of migrations) await applyOne(client, migration)
  return migrations.map(({ name }) => name)
}

/** The files that were not applied yet, in order. Throws when the database has others. */
async function listNew(client: Client): Promise<Migration[]> {
  const digests = new Map<string, string>(
    (await client.query<{ name: string; digest: string }>('select name, digest from schema_migrations')).rows.map(
      (row) => [row.name, row.digest],
    ),
  )
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const unknown = [...digests.keys()].filter((name) => !files.includes(name))
  if (unknown.length > 0)
    throw new Error(`La base de datos es más nueva que este programa (${unknown.join(', ')}). Actualiza el programa.`)
  const migrations: Migration[] = []
  for (const name of files) {
    const sql = await readFile(path.join(FOLDER, name), 'utf8')
    const digest = createHash('sha256').update(sql).digest('hex')
    const before = digests.get(name)
    if (before === digest) continue
    if (before !== undefined)
      throw new Error(
        `La migración ${name} cambió después de aplicarse. Las migraciones no se editan: agrega otra. Si estos datos son de una demostración, borra la carpeta .enlace (o la de ENLACE_DATA) y vuelve a empezar.`,
      )
    migrations.push({ name, sql, digest })
  }
  return migrations
}

async function applyOne(client: Client, { name, sql, digest }: Migration): Promise<void> {
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

/**
 * The functions that run as a role other than the owner of the database. A dump that the owner restores leaves them with the owner,
 * which row-level security gives no row: sign-in and search would then find nothing.
 */
const FUNCTION_OWNERS = {
  'public.authenticate(bytea, bytea, boolean)': 'enlace_platform',
  'public.authenticate_api(bytea)': 'enlace_platform',
  'public.count_upload(text, int)': 'enlace_platform',
  'public.living_sessions(uuid[])': 'enlace_platform',
  'public.search_clients(text, int)': 'enlace_search',
  'public.find_clients(text, int)': 'enlace_search',
  'public.search_cases(text)': 'enlace_search',
  'public.network_address_taken(inet, uuid)': 'enlace_radius_reader',
  'public.network_digest(uuid, bytea, text)': 'enlace_radius_reader',
  'public.network_password(uuid, uuid, text)': 'enlace_radius_reader',
  'radius.check_items(text, text, text)': 'enlace_radius_reader',
  'radius.items(text, text, text)': 'enlace_radius_reader',
  'radius.reply_items(text, text)': 'enlace_radius_reader',
  'radius.router(text, text)': 'enlace_radius_reader',
} as const

/** Gives each of those functions to its role again. Changes nothing where they have it. */
async function repairOwners(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; role: string }>(
    `select name, role from unnest($1::text[], $2::text[]) as wanted (name, role)
     join pg_proc on pg_proc.oid = to_regprocedure(name) where proowner <> role::regrole`,
    [Object.keys(FUNCTION_OWNERS), Object.values(FUNCTION_OWNERS)],
  )
  if (rows.length === 0) return
  const roles = [...new Set(Object.values(FUNCTION_OWNERS))].join(', ')
  // The new owner of a function must be allowed to create in its schema, for this transaction only.
  await client.query('begin')
  await client.query(`grant create on schema public, radius to ${roles}`)
  for (const { name, role } of rows) await client.query(`alter function ${name} owner to ${role}`)
  await client.query(`revoke create on schema public, radius from ${roles}`)
  await client.query('commit')
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
