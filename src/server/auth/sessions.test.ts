import { expect, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { openSessionsApi } from '#domain/auth/open-sessions-api.ts'
import { clearCachedMaintenance } from '#server/platform/maintenance.ts'
import type { MadeUser } from '#test/factory.ts'
import {
  BROWSER,
  bearer,
  cookieOf,
  inProduction,
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

async function newMember(role: Parameters<typeof member>[2] = 'financial'): Promise<MadeUser> {
  return member(app, (await app.company()).id, role)
}

test('SHL-10 cerrar sesión la termina en el servidor y borra la cookie; la llave vieja ya no abre', async () => {
  const laura = await newMember()
  const login = await tryLogin(app, laura.username, PASSWORD, BROWSER)
  const headers = { ...BROWSER, ...bearer(tokenOf(login), cookieOf(login)) }
  const answer = await app.ask(authApi.logout, { headers })
  expect([answer.status, answer.json.message]).toEqual([200, 'Cerraste tu sesión'])
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-enlace=; .*Expires=Thu, 01 Jan 1970/)
  expect(await statusOf(app, tokenOf(login), cookieOf(login))).toBe(401)
  expect(await triesOf(app, laura.companyId)).toEqual(['opened', 'closed'])
})

test('AUT-07 la siguiente llamada se niega tras desactivar a la persona o suspender o cerrar su empresa', async () => {
  const changes: readonly (readonly [string, string, (user: MadeUser) => string])[] = [
    [
      'update users set is_active = false where id = $1',
      'update users set is_active = true where id = $1',
      (user) => user.id,
    ],
    [
      `update companies set status = 'suspended' where id = $1`,
      `update companies set status = 'active' where id = $1`,
      (user) => user.companyId,
    ],
    [
      `update companies set status = 'closed' where id = $1`,
      `update companies set status = 'active' where id = $1`,
      (user) => user.companyId,
    ],
  ]
  const laura = await newMember()
  for (const [off, on, key] of changes) {
    const token = await signIn(app, laura)
    expect(await statusOf(app, token)).toBe(200)
    await app.owner.query(off, [key(laura)])
    expect(await statusOf(app, token)).toBe(401)
    await app.owner.query(on, [key(laura)])
  }
})

test('AUT-07 una sesión se acaba sin uso y, aunque se use, a su hora', async () => {
  const laura = await newMember()
  const idle = await signIn(app, laura)
  await app.owner.query(`update sessions set idle_ends_at = now() - interval '1 second' where user_id = $1`, [laura.id])
  expect(await statusOf(app, idle)).toBe(401)
  const absolute = await signIn(app, laura)
  await app.owner.query(`update sessions set ends_at = now() - interval '1 second' where user_id = $1`, [laura.id])
  expect(await statusOf(app, absolute)).toBe(401)
})

test('only an action of the user extends the session, not a background request', async () => {
  const laura = await newMember()
  const token = await signIn(app, laura)
  const leftMinutes = async (): Promise<number> => {
    const { rows } = await app.owner.query(
      'select extract(epoch from idle_ends_at - now()) / 60 as left from sessions where user_id = $1',
      [laura.id],
    )
    return Math.round(Number(rows[0].left))
  }
  await app.owner.query(
    `update sessions set last_used_at = now() - interval '20 minutes', idle_ends_at = now() + interval '10 minutes' where user_id = $1`,
    [laura.id],
  )
  await app.ask(authApi.me, { headers: { ...bearer(token), 'enlace-background': '1' } })
  expect(await leftMinutes()).toBe(10)
  await app.ask(authApi.me, { headers: bearer(token) })
  expect(await leftMinutes()).toBe(30)
})

test('ERR-02 la persona sabe cuánto le queda a su sesión, y si usarla la alarga', async () => {
  const laura = await newMember()
  const token = await signIn(app, laura)
  const left = async () => {
    const reply = await app.ask(authApi.me, { headers: { ...bearer(token), 'enlace-background': '1' } })
    return Object(reply.json.data).session
  }
  expect(await left()).toMatchObject({ idle_seconds: 1_800, can_extend: true })
  await app.owner.query(`update sessions set idle_ends_at = now() + interval '90 seconds' where user_id = $1`, [
    laura.id,
  ])
  const idle = await left()
  expect(idle).toMatchObject({ can_extend: true })
  expect(idle.seconds_left).toBeGreaterThan(60)
  expect(idle.seconds_left).toBeLessThanOrEqual(90)
  await app.owner.query(`update sessions set ends_at = now() + interval '60 seconds' where user_id = $1`, [laura.id])
  const absolute = await left()
  expect(absolute).toMatchObject({ can_extend: false })
  expect(absolute.seconds_left).toBeLessThanOrEqual(60)
})

test('AUT-07 el superadmin dura 15 minutos sin uso y 8 horas; el personal 30 y 12; el cliente 30 y 24', async () => {
  const expected = { superadmin: [15, 8], admin: [30, 12], network: [30, 12], client: [30, 24] } as const
  for (const role of ['superadmin', 'admin', 'network', 'client'] as const) {
    const user = await newMember(role)
    await signIn(app, user)
    const { rows } = await app.owner.query(
      `select idle_seconds / 60 as idle, extract(epoch from ends_at - created_at) / 3600 as hours,
         extract(epoch from fresh_until - created_at) / 60 as fresh from sessions where user_id = $1`,
      [user.id],
    )
    expect([rows[0].idle, Number(rows[0].hours), Number(rows[0].fresh)]).toEqual([...expected[role], 15])
  }
})

test('AUT-07 la sexta sesión termina la más vieja', async () => {
  const laura = await newMember()
  const server = await inProduction(app)
  const tokens: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const response = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { username: laura.username, password: PASSWORD },
    })
    tokens.push(response.json().data.token)
  }
  await server.close()
  expect(await Promise.all(tokens.map((token) => statusOf(app, token)))).toEqual([401, 200, 200, 200, 200, 200])
})

test('AUT-07 seis entradas a la vez dejan cinco sesiones', async () => {
  const laura = await newMember()
  const server = await inProduction(app)
  const logIn = (username: string) =>
    server.inject({ method: 'POST', url: '/api/auth/login', payload: { username, password: PASSWORD } })
  const answers = await Promise.all(
    [laura.username, laura.email].flatMap((name) => [logIn(name), logIn(name), logIn(name)]),
  )
  await server.close()
  expect(answers.map((answer) => answer.statusCode)).toEqual(Array(6).fill(200))
  const { rows } = await app.owner.query(
    'select count(*)::int as open from sessions where user_id = $1 and revoked_at is null',
    [laura.id],
  )
  expect(rows[0].open).toBe(5)
})

test('AUT-07 cada persona ve sus sesiones abiertas, cierra una o cierra las demás', async () => {
  const laura = await newMember()
  const mine = app.as(await signIn(app, laura), laura)
  const phone = await signIn(app, laura)
  const browser = await tryLogin(app, laura.username, PASSWORD, BROWSER)
  const listed = (await mine.call(openSessionsApi.sessions)).data
  expect(listed.map((session) => [session.device, session.ip])).toContainEqual(['Chrome en Windows', '127.0.0.1'])
  expect(listed.filter((session) => session.is_current)).toHaveLength(1)
  expect(listed).toHaveLength(3)

  const chrome = listed.find((session) => session.device === 'Chrome en Windows')
  expect((await mine.call(openSessionsApi.closeSession, { params: { id: String(chrome?.id) } })).message).toBe(
    'Sesión cerrada',
  )
  expect(await statusOf(app, tokenOf(browser), cookieOf(browser))).toBe(401)
  expect(await statusOf(app, phone)).toBe(200)

  expect((await mine.call(openSessionsApi.closeOthers)).message).toBe('Cerramos tus otras sesiones')
  expect(await statusOf(app, phone)).toBe(401)
  expect((await mine.call(openSessionsApi.sessions)).data.map((session) => session.is_current)).toEqual([true])
  expect((await mine.call(openSessionsApi.closeOthers)).message).toBe('No había otras sesiones abiertas')
})

test('AUT-07 la sesión de otra persona se responde igual que una que no existe, y sigue abierta', async () => {
  const laura = await newMember()
  const other = await member(app, laura.companyId, 'financial')
  const otherToken = await signIn(app, other)
  const mine = app.as(await signIn(app, laura), laura)
  const { rows } = await app.owner.query('select id from sessions where user_id = $1', [other.id])
  const answers = await Promise.all(
    [rows[0].id, '00000000-0000-7000-8000-000000000001', 'no-es-un-id'].map((id) =>
      mine.ask(openSessionsApi.closeSession, { params: { id } }),
    ),
  )
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404])
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect(await statusOf(app, otherToken)).toBe(200)
})

test('closing the current session removes its cookie', async () => {
  const laura = await newMember()
  const login = await tryLogin(app, laura.username, PASSWORD, BROWSER)
  const mine = app.as(tokenOf(login), laura)
  const headers = { cookie: String(cookieOf(login)) }
  const [current] = Object(await mine.ask(openSessionsApi.sessions, { headers })).json.data
  const answer = await mine.ask(openSessionsApi.closeSession, { params: { id: current.id }, headers })
  expect(answer.status).toBe(200)
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-enlace=;/)
  expect(await statusOf(app, tokenOf(login), cookieOf(login))).toBe(401)
})

test('AUT-05 una llave con signos prohibidos o inventada no abre nada', async () => {
  for (const token of ['enl_inventada', 'enl_<script>', 'enl_a b', "enl_'", ''])
    expect(await statusOf(app, token)).toBe(401)
})

test('RTE-10 durante el mantenimiento se puede salir; entrar solo le sirve al superadmin', async () => {
  const token = await signIn(app, await newMember())
  const root = await newMember('superadmin')
  const switchTo = async (active: boolean): Promise<void> => {
    await app.owner.query('update maintenance set active = $1', [active])
    clearCachedMaintenance(app.world)
  }
  await switchTo(true)
  expect(await statusOf(app, token)).toBe(503)
  expect(await statusOf(app, await signIn(app, root))).toBe(200)
  expect((await tryLogin(app, 'cualquiera', OTHER_PASSWORD)).status).toBe(401)
  expect((await app.ask(authApi.logout, { headers: bearer(token) })).status).toBe(200)
  await switchTo(false)
  expect(await statusOf(app, token)).toBe(401)
})

test('SHL-11 el recorrido visto se recuerda en la persona', async () => {
  const laura = await newMember('client')
  const mine = app.as(await signIn(app, laura), laura)
  expect((await mine.call(authApi.me)).data.user.metadata.tour_seen).toBe(false)
  await mine.call(authApi.tourSeen)
  expect((await mine.call(authApi.me)).data.user.metadata.tour_seen).toBe(true)
  expect(await app.events(laura.companyId)).toContain('user.toured')
})
