import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { amountOf, caretAfter, formatTyped, typedFrom } from './amount.ts'

test('PLN-04 el precio muestra comas de miles mientras se escribe y las pierde al enviarse', () => {
  expect(formatTyped('79900', 'whole')).toBe('79,900')
  expect(formatTyped('$ 1,234567.89', 'whole')).toBe('1,234,567')
  expect(formatTyped('007', 'whole')).toBe('7')
  expect(formatTyped('abc', 'whole')).toBe('')
  expect(amountOf('79,900')).toBe(79_900)
  expect(amountOf('')).toBe(undefined)
})

test('PLN-07 el dinero de las plantillas admite punto decimal', () => {
  expect(formatTyped('1234.5', 'decimal')).toBe('1,234.5')
  expect(formatTyped('1234.567', 'decimal')).toBe('1,234.56')
  expect(formatTyped('.5', 'decimal')).toBe('0.5')
  expect(amountOf('1,234.50')).toBe(1_234.5)
  expect(typedFrom(1_234.5)).toBe('1,234.5')
})

test('the caret stays behind the digit it was behind', () => {
  expect(caretAfter('1234|'.replace('|', ''), 4, '1,234')).toBe(5)
  expect(caretAfter('12345', 2, '12,345')).toBe(2)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999 }), fc.nat(7), (number, at) => {
      const typed = String(number)
      const caret = Math.min(at, typed.length)
      const formatted = formatTyped(typed, 'whole')
      const next = caretAfter(typed, caret, formatted)
      expect(formatted.slice(0, next).replace(/,/g, '')).toBe(typed.slice(0, caret))
    }),
  )
})
