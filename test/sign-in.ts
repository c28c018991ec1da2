import { Logger as QueueLogger, runOnce } from 'graphile-worker'
import { authApi } from '#domain/auth/api.ts'
import type { Role } from '#domain/core/roles.ts'
import { routes, tasks } from '#server/app.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { World } from '#server/core/context.ts'
import { buildServer } from '#server/core/serve.ts'
import { maintenanceGate } from '#server/platform/maintenance.ts'
import type { MadeUser } from './factory.ts'
import { makeUser } from './factory.ts'
import type { Answer, TestApp } from './world.ts'

/** Long enough for every role, and not in the list of common passwords. */
export const PASSWORD = 'tres gatos y un tejado azul'
export const OTHER_PASSWORD = 'siete faroles en la niebla'

type Fields = Parameters<typeof makeUser>[3]

/** A user of a company who can sign in with PASSWORD. */
export async function member(app: TestApp, companyId: string, role: Role, fields: Fields = {}): Promise<MadeUser> {
  return makeUser(app.owner, companyId, role, {
    password_hash: await hashPassword(app.world.config.secret, PASSWORD),
    ...fields,
  })
}

export const BROWSER = {
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
}

export const tryLogin = (app: TestApp, username: string, password: string, headers: Record<string, string> = {}) =>
  app.ask(authApi.login, { body: { username, password }, headers })

/** The token of a successful login. */
export async function signIn(app: TestApp, user: { username: string }, password = PASSWORD): Promise<string> {
  const answer = await tryLogin(app, user.username, password)
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`)
  return tokenOf(answer)
}

export const tokenOf = (answer: Answer): string => String(Object(answer.json.data).token)

/** The session cookie that an answer sets, as a browser would send it back, or null. */
export function cookieOf(answer: Answer): string | null {
  const set = [answer.headers['set-cookie']].flat().map(String)
  return set.find((line) => line.startsWith('__Host-enlace='))?.split(';')[0] ?? null
}

export const bearer = (token: string, cookie?: string | null): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(cookie ? { cookie } : {}),
})

/** Whether a token is still valid. */
export const statusOf = async (app: TestApp, token: string, cookie?: string | null): Promise<number> =>
  (await app.ask(authApi.me, { headers: bearer(token, cookie) })).status

/** The recorded logins of a company, in order: the reason of each refusal, or 'opened'. */
export async function triesOf(app: TestApp, companyId: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ name: string; reason: string | null }>(
    `select name, after->>'reason' as reason from events where company_id = $1 and name like 'session.%' order by at, id`,
    [companyId],
  )
  return rows.map((row) => row.reason ?? row.name.slice('session.'.length))
}

/** Sets every counter of failed logins to `times`, with the wait already over. */
export const failedAlready = (app: TestApp, times: number) =>
  app.owner.query('update attempts set failures = $1, blocked_until = null', [times])

/** Moves every counter of failures into the past, as if these seconds had passed. */
export const passSeconds = (app: TestApp, seconds: number) =>
  app.owner.query(
    `update attempts set window_started_at = window_started_at - make_interval(secs => $1),
       blocked_until = blocked_until - make_interval(secs => $1)`,
    [seconds],
  )

/** The cookie that identifies the browser, as a browser would send it back, or null. */
export function browserCookieOf(headers: Record<string, unknown>): string | null {
  const set = [headers['set-cookie']].flat().map(String)
  return set.find((line) => line.startsWith('__Host-enlace-browser='))?.split(';')[0] ?? null
}

/** Runs the jobs of the queue until it is empty. */
export const runJobs = (app: TestApp): Promise<void> =>
  runOnce({
    pgPool: app.owner,
    logger: new QueueLogger(() => () => undefined),
    noHandleSignals: true,
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(app.world, payload)]),
    ),
  })

/** The same application with production's limits instead of the demo's. */
export async function inProduction(app: TestApp): Promise<TestApp['app']> {
  const world: World = { ...app.world, config: { ...app.world.config, mode: 'production' } }
  return buildServer(world, routes, { gate: maintenanceGate })
}

/** Waits for the emails that are being sent, and discards them. */
export async function emptyMailbox(app: TestApp): Promise<void> {
  await runJobs(app)
  app.mails.length = 0
}

/** Requests the recovery codes of an address and reads them from the email. By username. */
export async function recoveryCodes(app: TestApp, email: string): Promise<Record<string, string>> {
  await emptyMailbox(app)
  await app.ask(authApi.recovery, { body: { email } })
  await runJobs(app)
  const text = app.mails.find((mail) => mail.to === email)?.text ?? ''
  return Object.fromEntries([...text.matchAll(/Usuario: (\S+).*\n\n(\d{6})/g)].map((match) => [match[1], match[2]]))
}

/** The recovery code of one user, or '' when there is none. */
export const recoveryCode = async (app: TestApp, user: MadeUser): Promise<string> =>
  (await recoveryCodes(app, user.email))[user.username] ?? ''
