import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import { amountText, catalogueUrl } from './document-text.ts'

test('EIN-04 los valores llevan punto y dos decimales, y el QR abre el catálogo de su ambiente', () => {
  expect([0, 5, 99, 100, 6_000_000, 123_456_789, -250].map((count) => amountText(money(count)))).toEqual([
    '0.00',
    '0.05',
    '0.99',
    '1.00',
    '60000.00',
    '1234567.89',
    '-2.50',
  ])
  expect(catalogueUrl('abc', 'test')).toBe('https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey=abc')
  expect(catalogueUrl('abc', 'production')).toBe('https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey=abc')
})
