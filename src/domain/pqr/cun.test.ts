import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day } from '#domain/core/days.ts'
import { cunLabel, cunOf, internalReference, ReferenceText, readCun, yearProblem } from './cun.ts'

test('PQR-01 el CUN tiene código de operador, año de dos dígitos y diez de consecutivo (R3.3)', () => {
  const cun = cunOf('4488', day('2026-11-20'), 1)
  expect([cun, cunLabel(cun)]).toEqual(['4488260000000001', '4488-26-0000000001'])
  expect(readCun('4331250000475900')).toEqual({ operator: '4331', year: '25', number: '0000475900' })
  expect(readCun('4488-25-0000736103')).toEqual({ operator: '4488', year: '25', number: '0000736103' })
  expect(readCun('44882500007361')).toBeNull()
  expect(readCun('448820250000736103')).toBeNull()
})

test('PQR-01 un código, un consecutivo que no caben en un CUN no se convierten en uno', () => {
  expect(() => cunOf('448', day('2026-01-01'), 1)).toThrow('operator')
  expect(() => cunOf('4488', day('2026-01-01'), 0)).toThrow('number')
  expect(() => cunOf('4488', day('2026-01-01'), 10_000_000_000)).toThrow('number')
})

test('PQR-01 sin código de operador el radicado es interno y no parece un CUN', () => {
  const reference = internalReference(day('2026-11-20'), 12)
  expect(reference).toBe('RI-2026-000012')
  expect(readCun(reference)).toBeNull()
})

test('PQR-08 la consulta recibe el CUN con guiones o sin ellos, o el radicado interno', () => {
  const parse = (text: string) => z.safeParse(ReferenceText, text).data
  expect(parse(' 4488-26-0000000001 ')).toBe('4488260000000001')
  expect(parse('4488260000000001')).toBe('4488260000000001')
  expect(parse('ri-2026-000012')).toBe('RI-2026-000012')
  expect(parse('4488-26')).toBeUndefined()
})

test('R3.3 el año de un CUN escrito va del día en que llegó el caso a hoy', () => {
  const problem = (cun: string, filedOn: string, today: string) => yearProblem(cun, day(filedOn), day(today))
  expect(problem('4331260000475900', '2026-11-20', '2026-11-20')).toBeNull()
  expect(problem('4331250000475900', '2026-11-20', '2026-11-20')).toBe(
    'Ese CUN es de 2025, y el de esta PQR es de 2026: revisa los dos dígitos del año',
  )
  // What arrived on the last day of a year may get its number in the next one.
  expect(problem('4331260000475900', '2026-12-31', '2027-01-04')).toBeNull()
  expect(problem('4331270000000001', '2026-12-31', '2027-01-04')).toBeNull()
  expect(problem('4331280000000001', '2026-12-31', '2027-01-04')).toBe(
    'Ese CUN es de 2028, y el de esta PQR es de 2026 o 2027: revisa los dos dígitos del año',
  )
})
