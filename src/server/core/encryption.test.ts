import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const secret = randomBytes(32)
const CONTEXT = 'credentials:a:wompi:test'

test('INT-04 lo sellado se abre en su lugar con su secreto, y en ningún otro', () => {
  fc.assert(
    fc.property(fc.string(), (plain) => {
      const encrypted = encrypt(secret, plain, CONTEXT)
      expect(decrypt(secret, encrypted, CONTEXT)).toBe(plain)
      expect(decrypt(secret, encrypted, 'credentials:b:wompi:test')).toBe(null)
      expect(decrypt(randomBytes(32), encrypted, CONTEXT)).toBe(null)
      if (plain.length > 4) expect(encrypted.includes(plain)).toBe(false)
    }),
    { numRuns: 50 },
  )
})

test('INT-04 un byte cambiado no se abre, y dos veces lo mismo no se parece', () => {
  const encrypted = encrypt(secret, 'prv_test_abc', CONTEXT)
  for (let at = 0; at < encrypted.length; at += 1) {
    const changed = Buffer.from(encrypted)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(decrypt(secret, changed, CONTEXT)).toBe(null)
  }
  expect(decrypt(secret, encrypted.subarray(0, 20), CONTEXT)).toBe(null)
  expect(encrypt(secret, 'prv_test_abc', CONTEXT).equals(encrypted)).toBe(false)
})
