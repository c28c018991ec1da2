import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, fchownSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClusterHome } from './folder.ts'
import { isAnswering, readPidFile } from './running.ts'

export type RunningPostgres = { pid: number; stop(): Promise<void> }
/** `busy` and `port` can be temporary. */
export type Failure = { why: 'busy' | 'port' | 'other'; sentence: string }
export type StartOptions = { native: string; port: number; url: string; fast: boolean; log: (line: string) => void }

/** The environment of PostgreSQL's programs: without Enlace's variables (its account can read them), and with messages in English. */
export const BARE_ENV = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

const LOG_MAX_BYTES = 5 * 1024 * 1024
const SLOW_START_MS = 5_000
const RECOVERY_PATIENCE_MS = 600_000
const STOPPING = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const
const SETTINGS = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'timezone=UTC', 'log_timezone=UTC']
const SAFE = ['max_connections=100']
const FAST = ['max_connections=200', 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** A free port of the loopback. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('No hay un puerto libre en 127.0.0.1.')
  return address.port
}

/** Starts the server and waits until it accepts connections. It keeps running after this process unless `stop` is called. */
export async function startPostgres(home: ClusterHome, options: StartOptions): Promise<RunningPostgres | Failure> {
  const log = openLog(home)
  const from = fstatSync(log).size
  const settings = [...SETTINGS, `port=${options.port}`, ...(options.fast ? FAST : SAFE)].flatMap((setting) => [
    '-c',
    setting,
  ])
  const child = spawn(path.join(options.native, 'bin/postgres'), ['-D', home.cluster, ...settings], {
    ...home.owner,
    cwd: home.cluster,
    // Its own process group: Ctrl-C reaches only the application, which finishes its work before it stops the database.
    detached: true,
    stdio: ['ignore', log, log],
    env: BARE_ENV,
  })
  closeSync(log)
  let spawnError = ''
  child.once('error', (error) => (spawnError = error.message))
  const stop = createStop(child, options.log)
  try {
    if (await untilReady(child, home, options)) {
      child.unref()
      return { pid: child.pid ?? 0, stop }
    }
  } catch (error) {
    await stop()
    throw error
  }
  return failureOf(spawnError || readFileSync(home.logFile).subarray(from).toString(), home, options.port)
}

/** Waits until the server is ready. False when it exited. After a crash it first replays its log, which may take minutes. */
async function untilReady(child: ChildProcess, home: ClusterHome, options: StartOptions): Promise<boolean> {
  const started = Date.now()
  let isLogged = false
  while (!hasEnded(child)) {
    const { pid, isReady } = readPidFile(home.cluster)
    // Another server may use the port: it is queried only when the child process reports that it is ready.
    if (isReady && pid === child.pid && (await isAnswering(options.url, home))) return true
    const waited = Date.now() - started
    if (waited > RECOVERY_PATIENCE_MS) throw new Error(`PostgreSQL no respondió a tiempo. Detalles en ${home.logFile}.`)
    if (waited > SLOW_START_MS && !isLogged) {
      isLogged = true
      options.log('PostgreSQL se está recuperando de una parada brusca; espera un momento…')
    }
    await sleep(10)
  }
  return false
}

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

function openLog(home: ClusterHome): number {
  const isFull = existsSync(home.logFile) && statSync(home.logFile).size > LOG_MAX_BYTES
  if (isFull) renameSync(home.logFile, `${home.logFile}.1`)
  const log = openSync(home.logFile, 'a', 0o600)
  if (home.keeper) fchownSync(log, home.keeper.uid, home.keeper.gid)
  return log
}

/** Stops a server that another process started: a fast shutdown first, then stronger signals. */
export async function stopServer(pid: number): Promise<void> {
  for (const [signal, patience] of STOPPING) {
    const until = Date.now() + patience
    if (!isRunning(pid)) return
    try {
      process.kill(pid, signal)
    } catch {
      // It ended in this moment, or belongs to another account: the wait shows which.
    }
    while (isRunning(pid) && Date.now() < until) await sleep(20)
  }
}

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** A stop function that runs once, also when it is called again: a fast shutdown first, then stronger signals. */
function createStop(child: ChildProcess, log: (line: string) => void): () => Promise<void> {
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    for (const [signal, patience] of STOPPING) {
      if (child.pid === undefined || hasEnded(child)) return
      if (signal !== 'SIGINT') log(`PostgreSQL no termina: se le envía ${signal}`)
      child.ref()
      const ended = once(child, 'exit')
      child.kill(signal)
      await Promise.race([ended, sleep(patience, undefined, { ref: false })])
    }
  }
  return () => (stopping ??= stop())
}

function failureOf(output: string, home: ClusterHome, port: number): Failure {
  const fatal = output.split('\n').findLast((line) => /FATAL|PANIC|ERROR|could not|error while/.test(line))
  if (/pre-existing shared memory block|"postmaster.pid" already exists/.test(output)) {
    return {
      why: 'busy',
      sentence: `Otro PostgreSQL usa todavía los datos de ${home.cluster}. Detenlo y vuelve a intentarlo.`,
    }
  }
  if (/could not bind|Address already in use/.test(output)) {
    return {
      why: 'port',
      sentence: `El puerto ${port} de 127.0.0.1 está ocupado por otro programa. Elige otro para PostgreSQL.`,
    }
  }
  if (/No space left on device/.test(output)) {
    return {
      why: 'other',
      sentence: `No queda espacio en el disco para la base de datos (${home.folder}). Libera espacio y vuelve a intentarlo.`,
    }
  }
  return { why: 'other', sentence: `PostgreSQL no arrancó: ${fatal ?? output.trim()}. Detalles en ${home.logFile}.` }
}
