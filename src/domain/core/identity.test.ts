import { expect, test } from 'vitest'
import { isNit, nitCheckDigit, nitLabel } from './identity.ts'

test('the check digit of every published NIT is the one that DIAN prints', () => {
  const published =
    '800197268-4 899999068-1 860034313-7 890903938-8 899999115-8 830122566-1 800153993-7 900092385-9 901582657-3 804003326-6 900669038-6 900123456-8 860002964-4'
  for (const nit of published.split(' ')) {
    const [digits = '', check] = nit.split('-')
    expect(nitCheckDigit(digits)).toBe(Number(check))
    expect(isNit(nit)).toBe(true)
  }
  expect(isNit('901582657-4')).toBe(false)
  expect(isNit('901582657')).toBe(false)
})

test('a NIT is shown with dots and its check digit', () => {
  expect(nitLabel('901582657-3')).toBe('901.582.657-3')
})
