import { randomBytes } from 'node:crypto'
import { chmod, mkdir, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { sealEvents } from '#server/audit/seal.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import { createDatabase, LOGIN } from '#server/db/prepare.ts'
import { openWorld } from '#server/start.ts'
import { type Closing, productEnv } from './bed.ts'
import { type Child, startChild } from './child.ts'
import { type Debian, openDebian, query, remove, type Server } from './debian.ts'

/** The most that a crash of the whole machine may cost: a segment of the log is archived at least so often. */
export const ARCHIVE_TIMEOUT_S = 60

/** Where a database answers: to its superuser, to the product's login, to its owner. */
export type Urls = { superUrl: string; appUrl: string; ownerUrl: string }

/** What a drill works with, and what it does to it. */
export type Drill = Urls & {
  debian: Debian
  owner: pg.Pool
  /** ENLACE_DATA, and the copy of it that is kept elsewhere. */
  dataDir: string
  kept: string
  base: string
  seconds: Record<string, number>
  /** Does one step and notes how long it took. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  startProduct(): Child
  startJob(file: string): Child
  /** The environment of an operator's command on a database. */
  env(urls: Urls): Record<string, string>
  seal(): Promise<void>
  backUp(): Promise<void>
  /** The cluster and ENLACE_DATA are gone, without a good-bye. */
  loseEverything(): Promise<void>
  /** Brings the base backup forward to an instant, on a new cluster that takes writes. */
  restore(at: string): Promise<Urls>
}

/** An empty, migrated Enlace on a cluster that archives its log, in a folder of its own. */
export async function beginDrill(closing: Closing): Promise<Drill> {
  const root = await mkdtemp(path.join(tmpdir(), 'enlace-restore-'))
  closing.push(() => remove(root))
  // The server's account walks through it to a folder of its own.
  await chmod(root, 0o711)
  const debian = await openDebian(path.join(root, 'postgresql'))
  const at = (name: string): string => path.join(debian.folder, name)
  await debian.create(at('data'))
  await debian.run('mkdir', [at('archive')])
  const server = await debian.start(at('data'), archiving(at('archive')))
  closing.push(() => server.crash())
  const secret = randomBytes(32)
  const made = await createDatabase(server.adminUrl, 'enlace', secret)
  await migrate(made.ownerUrl, LOGIN)
  const urls = { ...made, superUrl: inDatabase(server.adminUrl) }
  const owner = openPool(urls.ownerUrl, 4, () => undefined)
  closing.push(() => owner.end())
  const dataDir = path.join(root, 'enlace')
  await mkdir(dataDir)
  const env = ({ appUrl, ownerUrl }: Urls) => ({
    ...productEnv({ appUrl, dataDir, secret }),
    DATABASE_ADMIN_URL: ownerUrl,
    LOG_LEVEL: 'error',
  })
  const children: Child[] = []
  const start = (file: string): Child => {
    const child = startChild(file, env(urls))
    children.push(child)
    return child
  }
  const stop = () => Promise.all(children.splice(0).map((child) => child.stop()))
  closing.push(stop)
  const seconds: Record<string, number> = {}
  return {
    ...urls,
    debian,
    owner,
    dataDir,
    kept: path.join(root, 'kept'),
    base: at('base'),
    seconds,
    env,
    step: (name, work) => timed(seconds, name, work),
    startProduct: () => start('product.ts'),
    startJob: start,
    seal: () => sealAll(env(urls), urls),
    backUp: () => debian.run('pg_basebackup', ['--pgdata', at('base'), '--checkpoint=fast', ...addressOf(server)]),
    async loseEverything() {
      await stop()
      await server.crash()
      await Promise.all([remove(at('data')), remove(dataDir)])
    },
    async restore(instant) {
      const again = await bringBack(debian, { base: at('base'), archive: at('archive'), data: at('restored'), instant })
      closing.push(() => again.crash())
      return moveTo(again, urls)
    },
  }
}

/** The same addresses on another server. */
function moveTo({ adminUrl }: Server, urls: Urls): Urls {
  const { port } = new URL(adminUrl)
  const move = (text: string): string => {
    const url = new URL(text)
    url.port = port
    return url.href
  }
  return { superUrl: move(urls.superUrl), appUrl: move(urls.appUrl), ownerUrl: move(urls.ownerUrl) }
}

function inDatabase(adminUrl: string): string {
  const url = new URL(adminUrl)
  url.pathname = '/enlace'
  return url.href
}

async function timed<T>(seconds: Record<string, number>, name: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now()
  const result = await work()
  seconds[name] = Number(((performance.now() - start) / 1_000).toFixed(1))
  console.error(`${name}: ${seconds[name]} s`)
  return result
}

/** What docs/operations.md asks of production. A segment that was copied before a crash is not copied twice, nor another over it. */
const archiving = (archive: string): string[] => {
  const [kept, part] = [`${archive}/%f`, `${archive}/%f.part`]
  return [
    'wal_level=replica',
    'archive_mode=on',
    `archive_command=cmp -s %p ${kept} || (test ! -e ${kept} && cp %p ${part} && sync ${part} && mv ${part} ${kept})`,
    `archive_timeout=${ARCHIVE_TIMEOUT_S}`,
  ]
}

const SEAL_ROUNDS_MAX = 100
/** Facts that may wait for the next seal: others write meanwhile. */
const WAITING_MAX = 1_000

async function sealAll(env: Readonly<Record<string, string>>, { superUrl }: Urls): Promise<void> {
  const world = openWorld(readConfig('production', env), env['DATABASE_URL'] ?? '')
  try {
    for (let round = 0; round < SEAL_ROUNDS_MAX; round += 1) {
      await sealEvents(world)
      const [facts] = await query<{ waiting: number }>(
        superUrl,
        `select ((select count(*) from events) - (select coalesce(sum(cardinality(event_ids)), 0) from event_seals))::int as waiting`,
      )
      if ((facts?.waiting ?? 0) < WAITING_MAX) return
    }
    throw new Error(`facts still wait after ${SEAL_ROUNDS_MAX} rounds of seals`)
  } finally {
    await world.close()
  }
}

const addressOf = ({ port }: Server): string[] => ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']

type Bringing = { base: string; archive: string; data: string; instant: string }

async function bringBack(debian: Debian, { base, archive, data, instant }: Bringing): Promise<Server> {
  await debian.run('cp', ['--archive', base, data])
  await debian.run('touch', [path.join(data, 'recovery.signal')])
  return debian.start(data, [
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_time=${instant}`,
    'recovery_target_action=promote',
  ])
}
