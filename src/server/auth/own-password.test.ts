import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { type MadeUser, makeUser } from '#test/factory.ts'
import {
  BROWSER,
  bearer,
  cookieOf,
  failedAlready,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  runJobs,
  signIn,
  statusOf,
  tokenOf,
  tryLogin,
} from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'
import { assertFresh } from './auth.ts'
import { DEMO_PASSWORD, hashPassword } from './passwords.ts'

const app = testApp()

async function newMember(role: Parameters<typeof member>[2] = 'financial', fields = {}): Promise<MadeUser> {
  return member(app, (await app.company({ name: 'Red Sur' })).id, role, fields)
}

const change = (current_password: string, new_password: string) => ({ body: { current_password, new_password } })

test('SHL-09 cambiar la contraseña termina las demás sesiones y da otra llave a esta', async () => {
  const laura = await newMember()
  const login = await tryLogin(app, laura.username, PASSWORD, BROWSER)
  const elsewhere = await signIn(app, laura)
  const headers = { ...BROWSER, cookie: String(cookieOf(login)) }
  const answer = await app
    .as(tokenOf(login), laura)
    .ask(authApi.changePassword, { ...change(PASSWORD, OTHER_PASSWORD), headers })
  expect([answer.status, answer.json.message]).toEqual([200, 'Cambiaste tu contraseña. Cerramos tus otras sesiones.'])
  expect(await statusOf(app, tokenOf(login), cookieOf(login))).toBe(401)
  expect(await statusOf(app, elsewhere)).toBe(401)
  expect(cookieOf(answer)).not.toBe(cookieOf(login))
  expect(await statusOf(app, tokenOf(answer), cookieOf(answer))).toBe(200)
  expect(await statusOf(app, tokenOf(answer))).toBe(401)
  expect((await tryLogin(app, laura.username, PASSWORD)).status).toBe(401)
  expect((await tryLogin(app, laura.username, OTHER_PASSWORD)).status).toBe(200)
  expect(await app.events(laura.companyId)).toContain('password.changed')

  app.mails.length = 0
  await runJobs(app)
  expect(app.mails.map((mail) => [mail.to, mail.subject, mail.senderName])).toEqual([
    [laura.email, 'Tu contraseña cambió', 'Red Sur'],
  ])
})

test('SHL-09 la contraseña actual equivocada es un error de su campo, nunca un 401, y se frena como un ingreso', async () => {
  const laura = await newMember()
  const mine = app.as(await signIn(app, laura), laura)
  for (const before of [0, 40]) {
    await failedAlready(app, before)
    const answer = await mine.ask(authApi.changePassword, change('no es esta', OTHER_PASSWORD))
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual({
      message: 'La contraseña actual no es correcta',
      code: 'WRONG_PASSWORD',
      errors: [{ field: 'current_password', message: 'La contraseña actual no es correcta' }],
    })
  }
  expect((await mine.ask(authApi.changePassword, change(PASSWORD, OTHER_PASSWORD))).status).toBe(429)
  expect((await mine.ask(authApi.stepUp, { body: { password: PASSWORD } })).status).toBe(429)
  await failedAlready(app, 1)
  expect((await mine.ask(authApi.stepUp, { body: { password: PASSWORD } })).status).toBe(200)
  expect((await app.events(laura.companyId)).filter((name) => name === 'password.change_refused')).toHaveLength(2)
})

test('a wrong current password counts also inside an idempotent request', async () => {
  const laura = await newMember()
  const mine = app.as(await signIn(app, laura), laura)
  const wrong = (key: string) =>
    mine.ask(authApi.changePassword, {
      ...change('no es esta', OTHER_PASSWORD),
      headers: { 'idempotency-key': key },
    })
  expect((await wrong('a')).status).toBe(422)
  await failedAlready(app, 40)
  expect((await wrong('b')).status).toBe(422)
  expect((await mine.ask(authApi.changePassword, change(PASSWORD, OTHER_PASSWORD))).status).toBe(429)
})

test('SHL-09 la contraseña nueva no puede ser corta, conocida, propia de la persona ni la misma', async () => {
  const laura = await newMember()
  const mine = app.as(await signIn(app, laura), laura)
  const reasons: Record<string, string> = {
    'muy corta': 'La contraseña debe tener al menos 15 caracteres',
    colombiacolombia: 'Esa contraseña es muy conocida; elige otra',
    administradora2026: 'Esa contraseña es muy conocida; elige otra',
    '¡Millonarios2026!': 'Esa contraseña es muy conocida; elige otra',
    'la pinzon de siempre': 'La contraseña no puede contener tu nombre, tu usuario ni el de la empresa',
    [PASSWORD]: 'La contraseña nueva debe ser distinta de la actual',
  }
  for (const [password, message] of Object.entries(reasons)) {
    const answer = await mine.ask(authApi.changePassword, change(PASSWORD, password))
    expect(answer.status).toBe(400)
    expect(answer.json.errors).toEqual([{ field: 'new_password', message }])
  }
  expect((await mine.ask(authApi.changePassword, change(PASSWORD, DEMO_PASSWORD))).status).toBe(200)
})

test('SHL-09 dos cambios a la vez: gana uno', async () => {
  const laura = await newMember()
  const mine = app.as(await signIn(app, laura), laura)
  const answers = await Promise.all([
    mine.ask(authApi.changePassword, change(PASSWORD, OTHER_PASSWORD)),
    mine.ask(authApi.changePassword, change(PASSWORD, 'nueve barcos de papel')),
  ])
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const { rows } = await app.owner.query(
    'select count(*)::int as open from sessions where user_id = $1 and revoked_at is null',
    [laura.id],
  )
  expect(rows[0].open).toBe(1)
})

test('SHL-12 hasta terminar el primer ingreso solo responden ese paso, quién soy y salir', async () => {
  const laura = await newMember('financial', { is_first_login: true })
  const mine = app.as(await signIn(app, laura), laura)
  expect((await mine.call(authApi.me)).data.user.metadata).toMatchObject({
    is_first_login: true,
    needs_new_password: true,
  })
  for (const endpoint of [openSessionsApi.sessions, authApi.tourSeen, openSessionsApi.closeOthers]) {
    const answer = await mine.ask(endpoint)
    expect([answer.status, answer.json.code]).toEqual([422, 'FIRST_LOGIN_REQUIRED'])
  }
  expect((await mine.ask(authApi.changePassword, change(PASSWORD, OTHER_PASSWORD))).status).toBe(422)

  const without = await mine.ask(authApi.firstLogin, { body: {} })
  expect(without.json.errors).toEqual([{ field: 'new_password', message: 'Escribe la contraseña nueva' }])
  const same = await mine.ask(authApi.firstLogin, { body: { new_password: PASSWORD } })
  expect(same.json.errors).toEqual([
    { field: 'new_password', message: 'La contraseña nueva debe ser distinta de la actual' },
  ])

  const done = await mine.ask(authApi.firstLogin, { body: { new_password: OTHER_PASSWORD } })
  expect(done.status).toBe(200)
  expect(Object(done.json.data).user.metadata).toMatchObject({ is_first_login: false, needs_new_password: false })
  expect(await statusOf(app, mine.token)).toBe(401)
  const afterFirstLogin = app.as(tokenOf(done), laura)
  expect((await afterFirstLogin.ask(openSessionsApi.sessions)).status).toBe(200)
  expect(
    (await afterFirstLogin.ask(authApi.firstLogin, { body: { new_password: 'nueve barcos de papel' } })).status,
  ).toBe(409)
  expect((await tryLogin(app, laura.username, OTHER_PASSWORD)).status).toBe(200)
})

test('SHL-12 el cliente acepta además el tratamiento de sus datos', async () => {
  const ana = await newMember('client', { is_first_login: true })
  const mine = app.as(await signIn(app, ana), ana)
  for (const accept_data_policy of [undefined, false]) {
    const answer = await mine.ask(authApi.firstLogin, { body: { new_password: OTHER_PASSWORD, accept_data_policy } })
    expect(answer.status).toBe(400)
    expect(answer.json.errors?.map((error) => error.field)).toEqual(['accept_data_policy'])
  }
  expect(
    (await mine.ask(authApi.firstLogin, { body: { new_password: OTHER_PASSWORD, accept_data_policy: true } })).status,
  ).toBe(200)
  const { rows } = await app.owner.query(
    'select is_first_login, data_policy_accepted_at, password_chosen_at from users where id = $1',
    [ana.id],
  )
  expect(rows[0].is_first_login).toBe(false)
  expect(rows[0].data_policy_accepted_at).toBeInstanceOf(Date)
  expect(rows[0].password_chosen_at).toBeInstanceOf(Date)
})

test('confirming the password makes the session fresh for five minutes, and a wrong one is 422', async () => {
  const laura = await newMember('admin')
  const mine = app.as(await signIn(app, laura), laura)
  await app.owner.query(`update sessions set fresh_until = now() - interval '1 minute' where user_id = $1`, [laura.id])
  const wrong = await mine.ask(authApi.stepUp, { body: { password: OTHER_PASSWORD } })
  expect([wrong.status, wrong.json.code]).toEqual([422, 'WRONG_PASSWORD'])
  expect(wrong.json.errors?.[0]?.field).toBe('password')
  const until = new Date((await mine.call(authApi.stepUp, { body: { password: PASSWORD } })).data.fresh_until)
  expect(Math.round((until.getTime() - Date.now()) / 60_000)).toBe(5)
  expect(await statusOf(app, mine.token)).toBe(200)
  expect(await app.events(laura.companyId)).toEqual(['session.opened', 'session.confirm_refused', 'session.confirmed'])
})

test('a sensitive action requires the password when the last confirmation is too old', async () => {
  const ctxWith = (isFresh: boolean) => Object({ actor: { isFresh } })
  expect(() => assertFresh(ctxWith(true))).not.toThrow()
  expect(() => assertFresh(ctxWith(false))).toThrow('Confirma tu contraseña para continuar')
})

test('AUT-07 lo que la persona ya no es no le sirve: sin sesión ningún paso responde', async () => {
  const user = await makeUser(app.owner, (await app.company()).id, 'client', {
    password_hash: await hashPassword(app.world.config.secret, PASSWORD),
  })
  const token = await signIn(app, user)
  await app.ask(authApi.logout, { headers: bearer(token) })
  for (const endpoint of [
    authApi.stepUp,
    authApi.changePassword,
    authApi.firstLogin,
    authApi.logout,
    openSessionsApi.sessions,
  ]) {
    const answer = await app.ask(endpoint, {
      headers: bearer(token),
      ...(endpoint.method === 'GET' ? {} : { body: {} }),
    })
    expect(answer.status).toBe(401)
  }
})
