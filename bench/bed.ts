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
/** How many clients ask at the same time, each on a connection of its own. */
export const CLIENTS = 8

/** A migrated database as the product starts it (durable, default settings), and processes that end with it. */
export type Bed = {
  /** Writes past row-level security. */
  owner: pg.Pool
  /** Superuser of the database: no row-level security at all. */
  bareUrl: string
  secret: Buffer
  start(file: string, env?: Readonly<Record<string, string>>): Child
  /** The product's HTTP half in a process of its own, in production mode, its rate limits out of the way. */
  startProduct(env?: Readonly<Record<string, string>>): Child
  /** A job of the product in a process of its own, with the same settings. */
  startJob(file: string, env?: Readonly<Record<string, string>>): Child
}

const OUT_OF_THE_WAY = '999999999'

/** What is left to end or to remove, the newest first. */
export type Closing = (() => Promise<unknown>)[]

/** Gives `work` a database and its processes, and removes every trace of them whatever happens. */
export const withBed = <T>(work: (bed: Bed) => Promise<T>): Promise<T> =>
  cleanly(async (closing) => work(await make(closing)))

/** Runs `work` and then, whatever happens, what it left in `closing`. */
export async function cleanly<T>(work: (closing: Closing) => Promise<T>): Promise<T> {
  const closing: Closing = []
  let ended: Promise<void> | undefined
  // A signal may come while `work` ends: who asks second waits for the first.
  const close = (): Promise<void> => (ended ??= closeAll(closing))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(1)))
  try {
    return await work(closing)
  } finally {
    await close()
  }
}

async function closeAll(closing: Closing): Promise<void> {
  for (let end = closing.pop(); end !== undefined; end = closing.pop()) await end()
}

async function make(closing: Closing): Promise<Bed> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-bench-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  const cluster = await startEmbedded({ dataDir })
  closing.push(() => cluster.stop())
  const secret = randomBytes(32)
  const { appUrl, ownerUrl } = await createDatabase(cluster.adminUrl, 'enlace', secret)
  await migrate(ownerUrl, LOGIN)
  const owner = openPool(ownerUrl, 2, () => undefined)
  closing.push(() => owner.end())
  const start = (file: string, env: Readonly<Record<string, string>> = {}): Child => {
    const child = startChild(file, env)
    closing.push(() => child.stop())
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

/** The environment of the product under measurement: production's, with its rate limits out of the way. */
export const productEnv = ({ appUrl, dataDir, secret }: { appUrl: string; dataDir: string; secret: Buffer }) => ({
  DATABASE_URL: appUrl,
  ENLACE_DATA: dataDir,
  ENLACE_SECRET: secret.toString('base64'),
  PUBLIC_URL: 'http://localhost',
  SMTP_URL: 'smtp://127.0.0.1:25',
  POOL_MAX: String(POOL_MAX),
  RATE_PER_MINUTE: OUT_OF_THE_WAY,
  RATE_ANONYMOUS_PER_MINUTE: OUT_OF_THE_WAY,
})
