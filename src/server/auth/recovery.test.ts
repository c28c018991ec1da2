import { expect, test } from 'vitest'
import { makeUser, type MadeUser } from '#test/factory.ts'
import { testApp } from '#test/world.ts'
import { authApi } from '#domain/auth/api.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import { startCatcher } from '#server/providers/mail/catcher.ts'
import { smtpMailer } from '#server/providers/mail/mailer.ts'
import {
  inProduction,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  runJobs,
  signIn,
  statusOf,
  tokenOf,
  tryLogin,
} from './auth.test-setup.ts'
import { sendRecoveryCodes } from './recovery-mail.ts'

const app = testApp()
const SENT = 'Si el correo está registrado, te enviamos un código'

async function somebody(role: Parameters<typeof member>[2] = 'client', fields = {}): Promise<MadeUser> {
  return member(app, (await app.company({ name: 'Red Sur' })).id, role, fields)
}

const ask = (email: string, headers: Record<string, string> = {}) => app.ask(authApi.recovery, { body: { email }, headers })
const validate = (email: string, otp: string) => app.ask(authApi.validateOtp, { body: { email, otp } })
const reset = (token: string, password: string) => app.ask(authApi.resetPassword, { body: { token, password } })

/** Asks for codes and reads them where a person would: in the letter. By username. */
async function codesFor(email: string): Promise<Record<string, string>> {
  app.mails.length = 0
  expect((await ask(email)).status).toBe(200)
  await runJobs(app)
  const text = app.mails.find((mail) => mail.to === email)?.text ?? ''
  return Object.fromEntries([...text.matchAll(/Usuario: (\S+).*\n\n(\d{6})/g)].map((match) => [match[1], match[2]]))
}

async function codeFor(user: MadeUser): Promise<string> {
  return (await codesFor(user.email))[user.username] ?? ''
}

const wrongFor = (code: string): string => (code === '000000' ? '000001' : '000000')

test('AUT-04 el código del correo da un permiso, y el permiso una contraseña nueva', async () => {
  const ana = await somebody()
  const open = await signIn(app, ana)
  const code = await codeFor(ana)
  expect(code).toMatch(/^\d{6}$/)
  const token = tokenOf(await validate(ana.email.toUpperCase(), code))
  expect(token).toMatch(/^lnk_[\w-]{43}$/)

  app.mails.length = 0
  const done = await reset(token, OTHER_PASSWORD)
  expect([done.status, done.json]).toEqual([200, { data: {}, message: 'Tu contraseña está lista. Ya puedes entrar con ella.' }])
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

test('AUT-04 la respuesta es la misma exista o no el correo, y al desconocido no le llega nada', async () => {
  const ana = await somebody()
  app.mails.length = 0
  const known = await ask(ana.email)
  const unknown = await ask('nadie@correo.test')
  expect(known.json).toEqual({ data: {}, message: SENT })
  expect(unknown.text).toBe(known.text)
  expect(unknown.status).toBe(200)
  await runJobs(app)
  expect(app.mails.map((mail) => mail.to)).toEqual([ana.email])
  const { rows } = await app.owner.query(`select after->>'email' as email from events where company_id = $1 and name = 'recovery.asked'`, [PLATFORM_COMPANY_ID])
  expect(rows.map((row) => row.email)).toContain('na…@correo.test')
})

test('AUT-04 a quien está inactivo, o su empresa suspendida, no le llega código', async () => {
  const ana = await somebody()
  await app.owner.query('update users set is_active = false where id = $1', [ana.id])
  expect(await codesFor(ana.email)).toEqual({})
  const luis = await somebody()
  await app.owner.query(`update companies set status = 'suspended' where id = $1`, [luis.companyId])
  expect(await codesFor(luis.email)).toEqual({})
})

test('AUT-04 un código malo, vencido, usado, repetido o de nadie recibe la misma respuesta', async () => {
  const ana = await somebody()
  const first = await codeFor(ana)
  const second = await codeFor(ana)
  const answers = [await validate(ana.email, wrongFor(second)), await validate('nadie@correo.test', '123456')]
  if (first !== second) answers.push(await validate(ana.email, first))
  expect((await validate(ana.email, second)).status).toBe(200)
  answers.push(await validate(ana.email, second))
  const third = await codeFor(ana)
  await app.owner.query(`update recovery_codes set expires_at = now() - interval '1 second' where user_id = $1`, [ana.id])
  answers.push(await validate(ana.email, third))
  for (const answer of answers) {
    expect(answer.status).toBe(422)
    expect(answer.json).toEqual({ message: 'El código no es válido o ya venció', code: 'REFUSED' })
  }
})

test('AUT-04 al quinto intento equivocado el código muere, también si los intentos llegan juntos', async () => {
  const ana = await somebody()
  const slow = await codeFor(ana)
  for (let n = 0; n < 4; n += 1) expect((await validate(ana.email, wrongFor(slow))).status).toBe(422)
  expect((await validate(ana.email, slow)).status).toBe(200)

  const fast = await codeFor(ana)
  await Promise.all(Array.from({ length: 5 }, () => validate(ana.email, wrongFor(fast))))
  expect((await validate(ana.email, fast)).status).toBe(422)
  expect((await app.events(ana.companyId)).filter((name) => name === 'recovery.refused')).toHaveLength(10)
})

test('AUT-04 el permiso sirve una vez, diez minutos, y no más que el último', async () => {
  const ana = await somebody()
  const dead = { message: 'Este enlace ya no sirve. Pide un código nuevo.', code: 'REFUSED' }
  const spent = tokenOf(await validate(ana.email, await codeFor(ana)))
  const weak = await reset(spent, 'contraseña2026')
  expect(weak.status).toBe(400)
  expect(weak.json.errors).toEqual([{ field: 'password', message: 'Esa contraseña es muy conocida; elige otra' }])
  const [a, b] = await Promise.all([reset(spent, OTHER_PASSWORD), reset(spent, 'nueve barcos de papel')])
  expect([a.status, b.status].sort()).toEqual([200, 422])
  expect((await reset(spent, OTHER_PASSWORD)).json).toEqual(dead)

  const late = tokenOf(await validate(ana.email, await codeFor(ana)))
  await app.owner.query(`update recovery_codes set expires_at = now() - interval '1 second' where user_id = $1`, [ana.id])
  expect((await reset(late, OTHER_PASSWORD)).json).toEqual(dead)

  const older = tokenOf(await validate(ana.email, await codeFor(ana)))
  const newer = tokenOf(await validate(ana.email, await codeFor(ana)))
  expect((await reset(newer, OTHER_PASSWORD)).status).toBe(200)
  expect((await reset(older, OTHER_PASSWORD)).json).toEqual(dead)
  expect((await reset('lnk_inventado', OTHER_PASSWORD)).json).toEqual(dead)
})

test('AUT-04 un correo de varias personas recibe en una carta el código de cada una', async () => {
  const { id } = await app.company()
  const email = `familia.${id.slice(-8)}@correo.test`
  const ana = await member(app, id, 'client', { email })
  const luis = await member(app, id, 'client', { email })
  const codes = await codesFor(email)
  expect(Object.keys(codes).sort()).toEqual([ana.username, luis.username].sort())
  expect(app.mails).toHaveLength(1)
  const token = tokenOf(await validate(email, codes[luis.username] ?? ''))
  expect((await reset(token, OTHER_PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, luis.username, OTHER_PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, ana.username, PASSWORD)).status).toBe(200)
})

test('AUT-01 recuperar la contraseña abre una cuenta frenada por fallos ajenos', async () => {
  const ana = await somebody()
  for (const name of [ana.username, ana.email]) for (let n = 0; n < 6; n += 1) await tryLogin(app, name, 'adivinando')
  expect((await tryLogin(app, ana.username, PASSWORD)).status).toBe(429)
  await reset(tokenOf(await validate(ana.email, await codeFor(ana))), OTHER_PASSWORD)
  expect((await tryLogin(app, ana.username, OTHER_PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, ana.email, OTHER_PASSWORD)).status).toBe(200)
})

test('AUT-04 SHL-12 quien entra por primera vez con un código: el personal queda listo, el cliente solo acepta sus datos', async () => {
  const { id } = await app.company()
  const clerk = await makeUser(app.owner, id, 'financial', { is_first_login: true })
  const client = await makeUser(app.owner, id, 'client', { is_first_login: true })
  for (const user of [clerk, client]) {
    expect((await reset(tokenOf(await validate(user.email, await codeFor(user))), OTHER_PASSWORD)).status).toBe(200)
  }
  const clerkIn = await tryLogin(app, clerk.username, OTHER_PASSWORD)
  expect(Object(clerkIn.json.data).user.metadata.is_first_login).toBe(false)
  const clientIn = await tryLogin(app, client.username, OTHER_PASSWORD)
  expect(Object(clientIn.json.data).user.metadata).toMatchObject({ is_first_login: true, needs_new_password: false })
  const mine = app.as(tokenOf(clientIn), client)
  expect((await mine.ask(authApi.sessions)).status).toBe(422)
  const done = await mine.call(authApi.firstLogin, { body: { accept_data_policy: true } })
  expect(done.data.user.metadata.is_first_login).toBe(false)
  expect((await tryLogin(app, client.username, OTHER_PASSWORD)).status).toBe(200)
})

test('AUT-04 pedir códigos tiene límite: por correo calla, por red espera', async () => {
  const server = await inProduction(app)
  const from = (remoteAddress: string, email: string) =>
    server.inject({ method: 'POST', url: '/api/auth/recovery', remoteAddress, payload: { email } })
  const ana = await somebody()
  app.mails.length = 0
  for (let n = 0; n < 4; n += 1) expect((await from(`10.1.1.${n}`, ana.email)).json()).toEqual({ data: {}, message: SENT })
  await runJobs(app)
  expect(app.mails).toHaveLength(3)

  for (let n = 0; n < 10; n += 1) expect((await from('10.2.2.2', `nadie${n}@correo.test`)).statusCode).toBe(200)
  const over = await from('10.2.2.2', ana.email)
  expect(over.statusCode).toBe(429)
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(3_000)
  await server.close()
})

test('AUT-04 nada legible queda guardado: ni el código ni el permiso, ni en la base ni en la cola', async () => {
  const ana = await somebody()
  const code = await codeFor(ana)
  const token = tokenOf(await validate(ana.email, code))
  await ask(ana.email)
  const { rows } = await app.owner.query(
    `select recovery_codes::text as line from recovery_codes union all select events::text from events
     union all select payload::text from graphile_worker._private_jobs`,
  )
  const all = rows.map((row) => row.line).join('\n')
  expect(all).not.toContain(token)
  expect(all).not.toMatch(new RegExp(`\\b${code}\\b`))
  await runJobs(app)
})

test('AUT-04 la dirección de la carta sale de la configuración y no del encabezado Host', async () => {
  const ana = await somebody()
  app.mails.length = 0
  expect((await ask(ana.email, { host: 'ladron.example', 'x-forwarded-host': 'ladron.example' })).status).toBe(200)
  await runJobs(app)
  const [mail] = app.mails
  expect(mail?.text).toContain(`${app.world.config.publicUrl}/reset-password/otp/${encodeURIComponent(ana.email)}`)
  expect(`${mail?.text}${mail?.html}`).not.toContain('ladron')
})

test('AUT-04 el código llega por SMTP de verdad', async () => {
  const ana = await somebody('admin')
  const catcher = await startCatcher(0)
  const mailer = smtpMailer(catcher.smtpUrl, app.world.config.mailFrom)
  await sendRecoveryCodes({ ...app.world, mailer }, { email: ana.email, ip: '127.0.0.1', request_id: 'r' })
  mailer.close()
  const [mail] = catcher.list()
  await catcher.close()
  expect([mail?.to, mail?.subject]).toEqual([[ana.email], 'Tu código para crear una contraseña nueva'])
  expect(mail?.from).toMatch(/^Red Sur <.+@.+>$/)
  const code = /\n(\d{6})\n/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await validate(ana.email, code)).status).toBe(200)
})
