import '#server/exit-flags.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { startEmbedded } from '#embedded-postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { type Child, startChild } from './child.ts'

/** Connections of every server under measurement: the product's default. */
export const POOL_MAX = 20
/** How many clients send requests at the same time, each on its own connection. */
export const CLIENTS = 8

/** A migrated database with the product's settings (durable, defaults), and the processes that use it. */
export type BenchEnvironment = {
  /** Writes past row-level security. */
  owner: pg.Pool
  /** Superuser of the database: no row-level security at all. */
  bareUrl: string
  secret: Buffer
  start(file: string, env?: Readonly<Record<string, string>>): Child
  /** The API process (`bin/enlace api`) in production mode, with rate limits too high to be reached. */
  startProduct(env?: Readonly<Record<string, string>>): Child
  /** A job in its own process, with the same settings. */
  startJob(file: string, env?: Readonly<Record<string, string>>): Child
}

const RATE_UNLIMITED = '999999999'

/** What is still to be ended or removed; the newest is run first. */
export type Cleanup = (() => Promise<unknown>)[]

/** Runs `work` with a database and processes, and removes both when it ends or fails. */
export const withEnvironment = <T>(work: (environment: BenchEnvironment) => Promise<T>): Promise<T> =>
  withCleanup(async (cleanup) => work(await createEnvironment(cleanup)))

/** Runs `work`, and then every cleanup that it registered, also when it fails. */
export async function withCleanup<T>(work: (cleanup: Cleanup) => Promise<T>): Promise<T> {
  const cleanup: Cleanup = []
  let ended: Promise<void> | undefined
  // A signal may come while `work` ends: the second call waits for the first.
  const close = (): Promise<void> => (ended ??= closeAll(cleanup))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(1)))
  try {
    return await work(cleanup)
  } finally {
    await close()
  }
}

async function closeAll(cleanup: Cleanup): Promise<void> {
  for (let end = cleanup.pop(); end !== undefined; end = cleanup.pop()) await end()
}

async function createEnvironment(cleanup: Cleanup): Promise<BenchEnvironment> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-bench-'))
  cleanup.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbedded({ dataDir })
  cleanup.push(() => cluster.stop())
  const secret = randomBytes(32)
  const { appUrl, ownerUrl } = await createDatabase(cluster.adminUrl, 'enlace', secret)
  await migrate(ownerUrl, LOGIN)
  const owner = openPool(ownerUrl, 2, () => undefined)
  cleanup.push(() => owner.end())
  const start = (file: string, env: Readonly<Record<string, string>> = {}): Child => {
    const child = startChild(file, env)
    cleanup.push(() => child.stop())
    return child
  }
  const product = productEnv({ appUrl, dataDir, secret })
  const bareUrl = new URL(cluster.adminUrl)
  bareUrl.pathname = '/enlace'
  return {
    owner,
    bareUrl: bareUrl.href,
    secret,
    start,
    startProduct: (env = {}) => start('product.ts', { ...product, ...env }),
    startJob: (file, env = {}) => start(file, { ...product, OWNER_URL: ownerUrl, ...env }),
  }
}

/** The environment of the product under measurement: production's, with rate limits too high to be reached. */
export const productEnv = ({ appUrl, dataDir, secret }: { appUrl: string; dataDir: string; secret: Buffer }) => ({
  DATABASE_URL: appUrl,
  ENLACE_DATA: dataDir,
  ENLACE_SECRET: secret.toString('base64'),
  PUBLIC_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MAIL_FROM: 'Enlace <no-responder@enlace.test>',
  CONTACT_EMAIL: 'soporte@enlace.test',
  POOL_MAX: String(POOL_MAX),
  RATE_PER_MINUTE: RATE_UNLIMITED,
  EVENTS_PER_MINUTE: RATE_UNLIMITED,
  IN_FLIGHT_PER_PERSON: RATE_UNLIMITED,
  IN_FLIGHT_PER_COMPANY: RATE_UNLIMITED,
  RATE_ANONYMOUS_PER_MINUTE: RATE_UNLIMITED,
})
