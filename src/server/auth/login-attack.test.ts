import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { NAME_FAILURES_PER_DAY, NAME_FAILURES_PER_DAY_MAX } from '#domain/auth/limits.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { HOUR_S } from '#domain/core/durations.ts'
import type { MadeUser } from '#test/factory.ts'
import {
  BROWSER,
  bearer,
  browserCookieOf,
  emptyMailbox,
  inProduction,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  passSeconds,
  runJobs,
  tokenOf,
  tryLogin,
} from '#test/sign-in.ts'
import { type TestApp, testApp } from '#test/world.ts'

const app = testApp()
const holder: { server?: TestApp['app'] } = {}
beforeAll(async () => {
  holder.server = await inProduction(app)
})
afterAll(() => holder.server?.close())

const HOURS = 3
const NETWORKS = 10
const TRIES_PER_HOUR = 1_000

type From = { ip: string; cookie?: string | null }

async function send(url: string, payload: object, { ip, cookie }: From) {
  const server = holder.server
  if (!server) throw new Error('the server is not open')
  const headers = { ...BROWSER, ...(cookie ? { cookie } : {}) }
  return server.inject({ method: 'POST', url, remoteAddress: ip, payload, headers })
}

const login = (username: string, password: string, from: From) => send('/api/auth/login', { username, password }, from)

async function newOwner(ip: string): Promise<{ laura: MadeUser; cookie: string | null }> {
  const { id } = await app.company()
  const laura = await member(app, id, 'admin')
  const first = await login(laura.username, PASSWORD, { ip })
  expect(first.statusCode).toBe(200)
  return { laura, cookie: browserCookieOf(first.headers) }
}

test('AUT-01 mil intentos por hora desde diez redes no dejan por fuera a la dueña, y prueban pocas contraseñas', async () => {
  const { laura, cookie } = await newOwner('186.30.5.9')
  let evaluated = 0
  let refused = 0
  for (let hour = 0; hour < HOURS; hour += 1) {
    for (let round = 0; round < TRIES_PER_HOUR / NETWORKS; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: NETWORKS }, (_, network) =>
          login(laura.username, OTHER_PASSWORD, { ip: `10.${network}.0.${round}` }),
        ),
      )
      evaluated += answers.filter((answer) => answer.statusCode === 401).length
      refused += answers.filter((answer) => answer.statusCode === 429).length
      await passSeconds(app, (HOUR_S * NETWORKS) / TRIES_PER_HOUR)
    }
    expect((await login(laura.username, PASSWORD, { ip: '10.0.0.77', cookie })).statusCode).toBe(200)
    expect((await login(laura.username, PASSWORD, { ip: '186.30.5.200' })).statusCode).toBe(200)
  }
  expect(evaluated + refused).toBe(HOURS * TRIES_PER_HOUR)
  expect(evaluated).toBeLessThanOrEqual(NAME_FAILURES_PER_DAY + NETWORKS)
  expect(refused).toBeGreaterThan(evaluated)
}, 240_000)

test('AUT-01 quien adivina desde muchas redes tiene un total, y ni así deja por fuera un navegador conocido', async () => {
  const { laura, cookie } = await newOwner('186.31.5.9')
  const guess = async (ip: string) => (await login(laura.username, OTHER_PASSWORD, { ip })).statusCode
  const failedEverywhere = (failures: number) =>
    app.owner.query(`update attempts set failures = $1 where subject like 'login\\_everywhere:%'`, [failures])
  expect(await guess('10.20.0.1')).toBe(401)
  await failedEverywhere(NAME_FAILURES_PER_DAY)
  expect(await guess('10.20.0.2')).toBe(429)
  expect(await guess('10.21.0.1')).toBe(401)
  expect(await guess('10.21.0.2')).toBe(429)
  await failedEverywhere(NAME_FAILURES_PER_DAY_MAX)
  const waiting = await login(laura.username, PASSWORD, { ip: '10.22.0.1' })
  expect([waiting.statusCode, Number(waiting.headers['retry-after']) > 80_000]).toEqual([429, true])
  expect((await login(laura.username, PASSWORD, { ip: '10.22.0.1', cookie })).statusCode).toBe(200)

  await emptyMailbox(app)
  const asked = await send('/api/auth/recovery', { email: laura.email }, { ip: '10.22.0.1' })
  await runJobs(app)
  const otp = /\n(\d{6})\n/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const here = { ip: '10.22.0.1', cookie: browserCookieOf(asked.headers) }
  const permit = await send('/api/auth/validate-otp', { email: laura.email, otp }, here)
  const body = { token: permit.json().data.token, password: OTHER_PASSWORD }
  expect((await send('/api/auth/reset-password', body, here)).statusCode).toBe(200)
  await failedEverywhere(NAME_FAILURES_PER_DAY_MAX)
  expect((await login(laura.username, OTHER_PASSWORD, here)).statusCode).toBe(200)
  expect((await login(laura.username, OTHER_PASSWORD, { ip: '10.22.0.1', cookie })).statusCode).toBe(200)
})

test('AUT-01 los fallos de un navegador conocido lo frenan a él', async () => {
  const { laura, cookie } = await newOwner('186.32.5.9')
  for (let n = 0; n < 12; n += 1) await login(laura.username, OTHER_PASSWORD, { ip: '186.32.5.9', cookie })
  expect((await login(laura.username, PASSWORD, { ip: '186.32.5.9', cookie })).statusCode).toBe(429)
  expect((await login(laura.username, PASSWORD, { ip: '186.32.5.9' })).statusCode).toBe(200)
})

test('AUT-01 un navegador conocido de otra cuenta del mismo correo no pasa la espera de esta', async () => {
  const { laura } = await newOwner('186.33.5.9')
  const other = await app.company()
  const thief = await member(app, other.id, 'client', { email: laura.email })
  const mine = browserCookieOf((await login(thief.username, PASSWORD, { ip: '10.30.0.1' })).headers)
  await app.owner.query('update users set password_hash = $1 where id = $2', [
    '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA',
    thief.id,
  ])
  for (let n = 0; n < 12; n += 1) await login(laura.email, OTHER_PASSWORD, { ip: '10.30.0.1' })
  expect((await login(laura.email, PASSWORD, { ip: '10.30.0.1', cookie: mine })).statusCode).toBe(401)
  expect((await login(laura.email, PASSWORD, { ip: '10.31.0.1' })).statusCode).toBe(200)
})

test('AUT-01 cerrar las demás sesiones y cambiar la contraseña olvidan los otros navegadores', async () => {
  const { laura, cookie } = await newOwner('186.34.5.9')
  const known = async (): Promise<number> => {
    const { rows } = await app.owner.query('select from known_browsers where user_id = $1', [laura.id])
    return rows.length
  }
  const second = await login(laura.username, PASSWORD, { ip: '186.34.5.9' })
  expect(await known()).toBe(2)
  const session = tokenOf(await tryLogin(app, laura.username, PASSWORD))
  await app.ask(openSessionsApi.closeOthers, { headers: bearer(session, cookie) })
  expect(await known()).toBe(1)
  await login(laura.username, PASSWORD, { ip: '186.34.5.9', cookie: browserCookieOf(second.headers) })
  expect(await known()).toBe(2)
  const body = { current_password: PASSWORD, new_password: OTHER_PASSWORD }
  const again = tokenOf(await tryLogin(app, laura.username, PASSWORD))
  expect((await app.ask(authApi.changePassword, { body, headers: bearer(again, cookie) })).status).toBe(200)
  expect(await known()).toBe(1)
})

test('SHL-10 cerrar la sesión borra lo guardado en el navegador y no la cookie que lo identifica', async () => {
  const { laura, cookie } = await newOwner('186.35.5.9')
  const token = tokenOf(await tryLogin(app, laura.username, PASSWORD))
  const { headers } = await app.ask(authApi.logout, { headers: bearer(token, cookie) })
  expect(headers['clear-site-data']).toBe('"cache"')
  expect(String(headers['set-cookie'])).not.toContain('__Host-enlace-browser')
})
