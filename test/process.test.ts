import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { START_MAX_MS } from './start-limit.ts'
import { portOf } from './started.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')
/** Time for what a test does apart from its starts. */
const REST_MS = 60_000

let dataDir = ''
const running: ChildProcess[] = []

// One folder for all the tests: the first start of the demo fills it, which takes longest, and the other starts find it filled.
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-process-'))
})
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null && child.signalCode === null) await stop(child)
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

function enlace(args: string[], env: Record<string, string>): ChildProcess & { output(): string } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'error', ENLACE_DATA: dataDir, ...env },
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  running.push(child)
  return Object.assign(child, { output: () => output })
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
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

test(
  'the demo survives kill -9: the next start has the same data and the same sessions, and stops with code 0',
  async () => {
    const first = enlace(['demo'], { PORT: '0' })
    const port = await portOf(first)
    const token = await login(port)
    expect(await plans(port, token)).toBe(10)
    await stop(first, 'SIGKILL')
    const second = enlace(['demo'], { PORT: '0' })
    expect(await plans(await portOf(second), token)).toBe(10)
    expect(await stop(second)).toBe(0)
    expect(second.output()).toContain('financiero@andina.test')
  },
  2 * START_MAX_MS + REST_MS,
)

test(
  'a second start on the same data uses the same database, and a used port is reported in a sentence',
  async () => {
    const first = enlace(['demo'], { PORT: '0' })
    const one = await portOf(first)
    expect(first.output()).toContain(`Enlace está listo en http://localhost:${one}`)
    const taken = enlace(['demo'], { PORT: String(one) })
    expect(await ended(taken)).toBe(1)
    expect(taken.output()).toContain(`El puerto ${one} ya está en uso`)
    expect(taken.output()).not.toMatch(/ at .*\.ts:\d+/)
    const second = enlace(['demo'], { PORT: '0' })
    const other = await portOf(second)
    expect(other).not.toBe(one)
    const token = await login(one)
    expect(await plans(other, token)).toBe(10)
    expect(await stop(second)).toBe(0)
    expect(await plans(one, token)).toBe(10)
  },
  2 * START_MAX_MS + REST_MS,
)

test('a data folder that cannot be written, or a missing variable, is reported in a sentence and not in a stack trace', async () => {
  const file = path.join(dataDir, 'ocupado')
  await writeFile(file, 'x')
  const blocked = enlace(['demo'], { ENLACE_DATA: path.join(file, 'datos') })
  expect(await ended(blocked)).toBe(1)
  expect(blocked.output()).toMatch(/No se puede escribir en la carpeta de datos/)
  const unset = enlace(['serve'], {})
  expect(await ended(unset)).toBe(1)
  for (const name of ['DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'CONTACT_EMAIL', 'ENLACE_SECRET'])
    expect(unset.output()).toContain(`- ${name}:`)
  expect(unset.output()).not.toMatch(/ at .*\.ts:\d+/)
}, 60_000)

test(
  'OPS-03 bin/enlace audit verify and bin/enlace invariants read the data of the demo and report that all of it is right',
  async () => {
    const demo = enlace(['demo'], { PORT: '0' })
    await login(await portOf(demo))
    const verify = enlace(['audit', 'verify', '--demo', '--without-heads'], {})
    expect([await ended(verify), verify.output()]).toEqual([
      0,
      expect.stringMatching(/(está completa|está bien): \d+ hechos en \d+ sellos/),
    ])
    const invariants = enlace(['invariants', '--demo'], {})
    expect([await ended(invariants), invariants.output()]).toEqual([
      0,
      expect.stringMatching(/Todo cuadra: \d+ comprobaciones/),
    ])
  },
  START_MAX_MS + REST_MS,
)
