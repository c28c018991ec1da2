import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { periodsSince, unbilledCopy } from './unbilled.ts'

test('R7.10 INV-03 los períodos de un servicio desde su primer día hasta hoy, con los días de cada uno', () => {
  expect(periodsSince(day('2029-05-30'), day('2029-06-04'), 31)).toEqual([
    { period: '2029-05', days: 2 },
    { period: '2029-06', days: 30 },
  ])
  // With cut 15, 16 May is the first day of the period of June.
  expect(periodsSince(day('2029-05-15'), day('2029-05-16'), 15)).toEqual([
    { period: '2029-05', days: 1 },
    { period: '2029-06', days: 31 },
  ])
  expect(periodsSince(day('2029-06-04'), day('2029-06-04'), 31)).toEqual([{ period: '2029-06', days: 27 }])
})

test('INV-03 lo que falta por facturar dice sus períodos y sus días', () => {
  expect(unbilledCopy(periodsSince(day('2029-05-31'), day('2029-06-01'), 31))).toBe(
    'Falta por facturar el servicio de mayo de 2029 (1 día) y de junio de 2029 (30 días), porque su facturación ya se hizo: hazla de nuevo, y solo se facturan los contratos que faltan',
  )
})
