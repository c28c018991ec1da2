import { expect, test } from 'vitest'
import { isNit, nitCheckDigit, nitLabel, withoutDots } from './identity.ts'

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

test('a document is searched without the dots it is printed with', () => {
  expect(['1.020.345.678', '901.582.657-3', '12.345'].map(withoutDots)).toEqual(['1020345678', '901582657-3', '12345'])
  expect(['AF-000005', 'ana.ruiz@andina.test', '1.02', 'S.A.S.'].map(withoutDots)).toEqual([
    'AF-000005',
    'ana.ruiz@andina.test',
    '1.02',
    'S.A.S.',
  ])
})
