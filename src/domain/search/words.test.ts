import { expect, test } from 'vitest'
import { documentOf, hasWords } from './words.ts'

test('OPS-06 se busca entre nombres desde tres letras', () => {
  expect(['an', 'de la', 'x y z', ''].map(hasWords)).toEqual([false, false, false, false])
  expect(['ana', 'de los ríos', '102', 'Ñañ'].map(hasWords)).toEqual([true, true, true, true])
})

test('OPS-06 un número se entiende con su prefijo o sin él', () => {
  expect(documentOf('AF-000005')).toEqual({ prefix: 'AF', number: 5 })
  expect(documentOf('fv 12')).toEqual({ prefix: 'FV', number: 12 })
  expect(documentOf('2074')).toEqual({ prefix: null, number: 2074 })
  expect(documentOf('ana 12 b')).toBeNull()
})
