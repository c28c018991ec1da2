import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = randomBytes(32)
const OF = 'credentials:a:wompi:test'

test('INT-04 lo sellado se abre en su lugar con su secreto, y en ningún otro', () => {
  fc.assert(
    fc.property(fc.string(), (plain) => {
      const sealed = encrypt(secret, plain, OF)
      expect(decrypt(secret, sealed, OF)).toBe(plain)
      expect(decrypt(secret, sealed, 'credentials:b:wompi:test')).toBe(null)
      expect(decrypt(randomBytes(32), sealed, OF)).toBe(null)
      if (plain.length > 4) expect(sealed.includes(plain)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test('INT-04 un byte cambiado no se abre, y dos veces lo mismo no se parece', () => {
  const sealed = encrypt(secret, 'prv_test_abc', OF)
  for (let at = 0; at < sealed.length; at += 1) {
    const touched = Buffer.from(sealed)
    touched[at] = (touched[at] ?? 0) ^ 1
    expect(decrypt(secret, touched, OF)).toBe(null)
  }
  expect(decrypt(secret, sealed.subarray(0, 20), OF)).toBe(null)
  expect(encrypt(secret, 'prv_test_abc', OF).equals(sealed)).toBe(false)
})
