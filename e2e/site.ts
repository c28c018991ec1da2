import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { obfuscate } from '../src/web/core/obfuscation.ts'
import { START_MAX_MS } from '../test/start-limit.ts'
import { portOf } from '../test/started.ts'

export { expect }

export const PASSWORD = 'Enlace-Demo-2026'
export const ACCOUNTS = {
  superadmin: 'superadmin@enlace.test',
  admin: 'admin@andina.test',
  financial: 'financiero@andina.test',
  technical: 'tecnico@andina.test',
  network: 'redes@andina.test',
  client: 'cliente@andina.test',
} as const
export type Account = keyof typeof ACCOUNTS

const NODE = path.resolve(import.meta.dirname, `../node_modules/node-linux-${process.arch}/bin/node`)
const MAIN = path.resolve(import.meta.dirname, '../src/server/main.ts')

/** A separate demo for each worker, with its own database, mail and port. */
export const test = base.extend<{ watched: string[] }, { site: string }>({
  site: [({}, use) => runSite(use), { scope: 'worker', timeout: START_MAX_MS + 30_000 }],
  baseURL: ({ site }, use) => use(site),
  // A policy report, an uncaught error or an answer 5xx fails the test.
  watched: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (/Content.Security.Policy|violates the following/i.test(message.text()))
          problems.push(`policy: ${message.text()}`)
      })
      page.on('response', (response) => {
        if (response.status() >= 500 && response.status() !== 503)
          problems.push(`${response.status()} ${response.url()}`)
      })
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

/** Runs a demo for the tests of a worker, and checks the invariants of its data after them. `settings`: variables of its environment. */
export async function runSite(
  use: (address: string) => Promise<void>,
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'enlace-e2e-'))
  const server = startDemo(dataDir, undefined, settings)
  await use(`http://localhost:${await portOf(server)}`)
  const broken = await brokenInvariants(dataDir)
  await stopDemo(server)
  await rm(dataDir, { recursive: true, force: true })
  expect(broken).toBe('')
}

type Login = { username: string; password: string }
const loginOf = (account: Account | Login): Login =>
  typeof account === 'string' ? { username: ACCOUNTS[account], password: PASSWORD } : account

/** A page of this site without its program. */
const BLANK = '/blank-page'

/**
 * Signs in by the call of the login page, stores what that page stores, and opens the dashboard. A test about signing in uses
 * `signInOnScreen`.
 */
export async function signIn(page: Page, account: Account | Login): Promise<void> {
  await page.route(`**${BLANK}`, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(BLANK)
  // From inside the page, so that the browser receives the cookie of the session.
  const { user, token } = await page.evaluate(async (login) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(login) })
    const { data } = await answer.json()
    return data
  }, loginOf(account))
  expect(token, 'the sign-in opened a session').toBeDefined()
  const state = { user: obfuscate(JSON.stringify(user)), token: obfuscate(token), isAuthenticated: true }
  await page.evaluate((stored) => localStorage.setItem('auth-storage', stored), JSON.stringify({ state, version: 0 }))
  // A test that goes on to another address does not wait for the dashboard.
  await page.goto('/dashboard', { waitUntil: 'commit' })
}

/** Signs in by the login page and waits for the dashboard. */
export async function signInOnScreen(page: Page, account: Account | Login): Promise<void> {
  const { username, password } = loginOf(account)
  await page.goto('/auth')
  await page.getByLabel('Correo o usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  // By keyboard: the accounts of the demo arrive later, and the button moves between the press and the release of the mouse.
  await page.getByLabel('Contraseña', { exact: true }).press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
}

/** Starts a demo on a free port. `loaded`: a file that is loaded before its program, and then gets messages. */
export const startDemo = (
  dataDir: string,
  loaded?: string,
  settings: Readonly<Record<string, string>> = {},
): ChildProcess =>
  spawn(NODE, [...(loaded === undefined ? [] : ['--import', loaded]), MAIN, 'demo'], {
    env: {
      ...process.env,
      PORT: '0',
      ENLACE_DATA: dataDir,
      LOG_LEVEL: 'error',
      CONTACT_EMAIL: 'ayuda@sitio.test',
      RATE_PER_MINUTE: '100000',
      RATE_ANONYMOUS_PER_MINUTE: '100000',
      ...settings,
    },
    stdio: loaded === undefined ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
  })

/** The output of `bin/enlace invariants` when it finds a broken invariant in the data after the tests; empty when it finds none. */
export async function brokenInvariants(dataDir: string): Promise<string> {
  const check = spawn(NODE, [MAIN, 'invariants', '--demo'], { env: { ...process.env, ENLACE_DATA: dataDir } })
  let output = ''
  check.stdout.on('data', (chunk) => (output += String(chunk)))
  check.stderr.on('data', (chunk) => (output += String(chunk)))
  const [code] = await once(check, 'close')
  return code === 0 ? '' : output
}

export async function stopDemo(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
