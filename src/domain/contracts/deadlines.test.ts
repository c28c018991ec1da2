import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day, daysBetween } from '#domain/core/days.ts'
import { billingPeriodOf, cutDateOf, nextPeriod, periodBounds } from '#domain/core/period.ts'
import { installationDueOn, lastDayToAsk, planChangeFrom, terminationOn } from './deadlines.ts'

/** 'contract.termination_notice' and 'contract.plan_change_notice' today, in business days. */
const NOTICE = 3

/** A cut, and the last day of a request for it (R2.9). */
const CUTS = [
  ['2026-11-25', '2026-11-20'],
  ['2026-11-30', '2026-11-25'],
  ['2026-12-10', '2026-12-04'],
  ['2027-01-12', '2027-01-06'],
  ['2026-06-18', '2026-06-12'],
] as const

test('CON-06 el retiro se pide al menos tres días hábiles antes del corte', () => {
  for (const [cut, last] of CUTS) expect(lastDayToAsk(day(cut), NOTICE)).toBe(last)
})

test('CON-06 pedido a tiempo termina en ese corte; después, en el siguiente', () => {
  for (const [cut, last] of CUTS) {
    const cutDay = Number(cut.slice(8))
    expect(terminationOn(day(last), cutDay, NOTICE)).toBe(cut)
    expect(terminationOn(addDays(day(last), 1), cutDay, NOTICE)).toBe(
      cutDateOf(nextPeriod(billingPeriodOf(day(cut), cutDay)), cutDay),
    )
  }
  expect(terminationOn(day('2026-11-26'), 25, NOTICE)).toBe('2026-12-25')
  expect(terminationOn(day('2027-02-23'), 31, NOTICE)).toBe('2027-02-28')
  expect(terminationOn(day('2027-02-26'), 31, NOTICE)).toBe('2027-03-31')
})

test('CON-06 el cambio de plan rige desde el primer día del período siguiente', () => {
  expect(planChangeFrom(day('2026-11-20'), 25, NOTICE)).toBe('2026-11-26')
  expect(planChangeFrom(day('2026-11-21'), 25, NOTICE)).toBe('2026-12-26')
})

test('la fecha límite de la instalación son quince días hábiles después de la firma', () => {
  expect(installationDueOn(day('2027-03-15'), 15)).toBe('2027-04-08')
})

const anyDay = fc.integer({ min: 0, max: 365 * 4 }).map((count): Day => addDays(day('2025-01-01'), count))
const anyCut = fc.integer({ min: 1, max: 31 })

test('CON-06 todo retiro cae en un corte con su aviso completo, y el corte anterior ya no lo dejaba', () => {
  fc.assert(
    fc.property(anyDay, anyCut, fc.integer({ min: 0, max: 10 }), (requestedOn, cutDay, notice) => {
      const end = terminationOn(requestedOn, cutDay, notice)
      const bounds = periodBounds(billingPeriodOf(end, cutDay), cutDay)
      expect(bounds.to_on).toBe(end)
      expect(end >= requestedOn && lastDayToAsk(end, notice) >= requestedOn).toBe(true)
      const before = addDays(bounds.from_on, -1)
      expect(before < requestedOn || lastDayToAsk(before, notice) < requestedOn).toBe(true)
      expect(daysBetween(requestedOn, end)).toBeLessThanOrEqual(31 + 20)
      expect(planChangeFrom(requestedOn, cutDay, notice)).toBe(addDays(end, 1))
    }),
  )
})

test('CON-06 pedir después nunca termina antes', () => {
  fc.assert(
    fc.property(anyDay, anyCut, (requestedOn, cutDay) => {
      const end = terminationOn(requestedOn, cutDay, NOTICE)
      expect(terminationOn(addDays(requestedOn, 1), cutDay, NOTICE) >= end).toBe(true)
      expect(terminationOn(requestedOn, cutDay, NOTICE + 1) >= end).toBe(true)
    }),
  )
})
