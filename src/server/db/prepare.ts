import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import type { Config } from '#server/config.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { placeOf, proveDatabase } from './prove.ts'

export const OWNER = 'enlace_owner'
export const LOGIN = 'enlace_login'

/** The advisory lock of the roles: any number, the same in every process. */
const ROLES_LOCK = 7_170_002
const DEMO_DATABASE = 'enlace'

export type ReadyDatabase = {
  /** The login of the server: takes a role for each transaction and has no privileges itself. */
  appUrl: string
  /** The owner: runs migrations and fetches jobs. */
  ownerUrl: string
  /** The migrations that this start applied. */
  applied: readonly string[]
  stop(): Promise<void>
}

/**
 * A migrated database: the one of DATABASE_URL (migrated as DATABASE_ADMIN_URL when given), or the embedded PostgreSQL in
 * ENLACE_DATA. Throws an Error with a Spanish sentence when the database does not answer or is newer than the program; nothing that
 * was started here is then left running.
 */
export async function prepareDatabase(config: Config, log: (line: string) => void): Promise<ReadyDatabase> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, databaseAdminUrl } = config
    await proveDatabase({ databaseUrl, databaseAdminUrl })
    const ownerUrl = databaseAdminUrl ?? databaseUrl
    const applied = await migrate(ownerUrl, decodeURIComponent(new URL(databaseUrl).username))
    return { appUrl: databaseUrl, ownerUrl, applied, stop: async () => undefined }
  }
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded({ dataDir: config.dataDir, log }, { isKept: true }, async (adminUrl) => {
    const urls = await createDatabase(adminUrl, DEMO_DATABASE, config.secret)
    return { ...urls, applied: await migrate(urls.ownerUrl, LOGIN) }
  })
}

/**
 * The database of an operator's command, as it is: it is neither created nor migrated, and `log` gets its place. Throws an Error with
 * a Spanish sentence when there is none, or when its schema is not the one of this program.
 */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<ReadyDatabase> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl, databaseAdminUrl } = config
    log(`Base de datos: ${placeOf(databaseUrl)}`)
    await proveDatabase({ databaseUrl, databaseAdminUrl })
    const ownerUrl = databaseAdminUrl ?? databaseUrl
    await assertMigrated(ownerUrl)
    return { appUrl: databaseUrl, ownerUrl, applied: [], stop: async () => undefined }
  }
  const { openEmbedded } = await import('./embedded.ts')
  return openEmbedded({ dataDir: config.dataDir, create: false, log }, { isKept: false }, async (adminUrl) => {
    const urls = urlsOf(adminUrl, DEMO_DATABASE, config.secret)
    log(`Base de datos: ${placeOf(urls.appUrl)}, la de la demostración (${config.dataDir})`)
    await assertMigrated(urls.ownerUrl)
    return { ...urls, applied: [] }
  })
}

/** Creates the two users and the database of the owner in the embedded cluster. Safe to repeat. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  secret: Buffer,
): Promise<{ appUrl: string; ownerUrl: string }> {
  const client = new Client({ connectionString: adminUrl, application_name: 'enlace start' })
  await client.connect()
  try {
    // Concurrent starts run one after the other: PostgreSQL refuses concurrent changes of a role.
    await client.query('select pg_advisory_lock($1)', [ROLES_LOCK])
    await ensureRole(client, OWNER, 'login createrole', passwordOf(secret, OWNER))
    await ensureRole(client, LOGIN, 'login noinherit', passwordOf(secret, LOGIN))
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(name)} owner ${OWNER}`)
    return urlsOf(adminUrl, name, secret)
  } finally {
    await client.end()
  }
}

function urlsOf(adminUrl: string, name: string, secret: Buffer): { appUrl: string; ownerUrl: string } {
  const urlOf = (user: string): string => {
    const url = new URL(adminUrl)
    url.username = user
    url.password = passwordOf(secret, user)
    url.pathname = `/${name}`
    return url.href
  }
  return { appUrl: urlOf(LOGIN), ownerUrl: urlOf(OWNER) }
}

/** The password of a user is derived from the secret: two processes on one cluster have the same one without a file. */
const passwordOf = (secret: Buffer, user: string): string =>
  createHmac('sha256', secret).update(`database user ${user}`).digest('hex')

async function ensureRole(client: Client, name: string, attributes: string, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  await client.query(
    `${rowCount === 0 ? 'create' : 'alter'} role ${name} ${attributes} password ${escapeLiteral(password)}`,
  )
}
