import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { type MadeUser, makeUser } from '#test/factory.ts'
import {
  failedAlready,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  recoveryCode,
  runJobs,
  signIn,
  statusOf,
  tokenOf,
  tryLogin,
} from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'

const app = testApp()

async function newMember(role: Parameters<typeof member>[2] = 'client', fields = {}): Promise<MadeUser> {
  return member(app, (await app.company({ name: 'Red Sur' })).id, role, fields)
}

const validate = (email: string, otp: string) => app.ask(authApi.validateOtp, { body: { email, otp } })
const reset = (token: string, password: string) => app.ask(authApi.resetPassword, { body: { token, password } })

const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')

test('AUT-04 el código del correo da un permiso, y el permiso una contraseña nueva', async () => {
  const ana = await newMember()
  const open = await signIn(app, ana)
  const code = await recoveryCode(app, ana)
  expect(code).toMatch(/^\d{6}$/)
  const token = tokenOf(await validate(ana.email.toUpperCase(), code))
  expect(token).toMatch(/^lnk_[\w-]{43}$/)

  app.mails.length = 0
  const done = await reset(token, OTHER_PASSWORD)
  expect([done.status, done.json]).toEqual([
    200,
    { data: {}, message: 'Tu contraseña está lista. Ya puedes entrar con ella.' },
  ])
  expect(done.headers['set-cookie']).toBe(undefined)
  expect(await statusOf(app, open)).toBe(401)
  expect((await tryLogin(app, ana.username, PASSWORD)).status).toBe(401)
  expect((await tryLogin(app, ana.username, OTHER_PASSWORD)).status).toBe(200)
  await runJobs(app)
  expect(app.mails.map((mail) => [mail.to, mail.subject])).toEqual([[ana.email, 'Tu contraseña cambió']])
  expect((await app.events(ana.companyId)).filter((name) => /^(recovery|password)/.test(name))).toEqual([
    'recovery.asked',
    'recovery.validated',
    'password.reset',
  ])
})

test('AUT-04 un código malo, vencido, usado, repetido o de nadie recibe la misma respuesta', async () => {
  const ana = await newMember()
  const first = await recoveryCode(app, ana)
  const second = await recoveryCode(app, ana)
  const answers = [await validate(ana.email, wrongFor(second)), await validate('nadie@correo.test', '123456')]
  if (first !== second) answers.push(await validate(ana.email, first))
  expect((await validate(ana.email, second)).status).toBe(200)
  answers.push(await validate(ana.email, second))
  const third = await recoveryCode(app, ana)
  await app.owner.query(`update recovery_codes set expires_at = now() - interval '1 second' where user_id = $1`, [
    ana.id,
  ])
  answers.push(await validate(ana.email, third))
  for (const answer of answers) {
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual({ message: 'El código no es válido o ya venció', code: 'REFUSED' })
  }
})

test('AUT-04 al quinto intento equivocado el código muere, también si los intentos llegan juntos', async () => {
  const ana = await newMember()
  const slow = await recoveryCode(app, ana)
  for (let n = 0; n < 4; n += 1) expect((await validate(ana.email, wrongFor(slow))).status).toBe(422)
  expect((await validate(ana.email, slow)).status).toBe(200)

  const fast = await recoveryCode(app, ana)
  await Promise.all(Array.from({ length: 5 }, () => validate(ana.email, wrongFor(fast))))
  expect((await validate(ana.email, fast)).status).toBe(422)
  expect((await app.events(ana.companyId)).filter((name) => name === 'recovery.refused')).toHaveLength(9)
})

test('AUT-04 el permiso sirve una vez, diez minutos, y no más que el último', async () => {
  const ana = await newMember()
  const invalidLink = { message: 'Este enlace ya no sirve. Pide un código nuevo.', code: 'REFUSED' }
  const spent = tokenOf(await validate(ana.email, await recoveryCode(app, ana)))
  const weak = await reset(spent, 'contraseña2026')
  expect(weak.status).toBe(400)
  expect(weak.json.errors).toEqual([{ field: 'password', message: 'Esa contraseña es muy conocida; elige otra' }])
  const [a, b] = await Promise.all([reset(spent, OTHER_PASSWORD), reset(spent, 'nueve barcos de papel')])
  expect(new Set([a.status, b.status])).toEqual(new Set([200, 422]))
  expect((await reset(spent, OTHER_PASSWORD)).json).toEqual(invalidLink)

  const late = tokenOf(await validate(ana.email, await recoveryCode(app, ana)))
  await app.owner.query(`update recovery_codes set expires_at = now() - interval '1 second' where user_id = $1`, [
    ana.id,
  ])
  expect((await reset(late, OTHER_PASSWORD)).json).toEqual(invalidLink)

  const older = tokenOf(await validate(ana.email, await recoveryCode(app, ana)))
  const newer = tokenOf(await validate(ana.email, await recoveryCode(app, ana)))
  expect((await reset(newer, OTHER_PASSWORD)).status).toBe(200)
  expect((await reset(older, OTHER_PASSWORD)).json).toEqual(invalidLink)
  expect((await reset('lnk_inventado', OTHER_PASSWORD)).json).toEqual(invalidLink)
})

test('AUT-01 recuperar la contraseña abre una cuenta frenada por fallos ajenos', async () => {
  const ana = await newMember()
  const guess = () => Promise.all([ana.username, ana.email].map((name) => tryLogin(app, name, 'adivinando')))
  await guess()
  await failedAlready(app, 40)
  await guess()
  expect((await tryLogin(app, ana.username, PASSWORD)).status).toBe(429)
  await reset(tokenOf(await validate(ana.email, await recoveryCode(app, ana))), OTHER_PASSWORD)
  expect((await tryLogin(app, ana.username, OTHER_PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, ana.email, OTHER_PASSWORD)).status).toBe(200)
})

test('AUT-04 SHL-12 quien entra por primera vez con un código: el personal queda listo, el cliente solo acepta sus datos', async () => {
  const { id } = await app.company()
  const clerk = await makeUser(app.owner, id, 'financial', { is_first_login: true })
  const client = await makeUser(app.owner, id, 'client', { is_first_login: true })
  for (const user of [clerk, client]) {
    expect(
      (await reset(tokenOf(await validate(user.email, await recoveryCode(app, user))), OTHER_PASSWORD)).status,
    ).toBe(200)
  }
  const clerkIn = await tryLogin(app, clerk.username, OTHER_PASSWORD)
  expect(Object(clerkIn.json.data).user.metadata.is_first_login).toBe(false)
  const clientIn = await tryLogin(app, client.username, OTHER_PASSWORD)
  expect(Object(clientIn.json.data).user.metadata).toMatchObject({ is_first_login: true, needs_new_password: false })
  const mine = app.as(tokenOf(clientIn), client)
  expect((await mine.ask(openSessionsApi.sessions)).status).toBe(422)
  const done = await mine.call(authApi.firstLogin, { body: { accept_data_policy: true } })
  expect(done.data.user.metadata.is_first_login).toBe(false)
  expect((await tryLogin(app, client.username, OTHER_PASSWORD)).status).toBe(200)
})
