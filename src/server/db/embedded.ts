import { Client } from 'pg'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from '#embedded-postgres/embedded.ts'
import { isRunning } from '#embedded-postgres/process.ts'

/** The advisory lock of the use of the cluster: any number, the same in every process. */
const USE_LOCK = 7_170_003
const ENTER_TRIES = 3

/**
 * Starts or joins the cluster and adds `stop`: the last process that uses it stops it. When `open` fails, this process leaves.
 * `isKept`: the server is started again when it ends.
 */
export async function openEmbedded<Database>(
  options: EmbeddedOptions,
  { isKept }: { isKept: boolean },
  open: (adminUrl: string) => Promise<Database>,
): Promise<Database & { stop(): Promise<void> }> {
  const use = await enterCluster(options, isKept)
  try {
    return { ...(await open(use.adminUrl)), stop: () => use.leave() }
  } catch (error) {
    await use.leave()
    throw error
  }
}

/**
 * Holds a shared lock while this process uses the cluster; PostgreSQL frees it also when the process is killed. Of several processes
 * that leave together one gets the exclusive lock, and keeps it until the server has stopped: a process that enters meanwhile starts
 * the server again.
 */
async function enterCluster(
  options: EmbeddedOptions,
  isKept: boolean,
): Promise<{ adminUrl: string; leave(): Promise<void> }> {
  for (let tries = 1; ; tries += 1) {
    const cluster = await startEmbedded(options)
    const { adminUrl } = cluster
    const used = await lockShared(adminUrl).catch((error: unknown) => {
      if (tries === ENTER_TRIES) throw error
      return null
    })
    if (used === null) continue
    const running = isKept ? keepRunning(options, cluster) : { end: async () => cluster }
    const leave = async (): Promise<void> => {
      const current = await running.end()
      // A connection is lost when the server ends, which another process may do at any moment, or when it was started again.
      for (const open of [() => freed(used), () => connectTo(adminUrl)]) {
        const client = await open().catch(() => null)
        const last = client && (await lockExclusive(client).catch(() => null))
        if (last === true) await current.halt()
        await client?.end().catch(() => undefined)
        if (last !== null) return
      }
    }
    return { adminUrl, leave }
  }
}

const CHECK_EVERY_MS = 2_000

/**
 * Starts the embedded server again, on its port, when it has ended: after a full disk, or because the process that started it was
 * killed with it. `end` returns the server that runs now.
 */
function keepRunning(
  { dataDir, log = () => undefined }: EmbeddedOptions,
  first: EmbeddedDatabase,
): { end(): Promise<EmbeddedDatabase> } {
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

async function lockShared(adminUrl: string): Promise<Client> {
  const client = await connectTo(adminUrl)
  await client.query('select pg_advisory_lock_shared($1)', [USE_LOCK])
  return client
}

/** Whether this process alone uses the cluster. */
async function lockExclusive(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [USE_LOCK])
  return rows[0]?.last === true
}

async function freed(client: Client): Promise<Client> {
  await client.query('select pg_advisory_unlock_shared($1)', [USE_LOCK])
  return client
}

async function connectTo(adminUrl: string): Promise<Client> {
  const client = new Client({ connectionString: adminUrl, application_name: 'enlace use' })
  // The server may end before this process does.
  client.on('error', () => undefined)
  await client.connect()
  return client
}
