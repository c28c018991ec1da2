import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, addMonths, type Day, day } from '#domain/core/days.ts'
import { type Money, money, pesos, ZERO } from '#domain/core/money.ts'
import { exitValue, permanenceEndsOn, permanenceTable } from './permanence.ts'

const START = day('2026-11-20')

test('INV-08 la permanencia baja por partes iguales, en pesos enteros y a favor del cliente', () => {
  expect(permanenceTable(pesos(120_000), 12)).toEqual(
    [120, 110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10].map((thousands) => pesos(thousands * 1_000)),
  )
  expect(permanenceTable(pesos(100_000), 12)).toEqual(
    [100_000, 91_666, 83_333, 75_000, 66_666, 58_333, 50_000, 41_666, 33_333, 25_000, 16_666, 8_333].map(pesos),
  )
  expect(permanenceTable(ZERO, 12)).toEqual(Array.from({ length: 12 }, () => ZERO))
  for (const months of [0, -1, 1.5]) expect(() => permanenceTable(pesos(1), months)).toThrow(RangeError)
  expect(() => permanenceTable(pesos(-1), 12)).toThrow(RangeError)
})

test('CON-06 el valor por retirarse es el del mes de la permanencia en que se está', () => {
  const leaving = (on: string) => exitValue(pesos(100_000), START, day(on), 12)
  expect(leaving('2026-11-20')).toBe(pesos(100_000))
  expect(leaving('2026-12-18')).toBe(pesos(100_000))
  expect(leaving('2026-12-19')).toBe(pesos(91_666))
  expect(leaving('2027-11-18')).toBe(pesos(8_333))
  expect(leaving('2026-11-19')).toBe(ZERO)
})

test('R2.8 con los doce meses servidos no se paga nada, tampoco si el último día es el corte', () => {
  expect(exitValue(pesos(120_000), day('2027-04-02'), day('2028-03-31'), 12)).toBe(pesos(10_000))
  expect(exitValue(pesos(120_000), day('2027-04-02'), day('2028-04-01'), 12)).toBe(ZERO)
  expect(exitValue(pesos(120_000), START, permanenceEndsOn(START, 12), 12)).toBe(ZERO)
})

test('INV-08 la suspensión pedida por el cliente corre el final de la permanencia el mismo tiempo', () => {
  expect(permanenceEndsOn(START, 12)).toBe('2027-11-19')
  expect(permanenceEndsOn(START, 12, 2)).toBe('2028-01-19')
  expect(exitValue(pesos(120_000), START, day('2027-11-20'), 12, 2)).toBe(pesos(20_000))
  expect(exitValue(pesos(120_000), START, day('2028-01-18'), 12, 2)).toBe(pesos(10_000))
  expect(exitValue(pesos(120_000), START, day('2028-01-19'), 12, 2)).toBe(ZERO)
})

const discount = fc.integer({ min: 0, max: 100_000_000_000 }).map((count): Money => money(count))
const months = fc.integer({ min: 1, max: 12 })
const anyDay = fc.integer({ min: 0, max: 1_000 }).map((count): Day => addDays(day('2026-01-01'), count))

test('INV-08 cada mes cuesta lo mismo o menos que el anterior, y nunca más que su parte exacta', () => {
  fc.assert(
    fc.property(discount, months, (discounted, length) => {
      const table = permanenceTable(discounted, length)
      expect(table).toHaveLength(length)
      for (const [passed, value] of table.entries()) {
        const exact = BigInt(discounted) * BigInt(length - passed)
        const short = exact - BigInt(value) * BigInt(length)
        expect(value % 100).toBe(0)
        expect(short >= 0n && short < 100n * BigInt(length)).toBe(true)
        expect(value).toBeLessThanOrEqual(table[passed - 1] ?? discounted)
      }
    }),
  )
})

test('CON-06 esperar un día nunca encarece el retiro, y después del final no cuesta nada', () => {
  fc.assert(
    fc.property(discount, months, anyDay, fc.nat(500), fc.nat(2), (discounted, length, start, later, suspended) => {
      const on = addDays(start, later)
      const today = exitValue(discounted, start, on, length, suspended)
      expect(exitValue(discounted, start, addDays(on, 1), length, suspended)).toBeLessThanOrEqual(today)
      expect(exitValue(discounted, start, on, length, suspended + 1)).toBeGreaterThanOrEqual(today)
      const end = permanenceEndsOn(start, length, suspended)
      expect(exitValue(discounted, start, end, length, suspended)).toBe(ZERO)
      const dayBefore = exitValue(discounted, start, addDays(end, -1), length, suspended)
      expect(dayBefore).toBe(permanenceTable(discounted, length).at(-1))
      expect(addDays(end, 1)).toBe(addMonths(start, length + suspended))
    }),
  )
})
