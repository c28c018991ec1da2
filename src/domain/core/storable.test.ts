import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { storable } from './storable.ts'

test('un texto cortado nunca termina en medio carácter, y lo que no se puede guardar se quita', () => {
  expect([storable('abc🌊', 4), storable('abc🌊', 5), storable('a\0b'), storable('\uD83Da')]).toEqual([
    'abc',
    'abc🌊',
    'ab',
    '\uFFFDa',
  ])
})

test('lo que queda de cualquier texto se puede guardar, no es más largo que el máximo y es su comienzo', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, max) => {
      const kept = storable(text, max)
      expect(kept.isWellFormed() && !kept.includes('\0') && kept.length <= max).toBe(true)
      if (!text.includes('\0')) expect(text.startsWith(kept)).toBe(true)
    }),
  )
})
