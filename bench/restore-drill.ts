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
import { type Child, startChild } from './child.ts'
import { type Debian, openDebian, query, remove, type Server } from './debian.ts'
import { type Cleanup, productEnv } from './environment.ts'

/** The maximum of data, in seconds, that a crash of the machine may lose: a WAL segment is archived at least this often. */
export const ARCHIVE_TIMEOUT_S = 60

/** The addresses of a database: for its superuser, for the product's login, for its owner. */
export type Urls = { superUrl: string; appUrl: string; ownerUrl: string }

/** The parts of a restore drill and its steps. */
export type Drill = Urls & {
  debian: Debian
  owner: pg.Pool
  /** ENLACE_DATA, and its copy in another folder. */
  dataDir: string
  copyDir: string
  base: string
  seconds: Record<string, number>
  /** Runs one step and records its duration. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>
  startProduct(): Child
  startJob(file: string): Child
  /** The environment of an operator's command on a database. */
  env(urls: Urls): Record<string, string>
  seal(): Promise<void>
  backUp(): Promise<void>
  /** Kills the server and removes the cluster and ENLACE_DATA. */
  loseEverything(): Promise<void>
  /** Restores the base backup up to an instant, on a new cluster that accepts writes. */
  restore(at: string): Promise<Urls>
}

/** An empty, migrated Enlace on a cluster that archives its WAL, in its own folder. */
export async function beginDrill(cleanup: Cleanup): Promise<Drill> {
  const root = await mkdtemp(path.join(tmpdir(), 'enlace-restore-'))
  cleanup.push(() => remove(root))
  // The server's account must be able to traverse it.
  await chmod(root, 0o711)
  const debian = await openDebian(path.join(root, 'postgresql'))
  const at = (name: string): string => path.join(debian.folder, name)
  await debian.create(at('data'))
  await debian.run('mkdir', [at('archive')])
  const server = await debian.start(at('data'), archiving(at('archive')))
  cleanup.push(() => server.crash())
  const secret = randomBytes(32)
  const made = await createDatabase(server.adminUrl, 'enlace', secret)
  await migrate(made.ownerUrl, LOGIN)
  const urls = { ...made, superUrl: inDatabase(server.adminUrl) }
  const owner = openPool(urls.ownerUrl, 4, () => undefined)
  cleanup.push(() => owner.end())
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
  cleanup.push(stop)
  const seconds: Record<string, number> = {}
  return {
    ...urls,
    debian,
    owner,
    dataDir,
    copyDir: path.join(root, 'copy'),
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
      const copy = await recover(debian, { base: at('base'), archive: at('archive'), data: at('restored'), instant })
      cleanup.push(() => copy.crash())
      return moveTo(copy, urls)
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

/** The settings that docs/operations.md requires in production. A segment that was copied before a crash is not copied again or overwritten. */
const archiving = (archive: string): string[] => {
  const [target, part] = [`${archive}/%f`, `${archive}/%f.part`]
  return [
    'wal_level=replica',
    'archive_mode=on',
    `archive_command=cmp -s %p ${target} || (test ! -e ${target} && cp %p ${part} && sync ${part} && mv ${part} ${target})`,
    `archive_timeout=${ARCHIVE_TIMEOUT_S}`,
  ]
}

const SEAL_ROUNDS_MAX = 100
/** How many events may be left for the next seal: other processes write at the same time. */
const WAITING_MAX = 1_000

async function sealAll(env: Readonly<Record<string, string>>, { superUrl }: Urls): Promise<void> {
  const world = openWorld(readConfig('production', env), env['DATABASE_URL'] ?? '')
  try {
    for (let round = 0; round < SEAL_ROUNDS_MAX; round += 1) {
      await sealEvents(world)
      const [unsealed] = await query<{ waiting: number }>(
        superUrl,
        `select ((select count(*) from events) - (select coalesce(sum(cardinality(event_ids)), 0) from event_seals))::int as waiting`,
      )
      if ((unsealed?.waiting ?? 0) < WAITING_MAX) return
    }
    throw new Error(`events are still not sealed after ${SEAL_ROUNDS_MAX} rounds of seals`)
  } finally {
    await world.close()
  }
}

const addressOf = ({ port }: Server): string[] => ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']

type Recovery = { base: string; archive: string; data: string; instant: string }

async function recover(debian: Debian, { base, archive, data, instant }: Recovery): Promise<Server> {
  await debian.run('cp', ['--archive', base, data])
  await debian.run('touch', [path.join(data, 'recovery.signal')])
  return debian.start(data, [
    `restore_command=cp ${archive}/%f %p`,
    `recovery_target_time=${instant}`,
    'recovery_target_action=promote',
  ])
}
