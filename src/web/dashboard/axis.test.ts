import { expect, test } from 'vitest'
import { marksOf, shortPesos } from './axis.ts'

test('DSH-02 el eje de una gráfica va de cero a una cifra redonda sobre el valor más alto', () => {
  expect(marksOf(48_219_400)).toEqual([0, 20_000_000, 40_000_000, 60_000_000])
  expect(marksOf(7)).toEqual([0, 3, 6, 9])
  expect(marksOf(0)).toEqual([0, 1])
  for (const highest of [1, 2, 9, 10, 11, 99, 1_234, 999_999, 73_000_001]) {
    const marks = marksOf(highest)
    expect(marks.at(-1)).toBeGreaterThanOrEqual(highest)
    expect(marks.length).toBeLessThanOrEqual(5)
  }
})

test('DSH-02 los pesos del eje caben en pocas letras', () => {
  expect([0, 950, 250_000, 2_500_000, 60_000_000].map(shortPesos)).toEqual([
    '$ 0',
    '$ 950',
    '$ 250 mil',
    '$ 2,5 M',
    '$ 60 M',
  ])
})
