import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { TEST_SECRET } from './database.ts'

const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')

const COMPILED = path.resolve(import.meta.dirname, '../node_modules/.cache/enlace')

export type Ended = { code: number | null; out: string; err: string }
export type RunningCommand = ChildProcess & { out(): string; err(): string; ended(): Promise<Ended> }

/** Starts `bin/enlace` with these words and nothing but this environment. */
export function startCommand(words: readonly string[], env: Readonly<Record<string, string>>): RunningCommand {
  const child = spawn(process.execPath, [MAIN, ...words], {
    // The compiled code is kept, as bin/enlace keeps it: a start then takes a quarter of the time.
    env: { PATH: process.env.PATH ?? '', LOG_LEVEL: 'error', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (texts.out += String(chunk)))
  child.stderr.on('data', (chunk) => (texts.err += String(chunk)))
  return Object.assign(child, {
    out: () => texts.out,
    err: () => texts.err,
    async ended(): Promise<Ended> {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      return { code: child.exitCode, ...texts }
    },
  })
}

export const runCommand = (words: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> =>
  startCommand(words, env).ended()

/** The environment of a production process on a database of the tests. */
export const productionEnv = (urls: { appUrl: string; ownerUrl: string }, dataDir: string) => ({
  DATABASE_URL: urls.appUrl,
  DATABASE_ADMIN_URL: urls.ownerUrl,
  ENLACE_DATA: dataDir,
  ENLACE_SECRET: TEST_SECRET.toString('base64'),
  PUBLIC_URL: 'http://localhost:3000',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Enlace <no-responder@ejemplo.co>',
  CONTACT_EMAIL: 'ayuda@ejemplo.co',
})

/** The same address with another user, password, port or database. */
export function changed(url: string, change: (copy: URL) => void): string {
  const copy = new URL(url)
  change(copy)
  return copy.href
}
