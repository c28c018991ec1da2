import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import type { World } from '#server/core/context.ts'
import { type Schedule, startTickers, startWorker, type Task, type Ticker } from '#server/core/jobs.ts'
import { buildServer, type Page } from '#server/core/serve.ts'
import type { Route } from '#server/core/verb.ts'
import { openPool } from '#server/db/pool.ts'
import { prepareDatabase, type ReadyDatabase } from '#server/db/prepare.ts'
import { maintenanceGate } from '#server/platform/maintenance.ts'
import { openApiText } from '#server/platform/openapi.ts'
import { proveSecret } from '#server/platform/secret.ts'
import { factusAccounts } from '#server/providers/factus/accounts.ts'
import { smtpMailer } from '#server/providers/mail/mailer.ts'
import { openStore } from '#server/providers/objects/open.ts'
import { proveS3 } from '#server/providers/objects/s3.ts'
import { smsGateways } from '#server/providers/sms/gateway.ts'
import { whatsappAccounts } from '#server/providers/whatsapp/accounts.ts'
import { wompiAccounts } from '#server/providers/wompi/breaker.ts'
import type { Config } from './config.ts'
import type { Ending } from './signals.ts'

export type ProcessParts = {
  routes: readonly Route[]
  tasks: Readonly<Record<string, Task>>
  schedules: readonly Schedule[]
  tickers: readonly Ticker[]
  /** `api`: serve the API and the web app. `work`: run jobs. One process may do both. */
  api: boolean
  work: boolean
  /** False where Vite serves the web app (`npm run dev`): the API then starts without a build of it. */
  web?: boolean
  pages?: readonly Page[]
  /** Runs when the database is ready, before the first request. */
  before?: (world: OpenWorld, database: ReadyDatabase) => Promise<void>
}

/** `close` ends the connections to the database. */
export type OpenWorld = World & { close(): Promise<void> }

/** `url` is the public address; `host` and `port` are those that the API listens on. */
type Address = { url: string; host: string; port: number }

const WEB_DIR = path.resolve(import.meta.dirname, '../../dist')

/**
 * Connections that wait while the event loop is busy. Above it a connection tries again after a second, and then after three: with the
 * 511 of Node, the sockets of one account delayed everyone. The kernel lowers it to its own limit (net.core.somaxconn, 4,096).
 */
const CONNECTIONS_WAITING_MAX = 4_096

/** Log lines that wait for a slow reader of the standard output; above it the new lines are dropped. */
const LOG_WAITING_MAX_BYTES = 16 * 1024 * 1024

/** The queue has more jobs than connections, and no person waits for it: on a busy machine it waits longer than a request. */
const QUEUE_CONNECT_MAX_MS = 15_000

/** Opens the World of a process on a ready database: pool, log, mailer, providers, clock. */
export function openWorld(config: Config, appUrl: string): OpenWorld {
  const log = pino(
    {
      level: config.logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.otp'],
    },
    // The lines that wait while one is written go together, outside the event loop. The end of the process writes what remains.
    pino.destination({ sync: false, maxLength: LOG_WAITING_MAX_BYTES }),
  )
  const pool = openPool(appUrl, config.poolMax, (error) =>
    log.warn({ err: error.message }, 'a database connection was lost'),
  )
  let closed: Promise<void> | undefined
  const mailer = smtpMailer(config.smtpUrl ?? 'smtp://127.0.0.1:25', config.mailFrom)
  const files = openStore(config, log)
  return {
    config,
    pool,
    log,
    mailer,
    files,
    wompi: wompiAccounts(config.wompiUrls),
    factus: factusAccounts(config.factusUrls),
    whatsapp: whatsappAccounts(config.whatsappUrl),
    sms: smsGateways(config.webhookRanges),
    clock: () => new Date(),
    close() {
      mailer.close()
      files.close()
      return (closed ??= pool.end())
    },
  }
}

/**
 * Starts one process: database, then jobs, then HTTP. Stops in the opposite order when `ending` says so, also during the start.
 * PORT=0 takes a free port. Throws an Error with a Spanish sentence when the data folder, the port or the database is not available.
 */
export async function start(
  asked: Config,
  parts: ProcessParts,
  ending: Ending,
  print: (line: string) => void,
): Promise<Address> {
  const webDir = parts.api && parts.web !== false ? builtWeb() : null
  await assertWritable(asked.dataDir)
  if (asked.s3 !== null) await proveS3(asked.s3)
  ending.signal.throwIfAborted()
  const database = await prepareDatabase(asked, print)
  ending.before(() => database.stop())
  ending.signal.throwIfAborted()
  const bound = parts.api && asked.port === 0 ? await bindFreePort(asked.host) : null
  const config = bound === null ? asked : withPort(asked, bound.port)
  const world = openWorld(config, database.appUrl)
  ending.before(() => world.close())
  await proveSecret(world)
  if (parts.before) await beforeEnd(ending, world, parts.before(world, database))
  if (parts.work) {
    const owner: pg.Pool = openPool(
      database.ownerUrl,
      8,
      (error) => world.log.warn({ err: error.message }, 'the queue lost a connection'),
      'enlace queue',
      QUEUE_CONNECT_MAX_MS,
    )
    ending.before(() => owner.end())
    const runner = await startWorker(world, owner, parts.tasks, parts.schedules)
    ending.before(() => runner.stop())
    const stopTickers = startTickers(world, parts.tickers)
    ending.before(() => stopTickers())
    ending.signal.throwIfAborted()
  }
  if (parts.api) {
    const app = await buildServer(world, parts.routes, { webDir, pages: parts.pages ?? [], gate: maintenanceGate })
    ending.before(() => app.close())
    if (bound === null)
      await listen(
        () => app.listen({ port: config.port, host: config.host, backlog: CONNECTIONS_WAITING_MAX }),
        config.port,
      )
    else await listenOn(app, bound.server)
    await openApiText(parts.routes)
  }
  return { url: config.publicUrl, host: config.host, port: config.port }
}

/** Waits for work that writes. When the process ends meanwhile, the pool is closed: the next transaction of the work fails. */
async function beforeEnd(ending: Ending, world: { close(): Promise<void> }, work: Promise<void>): Promise<void> {
  const close = (): void => void world.close()
  ending.signal.addEventListener('abort', close, { once: true })
  await work
  // From here on the pool is closed in its turn, after the requests and the jobs.
  ending.signal.removeEventListener('abort', close)
  ending.signal.throwIfAborted()
}

function builtWeb(): string {
  if (!existsSync(path.join(WEB_DIR, 'index.html')))
    throw new Error('Falta construir la aplicación web. Ejecuta: npm run build')
  return WEB_DIR
}

/** Creates the data folder when it is absent. Throws the operator's sentence when it cannot. */
export async function assertWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new Error(
      `No se puede escribir en la carpeta de datos ${dataDir}. Revisa sus permisos o cambia ENLACE_DATA.`,
      { cause: error },
    )
  }
}

/** A free port that belongs to this process from now on: its number is known before the first request, and no other program takes it. */
async function bindFreePort(host: string): Promise<{ server: Server; port: number }> {
  const server = createServer().listen({ port: 0, host, backlog: CONNECTIONS_WAITING_MAX })
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error(`No hay un puerto libre en ${host}.`)
  return { server, port: address.port }
}

/** The configuration after PORT=0 took a port. Without PUBLIC_URL the public address has that port. */
const withPort = (config: Config, port: number): Config => ({
  ...config,
  port,
  publicUrl: config.publicUrl.replace(/:0$/, `:${port}`),
})

/** Serves the application on a port that is bound already. */
async function listenOn(app: Awaited<ReturnType<typeof buildServer>>, bound: Server): Promise<void> {
  await app.ready()
  app.server.listen(bound, CONNECTIONS_WAITING_MAX)
  await once(app.server, 'listening')
}

async function listen(open: () => Promise<unknown>, port: number): Promise<void> {
  try {
    await open()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new Error(
        `El puerto ${port} ya está en uso. Cierra el otro programa o elige otro, por ejemplo: PORT=3001`,
        { cause: error },
      )
    }
    throw error
  }
}
