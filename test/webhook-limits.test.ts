import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { routes } from '#server/app.ts'
import { buildServer } from '#server/core/serve.ts'
import { makePayingCompany } from './pending-payments.ts'
import { type Watched, watchedPool } from './watched-pool.ts'
import { testApp } from './world.ts'

const t = testApp({ EVENTS_PER_MINUTE: '5', RATE_ANONYMOUS_PER_MINUTE: '8' })
const newKey = (): string => randomBytes(32).toString('base64url')
/** The addresses of three companies, from before the first request: they are read once a minute. */
const [first, second, third] = [newKey(), newKey(), newKey()]
beforeAll(async () => {
  for (const one of [first, second, third]) await makePayingCompany(t.owner, t.world.config.secret, one)
})

async function statusOf(spelling: string, remoteAddress = '190.24.1.1'): Promise<number> {
  const answer = await t.app.inject({
    method: 'POST',
    url: `/api/webhook/wompi/${spelling}`,
    remoteAddress,
    payload: {},
  })
  return answer.statusCode
}

/** A key with one character as its code. */
const encodedAt = (key: string, at: number): string =>
  `${key.slice(0, at)}%${key.charCodeAt(at).toString(16)}${key.slice(at + 1)}`

test('API-04 los avisos de una empresa tienen un solo límite, con letras codificadas o no', async () => {
  const spellings = [first, encodedAt(first, 0), encodedAt(first, 1), encodedAt(first, 2), encodedAt(first, 3)]
  for (const spelling of spellings) expect(await statusOf(spelling)).toBe(200)
  expect(await statusOf(encodedAt(first, 4))).toBe(429)
  expect(await statusOf(second)).toBe(200)
})

test('API-04 los avisos a direcciones que no son de ninguna empresa cuentan para su red, y no detienen los de una empresa', async () => {
  const from = '190.24.9.9'
  for (let n = 0; n < 8; n += 1) expect(await statusOf(n % 2 === 0 ? newKey() : 'corta', from)).toBe(404)
  expect(await statusOf(newKey(), from)).toBe(429)
  expect(await statusOf(newKey(), '190.24.8.8')).toBe(404)
  expect(await statusOf(third, from)).toBe(200)
})

test('API-04 un aviso a una dirección desconocida se cuenta antes de buscarla: pasado el límite no llega a la base de datos', async () => {
  const from = '190.24.7.7'
  const seen: Watched[] = []
  const app = await buildServer({ ...t.world, pool: watchedPool(t.world.pool, seen) }, routes)
  const send = async (address: string): Promise<number> => {
    const url = `/api/webhook/wompi/${address}`
    return (await app.inject({ method: 'POST', url, remoteAddress: from, payload: {} })).statusCode
  }
  for (let n = 0; n < 8; n += 1) expect(await send(newKey())).toBe(404)
  const before = seen.length
  expect(await Promise.all(Array.from({ length: 20 }, () => send(newKey())))).toEqual(
    Array.from({ length: 20 }, () => 429),
  )
  expect(seen.slice(before)).toEqual([])
  await app.close()
})

test('API-04 a una dirección de hace menos de un minuto llegan los avisos, que cuentan para su red', async () => {
  const young = newKey()
  await makePayingCompany(t.owner, t.world.config.secret, young)
  for (let n = 0; n < 8; n += 1) expect(await statusOf(young, '190.24.6.6')).toBe(200)
  expect(await statusOf(young, '190.24.6.6')).toBe(429)
})
