import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { makePayingCompany } from './pending-payments.ts'
import { testApp } from './world.ts'

const t = testApp({ EVENTS_PER_MINUTE: '5', RATE_ANONYMOUS_PER_MINUTE: '8' })
const newKey = (): string => randomBytes(32).toString('base64url')

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
  const [key, other] = [newKey(), newKey()]
  for (const one of [key, other]) await makePayingCompany(t.owner, t.world.config.secret, one)
  const spellings = [key, encodedAt(key, 0), encodedAt(key, 1), encodedAt(key, 2), encodedAt(key, 3)]
  for (const spelling of spellings) expect(await statusOf(spelling)).toBe(200)
  expect(await statusOf(encodedAt(key, 4))).toBe(429)
  expect(await statusOf(other)).toBe(200)
})

test('API-04 los avisos a direcciones que no son de ninguna empresa cuentan para su red, y no detienen los de una empresa', async () => {
  const key = newKey()
  await makePayingCompany(t.owner, t.world.config.secret, key)
  const from = '190.24.9.9'
  for (let n = 0; n < 8; n += 1) expect(await statusOf(n % 2 === 0 ? newKey() : 'corta', from)).toBe(404)
  expect(await statusOf(newKey(), from)).toBe(429)
  expect(await statusOf(newKey(), '190.24.8.8')).toBe(404)
  expect(await statusOf(key, from)).toBe(200)
})
