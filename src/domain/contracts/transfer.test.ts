import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { type LineVat } from '#domain/taxes/charge.ts'
import { assertTransfer, assertTransferDay, firstUnbilledPeriod, monthAt, nextPeriodStart } from './transfer.ts'

const exempt: LineVat = { treatment: 'exento', rate_bps: 0, legal_basis: '' }
const taxed: LineVat = { treatment: 'gravado', rate_bps: 1900, legal_basis: '' }

test('R2.13 un traslado cambia lo que se cobra desde el primer período que empieza con él', () => {
  expect(nextPeriodStart(day('2026-12-15'), 30)).toBe('2026-12-31')
  expect(nextPeriodStart(day('2026-12-01'), 30)).toBe('2026-12-01')
  expect(nextPeriodStart(day('2026-12-26'), 25)).toBe('2026-12-26')
  expect(nextPeriodStart(day('2026-12-25'), 25)).toBe('2026-12-26')
  expect(firstUnbilledPeriod(day('2026-12-15'), null, 30)).toBe('2026-12-31')
  expect(firstUnbilledPeriod(day('2026-12-15'), day('2027-01-30'), 30)).toBe('2027-01-31')
})

test('R1.3 R2.13 del estrato 2 al 5 el precio sin IVA sube con el IVA, y el que lo incluye no cambia', () => {
  expect(monthAt(pesos(60_000), exempt, false)).toMatchObject({ vat: 0, total: 6_000_000 })
  expect(monthAt(pesos(60_000), taxed, false)).toMatchObject({ vat: 1_140_000, total: 7_140_000 })
  expect(monthAt(pesos(69_900), exempt, true)).toMatchObject({ vat: 0, total: 6_990_000 })
  expect(monthAt(pesos(69_900), taxed, true)).toMatchObject({ base: 5_873_950, vat: 1_116_050, total: 6_990_000 })
  expect(monthAt(pesos(69_900), null, true)).toBe(null)
})

test('R2.13 el día de un traslado es de hoy a un año, dentro del servicio, y una casa tiene estrato', () => {
  const contract = { active_from: day('2026-01-05'), active_to: day('2026-12-30') }
  const move = (on: string, stratum: number | null = 2, today = '2026-11-20') =>
    assertTransfer(contract, { on: day(on), segment: 'residential', stratum }, day(today))
  expect(() => move('2026-11-20')).not.toThrow()
  expect(() => move('2026-11-19')).toThrow('un día que ya pasó')
  expect(() => move('2027-11-21')).toThrow('próximos 12 meses')
  expect(() => move('2026-12-31')).toThrow('termina el 30 de diciembre de 2026')
  const other = () => assertTransferDay(contract, day('2026-12-31'), day('2026-11-20'), 'day')
  expect(other).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ field: 'day' })] }))
  expect(() => move('2026-01-02', 2, '2026-01-01')).toThrow('El servicio empieza el 5 de enero de 2026')
  expect(() => move('2026-11-25', null)).toThrow('estrato de la dirección nueva')
  const shop = { on: day('2026-11-25'), segment: 'business', stratum: null } as const
  expect(() => assertTransfer(contract, shop, day('2026-11-20'))).not.toThrow()
})
