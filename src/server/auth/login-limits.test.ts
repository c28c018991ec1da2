import { expect, test } from 'vitest'
import {
  bearer,
  failedAlready,
  inProduction,
  member,
  OTHER_PASSWORD,
  PASSWORD,
  signIn,
  triesOf,
  tryLogin,
} from '#test/sign-in.ts'
import { testApp } from '#test/world.ts'

const app = testApp()

test('AUT-01 desde el quinto fallo seguido la cuenta espera cada vez más, y el acierto lo borra todo', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'admin')
  const isBlocked = async (): Promise<boolean> => {
    const { rows } = await app.owner.query(
      `select from attempts where subject like 'login:%' and blocked_until is not null`,
    )
    return rows.length > 0
  }
  for (let n = 1; n <= 5; n += 1) {
    expect(await isBlocked()).toBe(false)
    expect((await tryLogin(app, laura.username, OTHER_PASSWORD)).status).toBe(401)
  }
  expect(await isBlocked()).toBe(true)

  const waits = { 8: '8 segundos', 32: '32 segundos', 900: '15 minutos' }
  const failures = { 8: 7, 32: 9, 900: 40 }
  for (const seconds of [8, 32, 900] as const) {
    await failedAlready(app, failures[seconds])
    expect((await tryLogin(app, laura.username, OTHER_PASSWORD)).status).toBe(401)
    const waiting = await tryLogin(app, laura.username, PASSWORD)
    expect([waiting.status, waiting.json.code]).toEqual([429, 'TOO_MANY'])
    const waitS = Number(waiting.headers['retry-after'])
    expect(waitS).toBeGreaterThan(seconds / 2)
    expect(waitS).toBeLessThanOrEqual(seconds)
    if (waitS === seconds) {
      expect(waiting.json.message).toBe(`Demasiados intentos. Espera ${waits[seconds]} e intenta de nuevo.`)
    }
  }
  await failedAlready(app, 40)
  expect((await tryLogin(app, laura.username, PASSWORD)).status).toBe(200)
  expect((await tryLogin(app, laura.username, OTHER_PASSWORD)).status).toBe(401)
  expect((await tryLogin(app, laura.username, PASSWORD)).status).toBe(200)
})

test('AUT-01 un nombre que no existe se frena igual que uno que existe', async () => {
  expect((await tryLogin(app, 'fantasma', OTHER_PASSWORD)).status).toBe(401)
  await failedAlready(app, 9)
  expect((await tryLogin(app, 'fantasma', OTHER_PASSWORD)).status).toBe(401)
  expect((await tryLogin(app, 'fantasma', OTHER_PASSWORD)).status).toBe(429)
})

test('AUT-01 diez intentos a la vez valen lo mismo que diez seguidos', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'technical')
  await tryLogin(app, laura.username, OTHER_PASSWORD)
  await failedAlready(app, 9)
  const answers = await Promise.all(Array.from({ length: 10 }, () => tryLogin(app, laura.username, OTHER_PASSWORD)))
  const statuses = answers.map((answer) => answer.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(1)
  expect(statuses.filter((status) => status === 429)).toHaveLength(9)
  const reasons = await triesOf(app, id)
  expect(reasons.filter((reason) => reason === 'wrong_credentials')).toHaveLength(2)
  expect(reasons.filter((reason) => reason === 'too_many')).toHaveLength(9)
})

test('AUT-01 muchos aciertos a la vez entran todos', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'technical')
  const answers = await Promise.all(Array.from({ length: 12 }, () => tryLogin(app, laura.username, PASSWORD)))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
})

test('AUT-01 en una red con demasiados fallos esperan los nombres que fallaron allí, y los demás entran', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'client')
  const server = await inProduction(app)
  const from = (remoteAddress: string, username: string, password: string) =>
    server.inject({ method: 'POST', url: '/api/auth/login', remoteAddress, payload: { username, password } })
  expect((await from('10.9.8.7', 'probando1', OTHER_PASSWORD)).statusCode).toBe(401)
  await failedAlready(app, 98)
  for (const name of ['probando2', 'probando3']) {
    expect((await from('10.9.8.7', name, OTHER_PASSWORD)).statusCode).toBe(401)
  }
  const paused = await from('10.9.8.7', 'probando3', OTHER_PASSWORD)
  expect(paused.statusCode).toBe(429)
  expect(Number(paused.headers['retry-after'])).toBeGreaterThan(600)
  expect((await from('10.9.8.7', laura.username, PASSWORD)).statusCode).toBe(200)
  expect((await from('10.9.8.7', laura.username, OTHER_PASSWORD)).statusCode).toBe(401)
  expect((await from('10.9.8.7', laura.username, PASSWORD)).statusCode).toBe(429)
  expect((await from('10.9.6.6', laura.username, PASSWORD)).statusCode).toBe(200)
  await server.close()
})

test('AUT-01 el fallo se cuenta aunque la persona ya tenga otra sesión abierta y repita con Idempotency-Key', async () => {
  const { id } = await app.company()
  const laura = await member(app, id, 'financial')
  const token = await signIn(app, laura)
  const withKey = (key: string) =>
    tryLogin(app, laura.username, OTHER_PASSWORD, { ...bearer(token), 'idempotency-key': key })
  expect((await withKey('a')).status).toBe(401)
  await failedAlready(app, 9)
  expect((await withKey('b')).status).toBe(401)
  expect((await withKey('c')).status).toBe(429)
})
