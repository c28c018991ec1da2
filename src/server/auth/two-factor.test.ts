import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { LIMITS } from '#domain/auth/limits.ts'
import { RECOVERY_CODES } from '#domain/auth/two-factor.ts'
import { twoFactorApi } from '#domain/auth/two-factor-api.ts'
import { companyApi } from '#domain/companies/api.ts'
import { userApi } from '#domain/users/api.ts'
import { resetSuperadmin } from '#server/users/superadmins.ts'
import type { MadeUser } from '#test/factory.ts'
import {
  BROWSER,
  bearer,
  browserCookieOf,
  failedAlready,
  inProduction,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  passSeconds,
  runJobs,
  signIn,
  tokenOf,
  triesOf,
} from '#test/sign-in.ts'
import { codeOf, withTwoFactor } from '#test/two-factor.ts'
import { type Answer, testApp } from '#test/world.ts'
import { PLATFORM_COMPANY_ID } from '../core/context.ts'
import { stepOf } from './two-factor.ts'

const app = testApp()

const START = new Date('2026-11-22T15:00:10Z')
const after = (seconds: number): Date => new Date(START.getTime() + seconds * 1_000)

/** A user who turned the second factor on at START, and the ways to sign in. */
async function protectedMember(role: 'admin' | 'financial' = 'financial') {
  const { id } = await app.company({ name: 'Red Sur', integrations: true })
  const user = await member(app, id, role)
  app.setNow(START)
  const mine = app.as(await signIn(app, user), user)
  const { secret, recovery } = await withTwoFactor(mine, START)
  const login = (totp?: string, { password = PASSWORD, headers = {} } = {}): Promise<Answer> =>
    app.ask(authApi.login, {
      body: { username: user.username, password, ...(totp === undefined ? {} : { totp }) },
      headers,
    })
  return { user, mine, secret, recovery, login }
}

const resultOf = (answer: Answer) => [answer.status, answer.json.code]

const RESET_SUBJECT = 'Quitaron la verificación en dos pasos de tu cuenta'

test('PRF-02 con verificación en dos pasos la contraseña sola no abre sesión, y el código sí', async () => {
  const { user, secret, login } = await protectedMember()
  const half = await login()
  expect(resultOf(half)).toEqual([422, 'TOTP_REQUIRED'])
  expect(half.json.errors?.[0]?.field).toBe('totp')
  expect(half.text).not.toMatch(/token|user"/)
  app.setNow(after(60))
  const whole = await login(codeOf(secret, after(60)))
  expect(whole.status).toBe(200)
  expect(Object(whole.json.data).user.metadata).toMatchObject({ has_two_factor: true, needs_two_factor: false })
  expect(await triesOf(app, user.companyId)).toEqual(['opened', 'code_requested', 'opened'])
})

test('PRF-02 una contraseña equivocada responde lo mismo con y sin verificación, también con un código bueno', async () => {
  const { secret, login } = await protectedMember()
  app.setNow(after(60))
  const other = await member(app, (await app.company()).id, 'financial')
  const without = await app.ask(authApi.login, { body: { username: other.username, password: OTHER_PASSWORD } })
  for (const totp of [undefined, codeOf(secret, after(60)), '000000'])
    expect((await login(totp, { password: OTHER_PASSWORD })).text).toBe(without.text)
  expect((await login(codeOf(secret, after(60)))).status).toBe(200)
})

test('PRF-02 un código vale una sola vez, y un paso antes o después de ahora', async () => {
  const { secret, login } = await protectedMember()
  expect(resultOf(await login(codeOf(secret, START)))).toEqual([422, 'WRONG_TOTP'])
  app.setNow(after(300))
  for (const [shift, status] of [
    [-60, 422],
    [60, 422],
    [-30, 200],
    [-30, 422],
    [30, 200],
    [0, 422],
  ] as const)
    expect([shift, (await login(codeOf(secret, after(300 + shift)))).status]).toEqual([shift, status])
})

test('PRF-02 de dos ingresos a la vez con el mismo código entra uno', async () => {
  const { secret, login } = await protectedMember()
  app.setNow(after(60))
  const code = codeOf(secret, after(60))
  const answers = await Promise.all([login(code), login(code, { headers: BROWSER }), login(code)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(2)
})

test('PRF-02 los códigos equivocados se cuentan como contraseñas equivocadas', async () => {
  const { user, secret, login } = await protectedMember()
  app.setNow(after(60))
  for (let n = 0; n < 5; n += 1) expect(resultOf(await login('abc-123'))).toEqual([422, 'WRONG_TOTP'])
  expect((await login(codeOf(secret, after(60)))).status).toBe(429)
  await passSeconds(app, 3_600)
  expect((await login(codeOf(secret, after(60)))).status).toBe(200)
  expect((await triesOf(app, user.companyId)).filter((reason) => reason === 'wrong_code')).toHaveLength(5)
  expect(LIMITS.production.networkFailures).toBeGreaterThan(5)
})

test('PRF-02 un navegador conocido también escribe el código', async () => {
  const { secret, login } = await protectedMember()
  app.setNow(after(60))
  const first = await login(codeOf(secret, after(60)), { headers: BROWSER })
  const headers = { ...BROWSER, cookie: String(browserCookieOf(first.headers)) }
  expect(resultOf(await login(undefined, { headers }))).toEqual([422, 'TOTP_REQUIRED'])
})

test('PRF-02 cada código de recuperación entra una vez, y la persona recibe una carta', async () => {
  const { user, mine, recovery, login } = await protectedMember()
  expect(new Set(recovery).size).toBe(RECOVERY_CODES)
  const [code = ''] = recovery
  await runJobs(app)
  app.mails.length = 0
  expect((await login(code.toUpperCase())).status).toBe(200)
  expect(resultOf(await login(code))).toEqual([422, 'WRONG_TOTP'])
  expect((await mine.call(twoFactorApi.twoFactor)).data).toEqual({ is_on: true, is_required: false, codes_left: 9 })
  await runJobs(app)
  expect(app.mails.map((mail) => [mail.to, mail.subject])).toEqual([[user.email, 'Usaste un código de recuperación']])
  expect(app.mails[0]?.text).toContain('Te quedan 9')
  expect(await app.events(user.companyId)).toContain('two_factor.recovery_code_used')
  const { rows } = await app.owner.query(`select row_to_json(c)::text as text from two_factor_codes c`)
  expect(rows.map((row) => row.text).join()).not.toContain(code.replace('-', ''))
})

test('PRF-02 la clave se guarda cifrada, y otra clave reemplaza la anterior solo al confirmarla', async () => {
  const { user, mine, secret, recovery, login } = await protectedMember()
  const { rows } = await app.owner.query('select secret from two_factors where user_id = $1', [user.id])
  expect(rows[0].secret.includes(secret)).toBe(false)
  const { data } = await mine.call(twoFactorApi.enrolTwoFactor)
  expect(data.uri).toContain(`secret=${data.secret}`)
  app.setNow(after(60))
  expect(
    resultOf(await mine.ask(twoFactorApi.confirmTwoFactor, { body: { totp: codeOf(secret, after(60)) } })),
  ).toEqual([422, 'WRONG_TOTP'])
  expect((await login(codeOf(secret, after(60)))).status).toBe(200)
  await mine.call(twoFactorApi.confirmTwoFactor, { body: { totp: codeOf(data.secret, after(60)) } })
  app.setNow(after(120))
  expect((await login(codeOf(secret, after(120)))).status).toBe(422)
  expect((await login(recovery[0])).status).toBe(422)
  expect((await login(codeOf(data.secret, after(120)))).status).toBe(200)
})

test('PRF-02 confirmar una acción delicada pide la contraseña y el código, y cambiar la contraseña no la confirma', async () => {
  const { mine, user, secret, recovery } = await protectedMember()
  app.setNow(after(60))
  const confirm = (totp?: string) =>
    mine.ask(authApi.stepUp, { body: { password: PASSWORD, ...(totp === undefined ? {} : { totp }) } })
  expect(resultOf(await confirm())).toEqual([422, 'TOTP_REQUIRED'])
  expect(resultOf(await confirm('000-000-0'))).toEqual([422, 'WRONG_TOTP'])
  expect(resultOf(await confirm(codeOf(secret, after(60))))).toEqual([200, undefined])
  expect(resultOf(await confirm(codeOf(secret, after(60))))).toEqual([422, 'WRONG_TOTP'])
  const body = { current_password: PASSWORD, new_password: OTHER_PASSWORD }
  const changed = app.as(tokenOf(await mine.ask(authApi.changePassword, { body })), user)
  expect(resultOf(await changed.ask(twoFactorApi.enrolTwoFactor))).toEqual([422, 'STEP_UP_REQUIRED'])
  await failedAlready(app, 0)
  await changed.call(authApi.stepUp, { body: { password: OTHER_PASSWORD, totp: recovery[1] } })
  expect((await changed.ask(twoFactorApi.enrolTwoFactor)).status).toBe(200)
})

test('PRF-02 se desactiva con un código, y activar y desactivar dejan evento y carta', async () => {
  const { user, mine, recovery, login } = await protectedMember()
  expect(resultOf(await mine.ask(twoFactorApi.disableTwoFactor, { body: { totp: '12' } }))).toEqual([422, 'WRONG_TOTP'])
  await mine.call(twoFactorApi.disableTwoFactor, { body: { totp: recovery[0] } })
  expect((await login()).status).toBe(200)
  await runJobs(app)
  const events = await app.events(user.companyId)
  for (const name of ['two_factor.enabled', 'two_factor.refused', 'two_factor.disabled']) expect(events).toContain(name)
  expect(app.mails.filter((mail) => mail.to === user.email).map((mail) => mail.subject)).toEqual(
    expect.arrayContaining(['Activaste la verificación en dos pasos', 'Desactivaste la verificación en dos pasos']),
  )
})

test('PRF-02 quien administra la empresa la quita a otra persona al restablecer su acceso, y esa persona recibe una carta', async () => {
  const { user, login } = await protectedMember()
  const admin = await member(app, user.companyId, 'admin')
  const boss = app.as(await signIn(app, admin), admin)
  expect(resultOf(await login())).toEqual([422, 'TOTP_REQUIRED'])
  const reset = () => boss.call(userApi.reset, { params: { id: user.id } })
  await reset()
  expect(await app.events(user.companyId)).toContain('two_factor.reset')
  expect((await login()).status).toBe(200)
  // Without a second factor there is nothing to remove, and nothing to say.
  await reset()
  await runJobs(app)
  const notices = app.mails.filter((mail) => mail.to === user.email && mail.subject === RESET_SUBJECT)
  expect(notices).toHaveLength(1)
  expect(notices[0]?.text).toContain('quitaron la verificación en dos pasos')
})

test('PRF-02 en producción un superadmin solo configura su verificación hasta tenerla, no la desactiva, y la consola la quita', async () => {
  const server = await inProduction(app)
  const boss: MadeUser = await member(app, PLATFORM_COMPANY_ID, 'superadmin', {
    username: 'ana@plataforma.test',
    email: 'ana@plataforma.test',
  })
  app.setNow(START)
  const ask = async (endpoint: { method: 'GET' | 'POST'; path: string }, token: string | null, payload?: object) =>
    server.inject({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      headers: token === null ? {} : bearer(token),
      ...(payload ? { payload } : {}),
    })
  const login = (body: object = {}) =>
    ask(authApi.login, null, { username: boss.username, password: PASSWORD, ...body })
  const opened = (await login()).json().data
  expect(opened.user.metadata.needs_two_factor).toBe(true)
  const blocked = await ask(companyApi.list, opened.token)
  expect([blocked.statusCode, blocked.json().code]).toEqual([422, 'TWO_FACTOR_REQUIRED'])
  const { secret } = (await ask(twoFactorApi.enrolTwoFactor, opened.token)).json().data
  expect(stepOf(secret, codeOf(secret, START), START)).not.toBe(null)
  const confirmed = await ask(twoFactorApi.confirmTwoFactor, opened.token, { totp: codeOf(secret, START) })
  expect(confirmed.json().data.recovery_codes).toHaveLength(RECOVERY_CODES)
  expect((await ask(companyApi.list, opened.token)).statusCode).toBe(200)
  const [code] = confirmed.json().data.recovery_codes
  const kept = await ask(twoFactorApi.disableTwoFactor, opened.token, { totp: code })
  expect([kept.statusCode, kept.json().code]).toEqual([422, 'REFUSED'])
  expect((await login()).json().code).toBe('TOTP_REQUIRED')
  expect((await login({ totp: code })).statusCode).toBe(200)
  const text = await resetSuperadmin(app.world, boss.email)
  const password = /Primera contraseña: (\S+)/.exec(text)?.[1] ?? ''
  expect((await login({ password })).json().data.user.metadata.needs_two_factor).toBe(true)
  expect(await app.events(PLATFORM_COMPANY_ID)).toContain('two_factor.reset')
  await runJobs(app)
  expect(app.mails.filter((mail) => mail.to === boss.email).map((mail) => mail.subject)).toContain(RESET_SUBJECT)
  await server.close()
})
