import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { startEmbedded } from '#server/db/embedded.ts'
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

/** Gives `work` a database and its processes, and removes every trace of them whatever happens. */
export async function withBed<T>(work: (bed: Bed) => Promise<T>): Promise<T> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().then(() => process.exit(1)))
  try {
    return await work(await make(closing))
  } finally {
    await close()
  }
}

async function make(closing: (() => Promise<unknown>)[]): Promise<Bed> {
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
  const product = {
    DATABASE_URL: appUrl,
    ENLACE_DATA: dataDir,
    ENLACE_SECRET: secret.toString('base64'),
    PUBLIC_URL: 'http://localhost',
    SMTP_URL: 'smtp://127.0.0.1:25',
    POOL_MAX: String(POOL_MAX),
    RATE_PER_MINUTE: OUT_OF_THE_WAY,
    RATE_ANONYMOUS_PER_MINUTE: OUT_OF_THE_WAY,
  }
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
