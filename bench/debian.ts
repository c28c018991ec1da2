import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, existsSync, readdirSync } from 'node:fs'
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { BARE_ENV, freePort } from '#embedded-postgres/process.ts'

/** Where Debian's packages put each major version. */
const DEBIAN = '/usr/lib/postgresql'
const NEEDED = ['initdb', 'postgres', 'pg_basebackup', 'pg_verifybackup']
const READY_MAX_MS = 600_000
/** PostgreSQL refuses to run as root. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 }

/** A PostgreSQL with all its programs, unlike the embedded one: it can be backed up in the way production is. */
export type Debian = {
  major: number
  /** The folder of the clusters; the server's account owns it. */
  folder: string
  /** Runs a program, PostgreSQL's or the system's, as the server's account. The superuser's password is in its environment. */
  run(program: string, args: readonly string[]): Promise<void>
  /** Creates an empty cluster. */
  create(data: string): Promise<void>
  /** Starts a server on a cluster and waits until it accepts writes, which is after a recovery ends. */
  start(data: string, settings: readonly string[]): Promise<Server>
}

export type Server = {
  adminUrl: string
  port: number
  /** Kills the server immediately, without a shutdown, as a power cut does. */
  crash(): Promise<void>
}

/** The newest PostgreSQL that Debian's packages installed, working in a new folder. Throws a sentence when there is none. */
export async function openDebian(folder: string): Promise<Debian> {
  const { major, bin } = findPrograms()
  const account = process.getuid?.() === 0 ? UNPRIVILEGED : undefined
  await mkdir(folder, { mode: 0o700 })
  if (account) await chown(folder, account.uid, account.gid)
  const password = randomBytes(24).toString('base64url')
  const passwordFile = path.join(folder, 'password')
  await writeFile(passwordFile, password)
  const how = { ...account, cwd: folder, env: { ...BARE_ENV, PATH: `${bin}:/usr/bin:/bin`, PGPASSWORD: password } }
  const run = async (program: string, args: readonly string[]): Promise<void> => {
    await promisify(execFile)(program, args, how)
  }
  const start = async (data: string, settings: readonly string[]): Promise<Server> => {
    const port = await freePort()
    const log = await open(path.join(folder, 'log'), 'a')
    const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `port=${port}`, 'timezone=UTC', ...settings]
    const child = spawn('postgres', ['-D', data, ...all.flatMap((setting) => ['-c', setting])], {
      ...how,
      stdio: ['ignore', log.fd, log.fd],
    })
    await log.close()
    const crash = async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGQUIT')
      await ended
    }
    const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
    try {
      await untilWritable(child, adminUrl, path.join(folder, 'log'))
    } catch (error) {
      await crash()
      throw error
    }
    return { adminUrl, port, crash }
  }
  const create = async (data: string): Promise<void> => {
    const made = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8']
    await run('initdb', [...made, '--locale=C.UTF-8', '--data-checksums', `--pgdata=${data}`])
  }
  return { major, folder, run, create, start }
}

function findPrograms(): { major: number; bin: string } {
  const majors = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number) : []
  for (const major of majors.filter((one) => one >= 15).toSorted((a, b) => b - a)) {
    const bin = path.join(DEBIAN, String(major), 'bin')
    if (NEEDED.every((program) => canRun(path.join(bin, program)))) return { major, bin }
  }
  throw new Error(`No PostgreSQL 15 or newer in ${DEBIAN}: install Debian's package 'postgresql'.`)
}

function canRun(program: string): boolean {
  try {
    accessSync(program)
    return true
  } catch {
    return false
  }
}

async function untilWritable(child: ChildProcess, url: string, log: string): Promise<void> {
  const until = Date.now() + READY_MAX_MS
  while (Date.now() < until && child.exitCode === null && child.signalCode === null) {
    const isOpen = await query<{ is_open: boolean }>(url, 'select not pg_is_in_recovery() as is_open').catch(() => [])
    if (isOpen[0]?.is_open === true) return
    await sleep(100)
  }
  throw new Error(`PostgreSQL did not start: ${(await readFile(log, 'utf8')).slice(-2_000)}`)
}

/** One statement on a connection of its own. */
export async function query<T extends object>(url: string, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Removes a folder that a server may still have been writing into. */
export const remove = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 })
