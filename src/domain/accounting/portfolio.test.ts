import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { ageOn, agesOf } from './portfolio.ts'

test.each([
  ['2026-10-15', 'days_90'],
  ['2026-12-31', 'current'],
  ['2026-12-30', 'days_30'],
  ['2026-12-01', 'days_30'],
  ['2026-11-30', 'days_60'],
  ['2026-07-04', 'days_180'],
  ['2026-07-03', 'days_360'],
  ['2026-01-05', 'days_360'],
  ['2026-01-04', 'older'],
] as const)('RPT-01 lo que vencía el %s tiene su edad el 31 de diciembre de 2026', (due, age) => {
  expect(ageOn(day(due), day('2026-12-31'))).toBe(age)
})

test('RPT-01 las edades van de la menor a la mayor', () => {
  const one = (age: 'older' | 'current' | 'days_60') => ({ age, invoices: 1, balance: pesos(1) })
  expect(agesOf([one('older'), one('current'), one('days_60')]).map(({ age }) => age)).toEqual([
    'current',
    'days_60',
    'older',
  ])
})
