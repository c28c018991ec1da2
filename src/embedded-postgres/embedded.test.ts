import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbedded } from './embedded.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const isRoot = process.getuid?.() === 0
let folder: string
let dataDir: string
let lines: string[]
let started: EmbeddedDatabase[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'enlace-embedded-'))
  dataDir = path.join(folder, 'data')
  chmodSync(folder, 0o755)
  lines = []
  started = []
})

afterEach(async () => {
  for (const database of started) await database.stop()
  const moved = path.join(dataDir, 'cluster.location')
  if (existsSync(moved)) rmSync(readFileSync(moved, 'utf8').trim(), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

test('starts a UTF-8 cluster that only the loopback reaches, with its password in a file of mode 600', async () => {
  const database = await start()
  expect(database.reused).toBe(false)
  const [row] = await ask(
    database,
    `select current_setting('server_version_num')::int >= 180000 as fresh, current_setting('listen_addresses') as listens,
      current_setting('unix_socket_directories') as sockets, datcollate as locale, datlocprovider as provider,
      pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'postgres'`,
  )
  expect(row).toEqual({ fresh: true, listens: '127.0.0.1', sockets: '', locale: 'C', provider: 'b', encoding: 'UTF8' })
  expect(statSync(path.join(dataDir, 'cluster.password')).mode & 0o777).toBe(0o600)
  await expect(ask({ adminUrl: database.adminUrl.replace(/:[^:@]+@/, ':guess@') }, 'select 1')).rejects.toThrow(
    /password/,
  )
})

test('stops in order and starts again with its data', async () => {
  const first = await start()
  await ask(first, 'create table kept as select 7 as seven')
  await first.stop()
  await first.stop()
  expect(isRunning(first.pid)).toBe(false)
  const second = await start()
  expect(await ask(second, 'select seven from kept')).toEqual([{ seven: 7 }])
})

test('a second start joins the first, and its stop does not stop the server', async () => {
  const first = await start()
  const second = await start()
  expect(second).toMatchObject({ reused: true, pid: first.pid, port: first.port, adminUrl: first.adminUrl })
  await second.stop()
  expect(await ask(first, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('four starts at once on an empty folder make one cluster', async () => {
  const all = await Promise.all([start(), start(), start(), start()])
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(1)
  expect(all.filter(({ reused }) => !reused)).toHaveLength(1)
})

test('what was committed survives kill -9 of the server, also when its pid belongs to another program', async () => {
  const first = await start({ fast: false })
  await ask(first, 'create table kept as select 7 as seven')
  process.kill(first.pid, 'SIGKILL')
  const second = await start({ fast: false })
  expect(await ask(second, 'select seven from kept')).toEqual([{ seven: 7 }])
  process.kill(second.pid, 'SIGKILL')
  await until(() => !isRunning(second.pid))
  const pidFile = path.join(dataDir, 'cluster/postmaster.pid')
  const otherProgram = spawn('sleep', ['60'], { ...(isRoot ? { uid: 65534, gid: 65534 } : {}), stdio: 'ignore' })
  try {
    writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(otherProgram.pid)))
    const third = await start({ fast: false })
    expect(await ask(third, 'select seven from kept')).toEqual([{ seven: 7 }])
  } finally {
    otherProgram.kill()
  }
})

test('kill -9 of the application leaves the server running, and the next start joins it', async () => {
  const code = `const { startEmbedded } = await import(${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))})
    const { pid } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, fast: true })
    process.stdout.write(String(pid))
    setInterval(() => {}, 1000)`
  const app = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [written] = await once(app.stdout, 'data')
  const pid = Number(String(written))
  app.kill('SIGKILL')
  await once(app, 'exit')
  const joined = await start()
  expect(joined).toMatchObject({ reused: true, pid })
  await joined.halt()
  expect(isRunning(pid)).toBe(false)
})

test('an incomplete cluster left by a kill is created again', async () => {
  const half = path.join(dataDir, 'cluster.new-half')
  mkdirSync(half, { recursive: true })
  writeFileSync(path.join(half, 'PG_VERSION'), '18\n')
  writeFileSync(path.join(dataDir, 'cluster.password'), 'of the one never finished')
  expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('cluster.new'))).toEqual([])
})

test('a log over five megabytes is renamed at the next start', async () => {
  mkdirSync(dataDir)
  writeFileSync(path.join(dataDir, 'postgres.log'), 'x'.repeat(5 * 1024 * 1024 + 1))
  await start()
  expect(statSync(path.join(dataDir, 'postgres.log')).size).toBeLessThan(100_000)
  expect(existsSync(path.join(dataDir, 'postgres.log.1'))).toBe(true)
})

test('a folder that is not writable is reported in one sentence', async () => {
  writeFileSync(dataDir, 'a file in the place of the folder')
  await expect(start()).rejects.toThrow(
    `No se puede escribir en la carpeta de datos ${dataDir}. Revisa sus permisos o elige otra con ENLACE_DATA.`,
  )
})

test('a port in use is reported in one sentence, and another start uses it once it is free', async () => {
  const blocker = createServer().listen(0, '127.0.0.1')
  await once(blocker, 'listening')
  const address = blocker.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(start({ port })).rejects.toThrow(`El puerto ${port} de 127.0.0.1 está ocupado por otro programa.`)
  blocker.close()
  await once(blocker, 'close')
  expect((await start({ port })).port).toBe(port)
})

test('a cluster without its password, or with another, is refused and left as it is', async () => {
  const database = await start()
  const file = path.join(dataDir, 'cluster.password')
  writeFileSync(file, 'not this one')
  await expect(start()).rejects.toThrow(`La contraseña de ${file} no es la de la base de datos`)
  rmSync(file)
  await expect(start()).rejects.toThrow(`Falta ${file}`)
  expect(await ask(database, 'select 1 as one')).toEqual([{ one: 1 }])
})

test.runIf(isRoot)(
  'as root, below a closed folder, the data is stored in another folder, which is logged and used again',
  async () => {
    chmodSync(folder, 0o700)
    const first = await start()
    const elsewhere = readFileSync(path.join(dataDir, 'cluster.location'), 'utf8').trim()
    expect(lines.join()).toContain(elsewhere)
    await ask(first, 'create table kept as select 7 as seven')
    await first.stop()
    const second = await start()
    expect(await ask(second, 'select seven from kept')).toEqual([{ seven: 7 }])
    await second.stop()
    rmSync(elsewhere, { recursive: true })
    await expect(start()).rejects.toThrow('esa carpeta ya no existe')
  },
)

test.runIf(isRoot)('as root, a closed data folder gives the server only execute permission', async () => {
  mkdirSync(dataDir, { mode: 0o700 })
  const database = await start()
  expect(statSync(dataDir).mode & 0o7777).toBe(0o710)
  expect(statSync(`/proc/${database.pid}`).uid).toBe(65534)
})

async function start(options: { port?: number; fast?: boolean } = {}): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, fast: true, log: (line) => lines.push(line), ...options })
  started.push(database)
  return database
}

async function ask(database: { adminUrl: string }, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.adminUrl })
  // A server killed while a client is idle is reported here; the tests check the server itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !isDone(); tries++) await sleep(25)
}

function isRunning(pid: number): boolean {
  try {
    // A zombie process has ended; its parent has not read its exit code yet.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
