import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal } from './encryption.ts'

const secret = randomBytes(32)
const OF = 'credentials:a:wompi:test'

test('INT-04 lo sellado se abre en su lugar con su secreto, y en ningún otro', () => {
  fc.assert(
    fc.property(fc.string(), (plain) => {
      const sealed = seal(secret, plain, OF)
      expect(unseal(secret, sealed, OF)).toBe(plain)
      expect(unseal(secret, sealed, 'credentials:b:wompi:test')).toBe(null)
      expect(unseal(randomBytes(32), sealed, OF)).toBe(null)
      if (plain.length > 4) expect(sealed.includes(plain)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test('INT-04 un byte cambiado no se abre, y dos veces lo mismo no se parece', () => {
  const sealed = seal(secret, 'prv_test_abc', OF)
  for (let at = 0; at < sealed.length; at += 1) {
    const touched = Buffer.from(sealed)
    touched[at] = (touched[at] ?? 0) ^ 1
    expect(unseal(secret, touched, OF)).toBe(null)
  }
  expect(unseal(secret, sealed.subarray(0, 20), OF)).toBe(null)
  expect(seal(secret, 'prv_test_abc', OF).equals(sealed)).toBe(false)
})
