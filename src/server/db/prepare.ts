import { createHmac } from 'node:crypto'
import { Client, escapeIdentifier, escapeLiteral } from 'pg'
import { type EmbeddedDatabase, startEmbedded } from '#embedded-postgres/embedded.ts'
import { isRunning } from '#embedded-postgres/process.ts'
import type { Config } from '#server/config.ts'
import { migrate } from './migrate.ts'

export const OWNER = 'enlace_owner'
export const LOGIN = 'enlace_login'

/** The advisory lock of the roles: any number, the same in every process. */
const ROLES_LOCK = 7_170_002

export type ReadyDatabase = {
  /** The login of the server: takes a role for each transaction and has no privileges itself. */
  appUrl: string
  /** The owner: runs migrations and fetches jobs. */
  ownerUrl: string
  stop(): Promise<void>
}

/**
 * A migrated database: the one of DATABASE_URL (migrated as DATABASE_ADMIN_URL when given), or the embedded PostgreSQL in
 * ENLACE_DATA. Throws an Error with a Spanish sentence when the database does not answer or is newer than the program.
 */
export async function prepareDatabase(config: Config, log: (line: string) => void): Promise<ReadyDatabase> {
  if (config.databaseUrl !== undefined) {
    const ownerUrl = config.databaseAdminUrl ?? config.databaseUrl
    await migrate(ownerUrl, decodeURIComponent(new URL(config.databaseUrl).username))
    return { appUrl: config.databaseUrl, ownerUrl, stop: async () => undefined }
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  const running = keepRunning(config.dataDir, embedded, log)
  const urls = await createDatabase(embedded.adminUrl, 'enlace', config.secret)
  await migrate(urls.ownerUrl, LOGIN)
  const stop = async (): Promise<void> => {
    const current = await running.end()
    if (!(await hasOthers(embedded.adminUrl))) await current.halt()
  }
  return { ...urls, stop }
}

const CHECK_EVERY_MS = 2_000

/**
 * Starts the embedded server again, on its port, when it has ended: after a full disk, or because the process that started it was
 * killed with it. `end` returns the server that runs now.
 */
function keepRunning(dataDir: string, first: EmbeddedDatabase, log: (line: string) => void) {
  let current = first
  let starting: Promise<void> | null = null
  let hasFailed = false
  const start = async (): Promise<void> => {
    try {
      current = await startEmbedded({ dataDir, port: first.port, log })
      hasFailed = false
    } catch (error) {
      if (!hasFailed) log(error instanceof Error ? error.message : String(error))
      hasFailed = true
    }
  }
  const timer = setInterval(() => {
    if (starting !== null || isRunning(current.pid)) return
    starting = start().finally(() => {
      starting = null
    })
  }, CHECK_EVERY_MS)
  timer.unref()
  return {
    async end(): Promise<EmbeddedDatabase> {
      clearInterval(timer)
      await starting
      return current
    },
  }
}

/** Whether another process uses the cluster: the last process stops it. Waits, because our own connections close after a moment. */
async function hasOthers(adminUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (let checks = 0; checks < CHECKS_MAX; checks += 1) {
      const { rowCount } = await client.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      if (rowCount === 0) return false
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS))
    }
    return true
  } finally {
    await client.end()
  }
}

const CHECKS_MAX = 10
const CHECK_MS = 150

/** Creates the two users and the database of the owner in the embedded cluster. Safe to repeat. */
export async function createDatabase(
  adminUrl: string,
  name: string,
  secret: Buffer,
): Promise<{ appUrl: string; ownerUrl: string }> {
  const client = new Client({ connectionString: adminUrl })
  await client.connect()
  try {
    // Concurrent starts run one after the other: PostgreSQL refuses concurrent changes of a role.
    await client.query('select pg_advisory_lock($1)', [ROLES_LOCK])
    await ensureRole(client, OWNER, 'login createrole', passwordOf(secret, OWNER))
    await ensureRole(client, LOGIN, 'login noinherit', passwordOf(secret, LOGIN))
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${escapeIdentifier(name)} owner ${OWNER}`)
    const urlOf = (user: string): string => {
      const url = new URL(adminUrl)
      url.username = user
      url.password = passwordOf(secret, user)
      url.pathname = `/${name}`
      return url.href
    }
    return { appUrl: urlOf(LOGIN), ownerUrl: urlOf(OWNER) }
  } finally {
    await client.end()
  }
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
