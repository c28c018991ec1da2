import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { LIMITS } from '#domain/auth/limits.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import { smtpMailer } from '#server/providers/mail/mailer.ts'
import { startCatcher } from '#simulators/mail/catcher.ts'
import { type MadeUser } from '#test/factory.ts'
import {
  BROWSER,
  browserCookieOf,
  emptyMailbox,
  inProduction,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  passSeconds,
  recoveryCode,
  recoveryCodes,
  runJobs,
  tokenOf,
  tryLogin,
} from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'
import { sendRecoveryCodes } from './recovery-mail.ts'

const app = testApp()
const SENT_MESSAGE = 'Si el correo está registrado, te enviamos un código'

async function newMember(role: Parameters<typeof member>[2] = 'client', fields = {}): Promise<MadeUser> {
  return member(app, (await app.company({ name: 'Red Sur' })).id, role, fields)
}

const ask = (email: string, headers: Record<string, string> = {}) =>
  app.ask(authApi.recovery, { body: { email }, headers })
const validate = (email: string, otp: string) => app.ask(authApi.validateOtp, { body: { email, otp } })
const reset = (token: string, password: string) => app.ask(authApi.resetPassword, { body: { token, password } })

test('AUT-04 la respuesta es la misma exista o no el correo, y al desconocido no le llega nada', async () => {
  const ana = await newMember()
  await emptyMailbox(app)
  const known = await ask(ana.email)
  const unknown = await ask('nadie@correo.test')
  expect(known.json).toEqual({ data: {}, message: SENT_MESSAGE })
  expect(unknown.text).toBe(known.text)
  expect(unknown.status).toBe(200)
  await runJobs(app)
  expect(app.mails.map((mail) => mail.to)).toEqual([ana.email])
  const { rows } = await app.owner.query(
    `select after->>'email' as email from events where company_id = $1 and name = 'recovery.asked'`,
    [PLATFORM_COMPANY_ID],
  )
  expect(rows.map((row) => row.email)).toContain('na…@correo.test')
})

test('AUT-04 a quien está inactivo, o su empresa suspendida, no le llega código', async () => {
  const ana = await newMember()
  await app.owner.query('update users set is_active = false where id = $1', [ana.id])
  expect(await recoveryCodes(app, ana.email)).toEqual({})
  const luis = await newMember()
  await app.owner.query(`update companies set status = 'suspended' where id = $1`, [luis.companyId])
  expect(await recoveryCodes(app, luis.email)).toEqual({})
})

test('AUT-04 un correo de varias personas recibe en una carta el código de cada una', async () => {
  const { id } = await app.company()
  const email = `familia.${id.slice(-8)}@correo.test`
  const ana = await member(app, id, 'client', { email })
  const luis = await member(app, id, 'client', { email })
  const codes = await recoveryCodes(app, email)
  expect(new Set(Object.keys(codes))).toEqual(new Set([ana.username, luis.username]))
  expect(app.mails).toHaveLength(1)
  const token = tokenOf(await validate(email, codes[luis.username] ?? ''))
  expect((await reset(token, OTHER_PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, luis.username, OTHER_PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, ana.username, PASSWORD)).status).toBe(200)
})

test('AUT-04 pedir códigos tiene límite: por correo calla, por red espera', async () => {
  const server = await inProduction(app)
  const from = (remoteAddress: string, email: string) =>
    server.inject({ method: 'POST', url: '/api/auth/recovery', remoteAddress, payload: { email } })
  const ana = await newMember()
  await emptyMailbox(app)
  for (let n = 0; n < 4; n += 1)
    expect((await from(`10.1.1.${n}`, ana.email)).json()).toEqual({ data: {}, message: SENT_MESSAGE })
  await runJobs(app)
  expect(app.mails).toHaveLength(3)

  for (let n = 0; n < 10; n += 1) expect((await from('10.2.2.2', `nadie${n}@correo.test`)).statusCode).toBe(200)
  const over = await from('10.2.2.2', ana.email)
  expect(over.statusCode).toBe(429)
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(3_000)
  await server.close()
})

test('AUT-04 nada legible queda guardado: ni el código ni el permiso, ni en la base ni en la cola', async () => {
  const ana = await newMember()
  const code = await recoveryCode(app, ana)
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
  const ana = await newMember()
  await emptyMailbox(app)
  expect((await ask(ana.email, { host: 'ladron.example', 'x-forwarded-host': 'ladron.example' })).status).toBe(200)
  await runJobs(app)
  const [mail] = app.mails
  expect(mail?.text).toContain(`${app.world.config.publicUrl}/reset-password/otp/${encodeURIComponent(ana.email)}`)
  expect(`${mail?.text}${mail?.html}`).not.toContain('ladron')
})

test('AUT-04 el código llega por SMTP de verdad', async () => {
  const ana = await newMember('admin')
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

test('AUT-04 los códigos equivocados de otros no gastan el de quien lo pidió, y otro navegador tiene pocos intentos', async () => {
  const ana = await newMember()
  await emptyMailbox(app)
  const asked = await ask(ana.email, BROWSER)
  const cookie = browserCookieOf(asked.headers) ?? ''
  await runJobs(app)
  const code = /\n(\d{6})\n/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
  const wrong = code === '000000' ? '000001' : '000000'
  for (let n = 0; n < 8; n += 1) expect((await validate(ana.email, wrong)).status).toBe(422)
  expect((await validate(ana.email, code)).status).toBe(422)
  const own = await app.ask(authApi.validateOtp, { body: { email: ana.email, otp: code }, headers: { cookie } })
  expect(own.status).toBe(200)
})

test('AUT-04 quien pide códigos ajenos no deja sin código a la dueña, y el total de cartas tiene tope', async () => {
  const server = await inProduction(app)
  const ana = await newMember()
  const inject = (url: string, payload: object, remoteAddress: string, cookie?: string | null) =>
    server.inject({
      method: 'POST',
      url,
      remoteAddress,
      payload,
      headers: { ...BROWSER, ...(cookie ? { cookie } : {}) },
    })
  const entered = await inject('/api/auth/login', { username: ana.username, password: PASSWORD }, '186.40.0.1')
  const cookie = browserCookieOf(entered.headers)
  await emptyMailbox(app)
  for (let n = 0; n < 30; n += 1) {
    expect((await inject('/api/auth/recovery', { email: ana.email }, `10.40.${n}.1`)).statusCode).toBe(200)
    await passSeconds(app, 600)
  }
  await runJobs(app)
  const { recoveriesPerDay, knownRecoveriesPerDay } = LIMITS.production
  expect(app.mails).toHaveLength(recoveriesPerDay)
  for (let n = 0; n < 10; n += 1) {
    await inject('/api/auth/recovery', { email: ana.email }, '10.40.1.1', cookie)
    await passSeconds(app, 1_300)
  }
  await runJobs(app)
  expect(app.mails).toHaveLength(recoveriesPerDay + knownRecoveriesPerDay)
  await server.close()
})

test('AUT-04 ninguna empresa saca de la carta una cuenta de otra ni de la plataforma', async () => {
  const [mine, theirs] = [await app.company(), await app.company()]
  const email = `dueña.${mine.id.slice(-8)}@correo.test`
  const laura = await member(app, mine.id, 'client', { email, username: `zz.${mine.id}` })
  const root = await member(app, mine.id, 'superadmin', { email, username: `zzz.${mine.id}` })
  for (let n = 0; n < 12; n += 1) await member(app, theirs.id, 'client', { email, username: `00${n}.${theirs.id}` })
  const names = Object.keys(await recoveryCodes(app, email))
  expect(names).toEqual(expect.arrayContaining([laura.username, root.username]))
  expect(names).toHaveLength(7)
})
