import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { pino } from 'pino'
import type { World } from '#server/core/context.ts'
import { type Schedule, startTickers, startWorker, type Task, type Ticker } from '#server/core/jobs.ts'
import { buildServer, type Page } from '#server/core/serve.ts'
import type { Route } from '#server/core/verb.ts'
import { openPool } from '#server/db/pool.ts'
import { prepareDatabase } from '#server/db/prepare.ts'
import { maintenanceGate } from '#server/platform/maintenance.ts'
import { smtpMailer } from '#server/providers/mail/mailer.ts'
import { wompiAccounts } from '#server/providers/wompi/breaker.ts'
import type { Config } from './config.ts'
import { connectModules } from './reactions.ts'

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
  before?: (world: World) => Promise<void>
}

export type RunningServer = { world: World; url: string; stop(): Promise<void> }

const STOP_MAX_MS = 15_000
const WEB_DIR = path.resolve(import.meta.dirname, '../../dist')

/** Opens the World of a process on a ready database: pool, log, mailer, Wompi, clock. */
export function openWorld(config: Config, appUrl: string): World & { close(): Promise<void> } {
  connectModules()
  const log = pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.otp'],
  })
  const pool = openPool(appUrl, config.poolMax, (error) =>
    log.warn({ err: error.message }, 'a database connection was lost'),
  )
  const mailer = smtpMailer(config.smtpUrl ?? 'smtp://127.0.0.1:25', config.mailFrom)
  return {
    config,
    pool,
    log,
    mailer,
    wompi: wompiAccounts(config.wompiUrls),
    clock: () => new Date(),
    async close() {
      mailer.close()
      await pool.end()
    },
  }
}

/**
 * Starts one process: database, then jobs, then HTTP. Stops in the opposite order. Throws an Error with a Spanish sentence when
 * the data folder, the port or the database is not available.
 */
export async function start(
  config: Config,
  parts: ProcessParts,
  print: (line: string) => void,
): Promise<RunningServer> {
  await assertWritable(config.dataDir)
  const database = await prepareDatabase(config, print)
  const world = openWorld(config, database.appUrl)
  const closing: (() => Promise<unknown>)[] = [() => database.stop(), () => world.close()]
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).toReversed()) await close()
  }
  try {
    await parts.before?.(world)
    if (parts.work) {
      const owner: pg.Pool = openPool(database.ownerUrl, 8, (error) =>
        world.log.warn({ err: error.message }, 'the queue lost a connection'),
      )
      closing.push(() => owner.end())
      const runner = await startWorker(world, owner, parts.tasks, parts.schedules)
      closing.push(() => runner.stop())
      const stopTickers = startTickers(world, parts.tickers)
      closing.push(async () => stopTickers())
    }
    if (parts.api) {
      const webDir = parts.web === false ? null : builtWeb()
      const app = await buildServer(world, parts.routes, { webDir, pages: parts.pages ?? [], gate: maintenanceGate })
      closing.push(() => app.close())
      await listen(() => app.listen({ port: config.port, host: config.host }), config.port)
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { world, url: config.publicUrl, stop }
}

/** Stops the process on SIGTERM and SIGINT; exits with 1 after 15 seconds or at the second signal. */
export function stopOnSignals(running: RunningServer, print: (line: string) => void): void {
  let stopping = false
  const onSignal = (): void => {
    if (stopping) process.exit(1)
    stopping = true
    print('Cerrando…')
    setTimeout(() => process.exit(1), STOP_MAX_MS).unref()
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        running.world.log.error({ err: error }, 'the stop failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}

function builtWeb(): string {
  if (!existsSync(path.join(WEB_DIR, 'index.html')))
    throw new Error('Falta construir la aplicación web. Ejecuta: npm run build')
  return WEB_DIR
}

async function assertWritable(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
  } catch (error) {
    throw new Error(
      `No se puede escribir en la carpeta de datos ${dataDir}. Revisa sus permisos o cambia ENLACE_DATA.`,
      { cause: error },
    )
  }
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
