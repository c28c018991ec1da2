import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')
const READY_MAX_MS = 30_000

let dataDir = ''
const running: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-process-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null && child.signalCode === null) await stop(child)
  await rm(dataDir, { recursive: true, force: true })
})

function enlace(args: string[], env: Record<string, string>): ChildProcess & { said(): string } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'error', ENLACE_DATA: dataDir, ...env },
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  child.stderr.on('data', (chunk) => (said += String(chunk)))
  running.push(child)
  return Object.assign(child, { said: () => said })
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null) await once(child, 'exit')
  return child.exitCode
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function ready(port: number, child: ChildProcess & { said(): string }): Promise<void> {
  const began = Date.now()
  while (Date.now() - began < READY_MAX_MS && child.exitCode === null) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`not ready: ${child.said()}`)
}

async function login(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'financiero@andina.test', password: 'Enlace-Demo-2026' }),
  })
  const { data } = (await answer.json()) as { data: { token: string } }
  return data.token
}

const plans = async (port: number, token: string): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/api/admin/plans`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await answer.json()) as { data: unknown[] }
  return data.length
}

test('the demo survives kill -9: the next start has the same world and the same sessions, and stops well', async () => {
  const port = await freePort()
  const first = enlace(['demo'], { PORT: String(port) })
  await ready(port, first)
  const token = await login(port)
  expect(await plans(port, token)).toBe(10)
  await stop(first, 'SIGKILL')
  const second = enlace(['demo'], { PORT: String(port) })
  await ready(port, second)
  expect(await plans(port, token)).toBe(10)
  expect(await stop(second)).toBe(0)
  expect(second.said()).toContain('financiero@andina.test')
}, 90_000)

test('a second start on the same data joins the same database, and a taken port is said in a sentence', async () => {
  const [one, other] = [await freePort(), await freePort()]
  const first = enlace(['demo'], { PORT: String(one) })
  await ready(one, first)
  const taken = enlace(['demo'], { PORT: String(one) })
  expect(await ended(taken)).toBe(1)
  expect(taken.said()).toContain(`El puerto ${one} ya está en uso`)
  expect(taken.said()).not.toMatch(/ at .*\.ts:\d+/)
  const second = enlace(['demo'], { PORT: String(other) })
  await ready(other, second)
  const token = await login(one)
  expect(await plans(other, token)).toBe(10)
  expect(await stop(second)).toBe(0)
  expect(await plans(one, token)).toBe(10)
}, 90_000)

test('a data folder that cannot be written, or a missing variable, is said in a sentence and not in a trace', async () => {
  const file = path.join(dataDir, 'ocupado')
  await writeFile(file, 'x')
  const blocked = enlace(['demo'], { ENLACE_DATA: path.join(file, 'datos') })
  expect(await ended(blocked)).toBe(1)
  expect(blocked.said()).toMatch(/No se puede escribir en la carpeta de datos/)
  const unset = enlace(['serve'], {})
  expect(await ended(unset)).toBe(1)
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'ENLACE_SECRET'])
    expect(unset.said()).toContain(`- ${name}:`)
  expect(unset.said()).not.toMatch(/ at .*\.ts:\d+/)
}, 60_000)

test('bin/enlace audit verify reads the demo’s binnacle and says that it is whole', async () => {
  const port = await freePort()
  const demo = enlace(['demo'], { PORT: String(port) })
  await ready(port, demo)
  await login(port)
  const verify = enlace(['audit', 'verify'], {})
  expect([await ended(verify), verify.said()]).toEqual([
    0,
    expect.stringMatching(/La bitácora está completa: \d+ hechos en \d+ sellos/),
  ])
}, 90_000)
