import { expect, test } from 'vitest'
import { Refusal } from '#domain/core/refusal.ts'
import { HASHES_AT_ONCE, hashPassword, isOutdated, isPassword } from './passwords.ts'

const secret = Buffer.alloc(32, 3)

test('a password opens its own hash and no other, whichever way its accents were typed', async () => {
  const stored = await hashPassword(secret, 'mañana será otro día')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword(secret, stored, 'mañana será otro día'.normalize('NFD'))).toBe(true)
  expect(await isPassword(secret, stored, 'manana sera otro dia')).toBe(false)
  expect(await isPassword(Buffer.alloc(32, 4), stored, 'mañana será otro día')).toBe(false)
  expect(isOutdated(stored)).toBe(false)
  expect(isOutdated(stored.replace('m=19456', 'm=8192'))).toBe(true)
})

test('AUT-01 quien no existe cuesta lo mismo que quien existe', async () => {
  const stored = await hashPassword(secret, 'una contraseña cualquiera')
  const time = async (hash: string | null): Promise<number> => {
    const started = performance.now()
    expect(await isPassword(secret, hash, 'otra contraseña')).toBe(false)
    return performance.now() - started
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 15; n += 1) {
    known.push(await time(stored))
    unknown.push(await time(null))
  }
  // Without the work the ratio is near zero; with it near one. The bounds leave room for a busy machine.
  const ratio = median(unknown) / median(known)
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test('with fifty waiting the next is refused with a time to retry, and every waiting one is served', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => isPassword(secret, null, 'da lo mismo')))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(results.length - refused.length).toBe(50 + HASHES_AT_ONCE)
  for (const reason of refused) expect(reason).toBeInstanceOf(Refusal)
  expect(refused[0]).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  expect(await isPassword(secret, null, 'ya pasó')).toBe(false)
})

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
