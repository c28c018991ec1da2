import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { prepareBinaries } from './binaries.ts'
import {
  type ClusterHome,
  hasCluster,
  isStorageError,
  openClusterHome,
  prepareDataDir,
  storageSentence,
  withDataLock,
} from './folder.ts'
import { BARE_ENV, freePort, startPostgres, stopServer } from './process.ts'
import { findRunningServer } from './running.ts'

export type EmbeddedOptions = {
  /** The folder of the cluster, its password and its log; created when absent. */
  dataDir: string
  /** Default: a free port. */
  port?: number
  /** False: only a cluster that is already there. */
  create?: boolean
  /** Only for tests: faster, but a power failure loses data. */
  fast?: boolean
  log?: (line: string) => void
}

export type EmbeddedDatabase = {
  /** Superuser address of the database `postgres`, on the loopback. */
  adminUrl: string
  port: number
  pid: number
  /** True when a server was already running on this folder; then `stop` does not stop it. */
  reused: boolean
  /** Stops the server if it was started here. */
  stop(): Promise<void>
  /** Stops the server, also when another process started it. */
  halt(): Promise<void>
}

const SUPERUSER = 'postgres'
const DRAFT = 'cluster.new-'
const BUSY_PATIENCE_MS = 15_000
const PORT_TRIES = 5
const INITDB = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--auth=scram-sha-256',
  '--no-instructions',
]

/**
 * Starts the PostgreSQL of the npm package on its own folder, creating the cluster the first time, or joins the server already
 * running there. When this process is root, the server runs as the owner of the folder, or as the account `nobody`. Safe to call
 * again after a kill. Rejects with an Error whose message is a Spanish sentence for the operator.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const log = options.log ?? (() => undefined)
  try {
    if (options.create === false && !hasCluster(options.dataDir)) throw new Error(noClusterSentence(options.dataDir))
    const dataDir = prepareDataDir(options.dataDir)
    return await withDataLock(dataDir, async () => {
      const home = openClusterHome(dataDir, log)
      return (await joinRunning(home)) ?? (await startNew(home, options, log))
    })
  } catch (error) {
    if (isStorageError(error)) throw new Error(storageSentence(error, options.dataDir), { cause: error })
    throw error
  }
}

const noClusterSentence = (dataDir: string): string =>
  `No hay datos de la demostración en ${dataDir}. Créalos con bin/demo, o escribe la carpeta que los tiene en ENLACE_DATA.`

async function joinRunning(home: ClusterHome): Promise<EmbeddedDatabase | undefined> {
  if (!existsSync(home.cluster)) return undefined
  const password = readPassword(home)
  const running = await findRunningServer(home, (port) => adminUrl(password, port))
  if (!running) return undefined
  return {
    adminUrl: adminUrl(password, running.port),
    ...running,
    reused: true,
    stop: () => Promise.resolve(),
    halt: () => stopServer(running.pid),
  }
}

async function startNew(
  home: ClusterHome,
  options: EmbeddedOptions,
  log: (line: string) => void,
): Promise<EmbeddedDatabase> {
  const native = prepareBinaries(home, log)
  if (!existsSync(home.cluster)) await createCluster(home, native, options.fast === true)
  const password = readPassword(home)
  const busyUntil = Date.now() + BUSY_PATIENCE_MS
  for (let tries = 1; ; tries++) {
    const port = options.port ?? (await freePort())
    const url = adminUrl(password, port)
    const result = await startPostgres(home, { native, port, url, fast: options.fast === true, log })
    if ('stop' in result) return { adminUrl: url, port, reused: false, ...result, halt: () => result.stop() }
    // The children of a killed server take a moment to end; another program can take the free port before the server does.
    const canRetry =
      result.why === 'busy' ? Date.now() < busyUntil : result.why === 'port' && !options.port && tries < PORT_TRIES
    if (!canRetry) throw new Error(result.sentence)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Creates the cluster under a temporary name and renames it at the end, so that a cluster is either complete or absent. The name is
 * new each time: after a kill, the previous initdb may still be writing into its folder.
 */
async function createCluster(home: ClusterHome, native: string, fast: boolean): Promise<void> {
  clearDrafts(home)
  const password = randomBytes(24).toString('base64url')
  writePassword(home, password)
  const draft = mkdtempSync(path.join(home.folder, DRAFT))
  const passwordDraft = `${draft}.password`
  try {
    writeFileSync(passwordDraft, password, { mode: 0o600, flag: 'wx' })
    if (home.owner) for (const file of [draft, passwordDraft]) chownSync(file, home.owner.uid, home.owner.gid)
    const args = [...INITDB, `--username=${SUPERUSER}`, `--pwfile=${passwordDraft}`, `--pgdata=${draft}`]
    const settings = { ...home.owner, cwd: draft, env: BARE_ENV }
    await promisify(execFile)(`${native}/bin/initdb`, fast ? [...args, '--no-sync'] : args, settings)
    renameSync(draft, home.cluster)
  } catch (error) {
    if (isStorageError(error)) throw error
    throw new Error(`No se pudo crear la base de datos en ${home.folder}: ${lastLine(error)}`, { cause: error })
  } finally {
    clearDrafts(home)
  }
}

function clearDrafts(home: ClusterHome): void {
  for (const name of readdirSync(home.folder)) {
    if (name.startsWith(DRAFT)) rmSync(path.join(home.folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function writePassword(home: ClusterHome, password: string): void {
  const draft = `${home.passwordFile}.new`
  rmSync(draft, { force: true })
  writeFileSync(draft, password, { mode: 0o600, flag: 'wx', flush: true })
  if (home.keeper) chownSync(draft, home.keeper.uid, home.keeper.gid)
  renameSync(draft, home.passwordFile)
}

function readPassword(home: ClusterHome): string {
  if (existsSync(home.passwordFile)) return readFileSync(home.passwordFile, 'utf8').trim()
  throw new Error(
    `Falta ${home.passwordFile}, la contraseña de la base de datos de ${home.cluster}. Recupérala de una copia, o mueve esa carpeta a otro sitio para empezar con una base vacía.`,
  )
}

const adminUrl = (password: string, port: number): string =>
  `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return (
    text
      .trim()
      .split('\n')
      .findLast((line) => /error|fatal|could not/i.test(line)) ?? text.trim()
  )
}
