import { expect, test } from 'vitest'
import { isAppCode, plainCode, RECOVERY_ALPHABET, RECOVERY_CODE_CHARS, recoveryCodeLabel } from './two-factor.ts'

test('a typed code is read with spaces, dashes and in upper case', () => {
  expect(plainCode(' 123 456 ')).toBe('123456')
  expect(plainCode('K7MP2-X9QRD')).toBe('k7mp2x9qrd')
  expect(plainCode(recoveryCodeLabel('k7mp2x9qrd'))).toBe('k7mp2x9qrd')
})

test('only six digits are a code of the application', () => {
  expect(['123456', '12345', '1234567', 'k7mp2x9qrd'].map(isAppCode)).toEqual([true, false, false, false])
})

test('a recovery code has 49 random bits or more, and no characters that look alike', () => {
  expect(RECOVERY_CODE_CHARS * Math.log2(new Set(RECOVERY_ALPHABET).size)).toBeGreaterThan(49)
  expect(RECOVERY_ALPHABET).not.toMatch(/[01ilo]/)
})
