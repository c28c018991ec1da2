import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import {
  groupsOf,
  historiesOn,
  moneyOn,
  Parameter,
  parameterOf,
  parameterOn,
  valueLabel,
  valueOn,
} from './parameter.ts'

const row = { label: 'UVT', legal_basis: 'DIAN', certainty: 'verified', note: '' }
const uvt = (year: number, value: number) =>
  parameterOf({
    ...row,
    key: 'tax.uvt',
    valid_from: day(`${year}-01-01`),
    valid_to: day(`${year}-12-31`),
    value,
    unit: 'pesos',
  })
const base = (from: string, to: string | null, value: number) =>
  parameterOf({
    ...row,
    key: 'tax.withholding_services_base',
    valid_from: day(from),
    valid_to: to === null ? null : day(to),
    value,
    unit: 'uvt',
  })

const table = [
  uvt(2025, 4_979_900),
  uvt(2026, 5_237_400),
  base('2000-01-01', '2025-05-31', 4),
  base('2025-06-01', null, 2),
]

test('NUM-01 a value is in force on its first day and on its last, and none is outside them', () => {
  const on = (text: string) => valueOn(table, 'tax.withholding_services_base', day(text))
  expect([on('2025-05-31'), on('2025-06-01'), on('2030-01-01'), on('1999-12-31')]).toEqual([4, 2, 2, null])
  expect(moneyOn(table, 'tax.uvt', day('2026-12-31'))).toBe(pesos(52_374))
  expect(moneyOn(table, 'tax.uvt', day('2027-01-01'))).toBe(null)
  expect(parameterOn(table, 'tax.uvt', day('2025-01-01'))?.legal_basis).toBe('DIAN')
})

test('NUM-01 money is not read from a number that counts something else', () => {
  expect(() => moneyOn(table, 'tax.withholding_services_base', day('2026-01-01'))).toThrow(TypeError)
  expect(() =>
    parameterOf({ ...row, key: 'x.y', valid_from: day('2026-01-01'), valid_to: null, value: 1, unit: 'lunas' }),
  ).toThrow(/Invalid/)
})

test('NUM-01 a history separates the value of the day from the others, newest first', () => {
  const [first, second] = historiesOn(table, day('2025-07-01'))
  expect([first?.key, first?.current?.value, first?.others.map((other) => other.valid_from)]).toEqual([
    'tax.uvt',
    pesos(49_799),
    ['2026-01-01'],
  ])
  expect([second?.current?.value, second?.others.map((other) => other.value)]).toEqual([2, [4]])
  expect(historiesOn(table, day('2027-01-01'))[0]?.current).toBe(null)
})

test('NUM-01 parameters are grouped in the order of the screen, and a group without a label has its key as label', () => {
  const history = (key: string, label: string) => ({ key, label, current: null, others: [] })
  const groups = groupsOf([
    history('nuevo.x', 'X'),
    history('pqr.b', 'Ámbito'),
    history('tax.uvt', 'UVT'),
    history('pqr.a', 'Zona'),
  ])
  expect(groups.map(({ label, histories }) => [label, histories.map((one) => one.label)])).toEqual([
    ['Impuestos y retenciones', ['UVT']],
    ['PQR y recursos', ['Ámbito', 'Zona']],
    ['nuevo', ['X']],
  ])
})

test('FMT-01 un valor se lee según su unidad', () => {
  const label = (unit: string, value: number) =>
    valueLabel(parameterOf({ ...row, key: 'x.y', valid_from: day('2026-01-01'), valid_to: null, value, unit }))
  expect(label('pesos', 5_237_400)).toBe('$ 52.374,00')
  expect([label('bps', 1900), label('bps', 190), label('uvt', 2), label('stratum', 3)]).toEqual([
    '19 %',
    '1,9 %',
    '2 UVT',
    'estrato 3',
  ])
  expect([label('business_days', 15), label('business_days', 1), label('minute_of_day', 425)]).toEqual([
    '15 días hábiles',
    '1 día hábil',
    '07:05',
  ])
  expect([label('times', 1), label('months', 6), label('minutes', 150)]).toEqual(['1 vez', '6 meses', '150 minutos'])
})

test('NUM-01 in JSON money is in pesos and other values do not change', () => {
  for (const parameter of table) expect(z.decode(Parameter, z.encode(Parameter, parameter))).toEqual(parameter)
  expect(z.encode(Parameter, uvt(2026, 5_237_400))).toMatchObject({ value: 52_374, unit: 'pesos' })
})
