import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addBusinessDays, isBusinessDay } from '#domain/core/calendar.ts'
import { addDays, type Day, day, daysBetween } from '#domain/core/days.ts'
import { dueOn, sendByOn, TERM_DAYS } from './due.ts'

/** 'billing.delivery_notice' today, in business days. */
const NOTICE = 5

test('INV-07 la factura se entrega al menos cinco días hábiles antes del vencimiento', () => {
  for (const [due, sendBy] of [
    ['2026-11-25', '2026-11-18'],
    ['2026-12-15', '2026-12-07'],
    ['2027-01-15', '2027-01-07'],
    ['2026-04-10', '2026-04-01'],
  ] as const)
    expect(sendByOn(day(due), NOTICE)).toBe(sendBy)
})

test('INV-07 vence el día de pago del cliente, el primero desde la emisión', () => {
  expect(dueOn(day('2026-11-05'), 20, NOTICE)).toBe('2026-11-20')
  expect(dueOn(day('2026-11-21'), 20, NOTICE)).toBe('2026-12-20')
  expect(dueOn(day('2027-02-05'), 31, NOTICE)).toBe('2027-02-28')
  expect(dueOn(day('2026-12-20'), 5, NOTICE)).toBe('2027-01-05')
})

test('INV-07 sin día de pago vence diez días después de la emisión', () => {
  expect(dueOn(day('2026-11-20'), null, NOTICE)).toBe('2026-11-30')
})

test('INV-07 un vencimiento muy cercano se corre hasta dejar cinco días hábiles', () => {
  expect(dueOn(day('2026-11-18'), 20, NOTICE)).toBe('2026-11-25')
  expect(dueOn(day('2026-11-20'), 20, NOTICE)).toBe('2026-11-27')
  expect(dueOn(day('2026-11-14'), 15, NOTICE)).toBe('2026-11-24')
  expect(dueOn(day('2026-03-28'), null, NOTICE)).toBe('2026-04-08')
})

test('INV-07 un vencimiento en día no hábil se queda', () => {
  expect(dueOn(day('2026-11-01'), 15, NOTICE)).toBe('2026-11-15')
  expect(dueOn(day('2026-11-23'), 29, NOTICE)).toBe('2026-11-29')
})

const anyDay = fc.integer({ min: 0, max: 365 * 4 }).map((count): Day => addDays(day('2025-01-01'), count))
const anyDate = fc.option(fc.integer({ min: 1, max: 31 }), { nil: null })

test('INV-07 todo vencimiento deja el plazo de entrega, y solo se corre cuando hace falta', () => {
  fc.assert(
    fc.property(anyDay, anyDate, fc.integer({ min: 0, max: 8 }), (issued, date, notice) => {
      const due = dueOn(issued, date, notice)
      expect(due >= issued).toBe(true)
      expect(sendByOn(due, notice) >= issued).toBe(true)
      const onItsDate = date === null ? daysBetween(issued, due) === TERM_DAYS : isDate(due, date)
      if (onItsDate) return
      expect(isBusinessDay(due)).toBe(true)
      expect(sendByOn(addBusinessDays(due, -1), notice) < issued).toBe(true)
    }),
  )
})

/** Whether a day is a date of its month, or the last one of a month without it. */
const isDate = (on: Day, date: number): boolean =>
  Number(on.slice(8)) === date || (addDays(on, 1).endsWith('-01') && Number(on.slice(8)) < date)

test('INV-07 emitir después nunca hace vencer antes', () => {
  fc.assert(
    fc.property(anyDay, anyDate, (issued, date) => {
      const due = dueOn(issued, date, NOTICE)
      expect(dueOn(addDays(issued, 1), date, NOTICE) >= due).toBe(true)
    }),
  )
})
