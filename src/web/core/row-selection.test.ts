import { expect, test } from 'vitest'
import { ALL_ROWS, hasTooMany, isChosen, NO_ROWS, pageStateOf, togglePage, toggleRow } from './row-selection.ts'

const PAGE = ['a', 'b', 'c', 'd']
const idsOf = ({ ids }: { ids: ReadonlySet<string> }): string => [...ids].toSorted().join('')

test('TBL-01 con Mayúsculas se eligen las filas entre la última elegida y esta, y se quitan igual', () => {
  const first = toggleRow(NO_ROWS, PAGE, 'b', false)
  const range = toggleRow(first, PAGE, 'd', true)
  expect(idsOf(range)).toBe('bcd')
  expect(idsOf(toggleRow(range, PAGE, 'c', true))).toBe('b')
  expect(idsOf(toggleRow(NO_ROWS, PAGE, 'c', true))).toBe('c')
})

test('TBL-01 lo elegido en una página se conserva al elegir en otra', () => {
  const first = togglePage(NO_ROWS, PAGE)
  const both = toggleRow(first, ['e', 'f'], 'f', false)
  expect(idsOf(both)).toBe('abcdf')
  expect([pageStateOf(both, PAGE), pageStateOf(both, ['e', 'f']), pageStateOf(both, ['g'])]).toEqual([
    'all',
    'some',
    'none',
  ])
  expect(idsOf(togglePage(both, PAGE))).toBe('f')
})

test('TBL-01 quitar una fila de todas las del filtro deja las demás de la página', () => {
  expect(isChosen(ALL_ROWS, 'z')).toBe(true)
  const without = toggleRow(ALL_ROWS, PAGE, 'b', false)
  expect([idsOf(without), without.isAll]).toEqual(['acd', false])
  expect(togglePage(ALL_ROWS, PAGE)).toBe(NO_ROWS)
})

test('TBL-01 a mano se eligen hasta cien filas; todas las del filtro, las que sean', () => {
  const many = Array.from({ length: 101 }, (_, index) => `r${index}`)
  expect(hasTooMany(togglePage(NO_ROWS, many.slice(0, 100)))).toBe(false)
  expect(hasTooMany(togglePage(NO_ROWS, many))).toBe(true)
  expect(hasTooMany(ALL_ROWS)).toBe(false)
})
