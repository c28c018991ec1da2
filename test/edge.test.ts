import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { authApi } from '#domain/auth/api.ts'
import { clientApi } from '#domain/clients/api.ts'
import { messageApi } from '#domain/messages/api.ts'
import { planApi } from '#domain/plans/api.ts'
import { profileApi } from '#domain/profile/api.ts'
import { searchApi } from '#domain/search/api.ts'
import { routes } from '#server/app.ts'
import { buildServer } from '#server/core/serve.ts'
import { testApp } from './world.ts'

const t = testApp()
const limited = testApp({ RATE_ANONYMOUS_PER_MINUTE: '5' })

/** The reply to exactly these bytes: a client library would correct the path. */
async function rawReply(app: FastifyInstance, bytes: string): Promise<{ status: number; text: string }> {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await closed
  return { status: Number(text.split(' ')[1]), text }
}

const getOf = (target: string, method = 'GET'): string =>
  `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

/** The server with a web app of one file, for one request. */
async function servedReply(bytes: string): Promise<{ status: number; text: string }> {
  const webDir = await mkdtemp(path.join(tmpdir(), 'enlace-web-'))
  await mkdir(path.join(webDir, 'assets'))
  await mkdir(path.join(webDir, '.vite'))
  await writeFile(path.join(webDir, '.vite/screens.json'), '[]')
  await writeFile(
    path.join(webDir, 'index.html'),
    '<meta name="contact" content="x"><meta name="map-tiles" content="">',
  )
  const app = await buildServer(t.world, routes, { webDir })
  onTestFinished(async () => {
    await app.close()
    await rm(webDir, { recursive: true, force: true })
  })
  return rawReply(app, bytes)
}

test('API-03 un carácter nulo o medio carácter en cualquier campo es un 400 en ese campo, también sin sesión', async () => {
  const company = await t.company()
  const [desk, admin] = [await company.person('financial'), await company.person('admin')]
  const bad = ['a\0b', '\ud800x']
  for (const text of bad) {
    const answers = [
      await t.ask(authApi.login, { body: { username: text, password: 'x' } }),
      await desk.ask(planApi.create, { body: { plan: { name: text } } }),
      await desk.ask(planApi.create, { body: { plan: { [text]: 1 } } }),
    ]
    for (const answer of answers) {
      expect([answer.status, answer.json.code]).toEqual([400, 'INVALID'])
      expect(answer.json.message).toBe('Quita los caracteres que no se pueden leer')
    }
    expect(answers[0]?.json.errors?.[0]?.field).toBe('username')
  }
  for (const field of ['first_name', 'last_name', 'identification', 'username', 'no_contract', 'q']) {
    const answer = await desk.ask(clientApi.list, { query: { [field]: 'a\0b' } })
    expect([field, answer.status, answer.json.errors?.[0]?.field]).toEqual([field, 400, field])
  }
  expect((await admin.ask(searchApi.find, { query: { q: 'abc\0d' } })).status).toBe(400)
  const nul = await t.app.inject({
    url: '/api/client/identification/%00abc',
    headers: { authorization: `Bearer ${desk.token}` },
  })
  expect([400, 404]).toContain(nul.statusCode)
})

test('API-03 direcciones torcidas responden 4xx en español y con los encabezados de seguridad', async () => {
  const targets = ['/%zz', '/api/%zz', '/assets/..%5c..%5cx', '/assets/../../x', '/assets/%00', '/api/client/%ff']
  for (const target of targets) {
    const { status, text } = await servedReply(getOf(target))
    expect([target, status]).toEqual([target, expect.toSatisfy((code: number) => code >= 400 && code < 500)])
    expect([target, text]).toEqual([target, expect.stringContaining('x-content-type-options: nosniff')])
    expect(text).toMatch(/"message":"[A-ZÁÉÍÓÚ][^"]*","code":"/)
    expect(text).not.toMatch(/statusCode|url component/)
  }
})

test('API-03 una dirección muy larga es un 414, encabezados enormes un 431 y lo que no es HTTP un 400', async () => {
  const long = await t.app.inject({ url: `/api/client?q=${'a'.repeat(5_000)}` })
  expect([long.statusCode, long.json().code]).toEqual([414, 'ADDRESS_TOO_LONG'])
  const replies = [await servedReply(getOf(`/${'a'.repeat(20_000)}`)), await servedReply('no es HTTP\r\n\r\n')]
  expect(replies.map(({ status }) => status)).toEqual([431, 400])
  for (const { text } of replies) {
    expect(text).toContain('x-content-type-options: nosniff')
    expect(text).toMatch(/"message":"[A-ZÁÉÍÓÚ]/)
  }
})

test('API-03 OPTIONS, TRACE y HEAD de una dirección conocida responden 405 con sus métodos', async () => {
  const cases = [
    ['OPTIONS', '/api/admin/plans', 'GET, POST'],
    ['TRACE', '/api/admin/plans', 'GET, POST'],
    ['HEAD', '/api/auth/login', 'POST'],
  ] as const
  for (const [method, url, allow] of cases) {
    const { status, text } = await servedReply(getOf(url, method))
    expect([method, status]).toEqual([method, 405])
    expect(text.toLowerCase()).toContain(`allow: ${allow.toLowerCase()}`)
  }
})

test('API-02 un formulario sin límite, cortado o con un campo __proto__ es un 400 y no un error del servidor', async () => {
  const company = await t.company()
  const { token } = await company.person('client')
  const part = (name: string, rest = '') =>
    `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\nhola\r\n`
  const file = '; filename="a.png"'
  const forms: [string, string][] = [
    ['multipart/form-data', part('file', file)],
    ['multipart/form-data; boundary=', part('file', file)],
    [`multipart/form-data; boundary=${'x'.repeat(500)}`, part('file', file)],
    ['multipart/form-data; boundary=x', part('file', file)],
    ['multipart/form-data; boundary=x', '--x\r\ncontent-dispo'],
    ['multipart/form-data; boundary=x', `${part('__proto__')}--x--\r\n`],
    ['multipart/form-data; boundary=x', ''],
  ]
  for (const [type, payload] of forms) {
    const answer = await t.app.inject({
      method: 'POST',
      url: `/api${profileApi.avatar.path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload,
    })
    expect([type.slice(0, 40), answer.statusCode]).toEqual([type.slice(0, 40), 400])
    expect(answer.json().message).toMatch(/^[A-ZÁÉÍÓÚ]/)
  }
})

test('API-03 una respuesta tiene máximo 20 errores, también con 20.000 campos desconocidos', async () => {
  const company = await t.company()
  const admin = await company.person('financial')
  const unknown = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`campo${at}`, 1]))
  const answers = [
    await admin.ask(planApi.create, { body: unknown }),
    await admin.ask(messageApi.resend, { body: { ids: Array.from({ length: 50 }, () => 'x') } }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(400)
    expect(answer.json.errors?.length).toBeLessThanOrEqual(20)
    expect(answer.text.length).toBeLessThan(5_000)
  }
})

test('API-04 el límite sin sesión cuenta cada /64 de IPv6 como una red', async () => {
  const statusFrom = async (remoteAddress: string): Promise<number> =>
    (await limited.app.inject({ url: '/api/maintenance', remoteAddress })).statusCode
  for (let n = 1; n <= 5; n += 1) expect(await statusFrom(`2800:e2:1080:7::${n}`)).toBe(200)
  expect(await statusFrom('2800:e2:1080:7:aaaa::1')).toBe(429)
  expect(await statusFrom('2800:e2:1080:8::1')).toBe(200)
})

test('API-04 las redes de un /48 tienen juntas diez veces el límite de una, y las de otro /48 el suyo', async () => {
  const statusFrom = async (remoteAddress: string): Promise<number> =>
    (await limited.app.inject({ url: '/api/maintenance', remoteAddress })).statusCode
  for (let n = 0; n < 50; n += 1) expect(await statusFrom(`2800:e2:2000:${n.toString(16)}::1`)).toBe(200)
  expect(await statusFrom('2800:e2:2000:ffff::1')).toBe(429)
  expect(await statusFrom('2800:e2:2001::1')).toBe(200)
})

test('API-03 una dirección de la API con letras codificadas tiene los encabezados de la API, exista o no', async () => {
  for (const [target, status] of [
    ['/%61pi/maintenance', 200],
    ['/%61pi/no-existe', 404],
    ['/api/no-existe', 404],
  ] as const) {
    const reply = await servedReply(getOf(target))
    expect([target, reply.status]).toEqual([target, status])
    expect([target, reply.text]).toEqual([
      target,
      expect.stringContaining("default-src 'none'; frame-ancestors 'none'; sandbox"),
    ])
    expect(reply.text).toContain('content-type: application/json')
  }
  expect((await servedReply(getOf('/ingreso'))).text).toContain("script-src 'self'")
})
