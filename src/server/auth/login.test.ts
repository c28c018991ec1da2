import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { PLATFORM_COMPANY_ID } from '#server/core/context.ts'
import { keyFor } from '#server/core/secrets.ts'
import { makeUser } from '#test/factory.ts'
import {
  BROWSER,
  cookieOf,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  signIn,
  statusOf,
  tokenOf,
  triesOf,
  tryLogin,
} from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'

const app = testApp()

test('AUT-01 se entra con usuario o con correo, sin importar mayúsculas ni espacios alrededor', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'financial')
  for (const name of [laura.username, laura.email, ` ${laura.username.toUpperCase()} `]) {
    const answer = await tryLogin(app, name, PASSWORD)
    expect(answer.status).toBe(200)
    expect(tokenOf(answer)).toMatch(/^enl_[\w-]{43}$/)
    expect(await statusOf(app, tokenOf(answer))).toBe(200)
  }
  expect(await triesOf(app, id)).toEqual(['opened', 'opened', 'opened'])
})

test('AUT-01 la contraseña equivocada y el usuario desconocido reciben la misma respuesta genérica', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'client')
  const without = await makeUser(app.owner, id, 'client')
  const answers = [
    await tryLogin(app, laura.username, OTHER_PASSWORD),
    await tryLogin(app, 'nadie.con.este.nombre', OTHER_PASSWORD),
    await tryLogin(app, without.username, OTHER_PASSWORD),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(401)
    expect(answer.json).toEqual({ message: 'Usuario o contraseña incorrectos', code: 'WRONG_CREDENTIALS' })
  }
})

test('AUT-01 con un correo que comparten varias personas entra la dueña de la contraseña, y si sirve en varias se pregunta cuál', async () => {
  const [{ id }, other] = [await app.company({ name: 'Red Sur' }), await app.company({ name: 'Red Norte' })]
  const email = `familia.${id.slice(-6)}@correo.test`
  const ana = await member(app, id, 'client', { email, first_name: 'Ana' })
  const luis = await member(app, other.id, 'client', { email, first_name: 'Luis' })
  const eva = await member(app, id, 'client', {
    email,
    first_name: 'Eva',
    password_hash: await hashPassword(app.world.config.secret, OTHER_PASSWORD),
  })
  const alone = await tryLogin(app, email, OTHER_PASSWORD)
  expect(alone.json.data).toMatchObject({ user: { profile: { first_name: 'Eva' } } })

  expect((await tryLogin(app, email, 'ninguna de las dos')).json.code).toBe('WRONG_CREDENTIALS')
  const asked = await tryLogin(app, email, PASSWORD)
  expect(asked.status).toBe(200)
  const { accounts } = Object(asked.json.data)
  expect(accounts).toHaveLength(2)
  expect(accounts).toContainEqual({ id: ana.id, company_name: 'Red Sur', username: ana.username })
  expect(accounts).toContainEqual({ id: luis.id, company_name: 'Red Norte', username: luis.username })
  const choose = (account: string) => app.ask(authApi.login, { body: { username: email, password: PASSWORD, account } })
  expect((await choose(luis.id)).json.data).toMatchObject({ user: { profile: { first_name: 'Luis' } } })
  expect(await statusOf(app, tokenOf(await choose(ana.id)))).toBe(200)
  await app.owner.query('update users set is_active = false where id = $1', [luis.id])
  expect((await tryLogin(app, email, PASSWORD)).json.data).toMatchObject({ user: { profile: { first_name: 'Ana' } } })
  expect(await statusOf(app, await signIn(app, eva, OTHER_PASSWORD))).toBe(200)
  // The chosen account opens or none does, never another one with the same password.
  expect((await choose(luis.id)).status).toBe(403)
  expect((await choose(eva.id)).json.code).toBe('WRONG_CREDENTIALS')
})

test('AUT-01 el mismo usuario vale en dos empresas, y ninguna deja por fuera una cuenta de la otra', async () => {
  const [mine, theirs] = [await app.company(), await app.company()]
  const username = `10${mine.id.slice(-8)}`
  const email = `victima.${mine.id.slice(-8)}@correo.test`
  const laura = await member(app, mine.id, 'client', { username, email })
  const password_hash = await hashPassword(app.world.config.secret, OTHER_PASSWORD)
  await member(app, theirs.id, 'client', { username, password_hash })
  for (let n = 0; n < 15; n += 1) await member(app, theirs.id, 'admin', { email, password_hash })
  const root = await member(app, theirs.id, 'superadmin', {
    email,
    password_hash: await hashPassword(app.world.config.secret, 'nueve barcos de papel'),
  })
  expect(await statusOf(app, await signIn(app, laura))).toBe(200)
  expect(await statusOf(app, await signIn(app, { username: email }))).toBe(200)
  expect(await statusOf(app, await signIn(app, { username: email }, 'nueve barcos de papel'))).toBe(200)
  expect(root.email).toBe(email)
})

test('AUT-01 la primera contraseña de la consola vence', async () => {
  const { id } = await app.company()
  const root = await member(app, id, 'superadmin', { is_first_login: true })
  expect((await tryLogin(app, root.username, PASSWORD)).status).toBe(200)
  await app.owner.query(`update users set first_password_at = now() - interval '73 hours' where id = $1`, [root.id])
  const answer = await tryLogin(app, root.username, PASSWORD)
  expect([answer.status, answer.json.message]).toEqual([
    403,
    'Tu primera contraseña venció. Pide un código en «¿Olvidaste tu contraseña?» y crea otra.',
  ])
  expect((await tryLogin(app, root.username, OTHER_PASSWORD)).json.code).toBe('WRONG_CREDENTIALS')
})

test('AUT-01 por qué no puede entrar se le dice solo a quien sabe la contraseña', async () => {
  const { id } = await app.company({ name: 'Red Sur' })
  const laura = await member(app, id, 'client')
  const closedMessage = async (): Promise<string | undefined> => {
    expect((await tryLogin(app, laura.username, OTHER_PASSWORD)).json.code).toBe('WRONG_CREDENTIALS')
    const answer = await tryLogin(app, laura.username, PASSWORD)
    expect([answer.status, answer.json.code]).toEqual([403, 'FORBIDDEN'])
    return answer.json.message
  }
  await app.owner.query('update users set is_active = false where id = $1', [laura.id])
  expect(await closedMessage()).toBe('Tu usuario está inactivo. Comunícate con Red Sur para activarlo.')
  await app.owner.query('update users set is_active = true where id = $1', [laura.id])
  await app.owner.query(
    `update companies set status = 'suspended', status_reason = 'falta un documento' where id = $1`,
    [id],
  )
  expect(await closedMessage()).toBe(
    'El acceso de Red Sur está suspendido: falta un documento. Comunícate con la empresa.',
  )
  await app.owner.query(`update companies set status = 'closed' where id = $1`, [id])
  expect(await closedMessage()).toBe('Red Sur ya no usa Enlace, por eso no puedes entrar.')
})

test('AUT-01 cada intento queda en la bitácora de la empresa, y el de un nombre desconocido en la de la plataforma', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'financial')
  await tryLogin(app, laura.email, OTHER_PASSWORD)
  await signIn(app, laura)
  const typed = 'MiClaveEscritaDondeNoEra'
  await tryLogin(app, typed, OTHER_PASSWORD)
  const { rows } = await app.owner.query(
    `select name, after->>'username' as username, actor_name, actor_role, ip from events where company_id = $1 order by at, id`,
    [id],
  )
  expect(rows).toEqual([
    {
      name: 'session.refused',
      username: laura.username,
      actor_name: 'Alguien sin sesión',
      actor_role: 'nobody',
      ip: '127.0.0.1',
    },
    {
      name: 'session.opened',
      username: laura.username,
      actor_name: 'Laura Pinzón',
      actor_role: 'financial',
      ip: '127.0.0.1',
    },
  ])
  const platform = await app.owner.query(
    `select after::text from events where company_id = $1 and name = 'session.refused'`,
    [PLATFORM_COMPANY_ID],
  )
  const recorded = platform.rows.map((row) => row.after).join()
  expect(recorded).toMatch(/"desconocido [\w-]{8}"/)
  const everything = await app.owner.query(
    `select events::text as line from events union all select attempts::text from attempts`,
  )
  const all = everything.rows.map((row) => row.line).join()
  for (const secret of [typed.toLowerCase(), PASSWORD, OTHER_PASSWORD]) expect(all).not.toContain(secret)
})

test('a stored password of another cost is hashed again at the next login, and still opens', async () => {
  const { id } = await app.company()
  const secret = keyFor(app.world.config.secret, 'password')
  const weak = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1, secret })
  const laura = await member(app, id, 'client', { password_hash: weak })
  await signIn(app, laura)
  const { rows } = await app.owner.query('select password_hash, password_chosen_at from users where id = $1', [
    laura.id,
  ])
  expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(rows[0].password_chosen_at).toBe(null)
  await signIn(app, laura)
})

test('SHL-08 RTE-08 la persona que entra trae lo que el menú muestra, y nada más', async () => {
  const { id } = await app.company({ name: 'Andina', integrations: true })
  const admin = await tryLogin(app, (await member(app, id, 'admin')).username, PASSWORD)
  expect(admin.json.data).toMatchObject({
    user: {
      metadata: { role: 'admin', is_first_login: false, tour_seen: false },
      profile: {
        legal_representative: 'Marta Ruiz',
        logo_url: null,
        is_wompi_integration: true,
        is_factus_integration: true,
      },
      company: { name: 'Andina', logo_url: null },
    },
  })
  const superadmin = await tryLogin(app, (await member(app, id, 'superadmin')).username, PASSWORD)
  expect(superadmin.json.data).toMatchObject({
    user: {
      profile: { legal_representative: 'Laura Pinzón', is_wompi_integration: false },
      company: { name: 'Enlace' },
    },
  })
  const network = await tryLogin(app, (await member(app, id, 'network')).username, PASSWORD)
  expect(Object(network.json.data).user.profile).toEqual({ first_name: 'Laura', last_name: 'Pinzón', avatar_url: null })
  expect(network.text).not.toMatch(/password_hash|password_chosen|argon|correo\.test/)
})

test('AUT-05 en un navegador la sesión queda atada a una cookie y pide las dos mitades', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'client')
  const answer = await tryLogin(app, laura.username, PASSWORD, BROWSER)
  const cookie = cookieOf(answer)
  expect([answer.headers['set-cookie']].flat()).toEqual([
    expect.stringMatching(
      /^__Host-enlace-browser=brw_[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
    expect.stringMatching(/^__Host-enlace=ck_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
  ])
  expect(answer.text).not.toContain('ck_')
  expect(await statusOf(app, tokenOf(answer), cookie)).toBe(200)
  expect(await statusOf(app, tokenOf(answer))).toBe(401)
  expect(await statusOf(app, tokenOf(answer), '__Host-enlace=ck_deotro')).toBe(401)
  expect((await app.ask(authApi.me, { headers: { cookie: String(cookie) } })).status).toBe(401)
  expect(cookieOf(await tryLogin(app, laura.username, PASSWORD))).toBe(null)
})

test('only digests of the halves of a session are stored', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'client')
  const answer = await tryLogin(app, laura.username, PASSWORD, BROWSER)
  const { rows } = await app.owner.query('select sessions::text as line from sessions where user_id = $1', [laura.id])
  expect(rows).toHaveLength(1)
  expect(rows[0].line).not.toContain(tokenOf(answer))
  expect(rows[0].line).not.toContain(String(cookieOf(answer)).split('=')[1])
})
