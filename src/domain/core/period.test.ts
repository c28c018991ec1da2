import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { addDays, type Day, day, daysBetween } from './days.ts'
import { type Money, money, pesos } from './money.ts'
import {
  billingPeriodOf,
  countServedDays,
  cutDateOf,
  isPeriod,
  nextPeriod,
  PeriodText,
  period,
  periodBounds,
  periodLabel,
  periodOf,
  previousPeriod,
  prorate,
} from './period.ts'

const stretch = (from: string, to: string | null) => ({ from_on: day(from), to_on: to === null ? null : day(to) })

test('INV-06 el día de corte que no existe en el mes es el último', () => {
  const cuts = ['2027-02', '2028-02', '2027-04', '2026-12'].map((month) => cutDateOf(period(month), 31))
  expect(cuts).toEqual(['2027-02-28', '2028-02-29', '2027-04-30', '2026-12-31'])
  expect(cutDateOf(period('2027-02'), 30)).toBe('2027-02-28')
  expect(cutDateOf(period('2026-11'), 5)).toBe('2026-11-05')
})

test('INV-06 el período va del día siguiente al corte anterior hasta el corte', () => {
  expect(periodBounds(period('2026-11'), 15)).toEqual({ from_on: '2026-10-16', to_on: '2026-11-15' })
  expect(periodBounds(period('2027-03'), 31)).toEqual({ from_on: '2027-03-01', to_on: '2027-03-31' })
  expect(periodBounds(period('2026-11'), 30)).toEqual({ from_on: '2026-10-31', to_on: '2026-11-30' })
  expect(periodBounds(period('2027-02'), 30)).toEqual({ from_on: '2027-01-31', to_on: '2027-02-28' })
  expect(billingPeriodOf(day('2026-11-15'), 15)).toBe('2026-11')
  expect(billingPeriodOf(day('2026-11-16'), 15)).toBe('2026-12')
})

test('a period is a month that exists, and has a Spanish label', () => {
  expect(periodLabel(period('2026-11'))).toBe('noviembre de 2026')
  expect(periodOf(day('2026-11-20'))).toBe('2026-11')
  expect([nextPeriod(period('2026-12')), previousPeriod(period('2026-01'))]).toEqual(['2027-01', '2025-12'])
  for (const text of ['2026-13', '2026-00', '2026-1', '2026-11-20', ' 2026-11', ''])
    expect(isPeriod(text), text).toBe(false)
  expect(() => period('2026-13')).toThrow(RangeError)
  expect(z.safeParse(PeriodText, '2026-11').success).toBe(true)
  expect(z.safeParse(PeriodText, 202611).success).toBe(false)
})

const november = periodBounds(period('2026-11'), 31)

test('INV-06 solo se cobran los días de servicio', () => {
  const whole = stretch('2026-01-01', null)
  expect(countServedDays(november, whole, [])).toEqual({ served: 30, days: 30 })
  expect(countServedDays(november, stretch('2026-11-21', null), [])).toEqual({ served: 10, days: 30 })
  expect(countServedDays(november, stretch('2026-01-01', '2026-11-10'), [])).toEqual({ served: 10, days: 30 })
  expect(countServedDays(november, stretch('2026-12-01', null), [])).toEqual({ served: 0, days: 30 })
  expect(countServedDays(november, stretch('2026-01-01', '2026-10-31'), [])).toEqual({ served: 0, days: 30 })
})

test('INV-06 los días suspendidos no se cobran, y se descuentan una sola vez', () => {
  const whole = stretch('2026-01-01', null)
  const served = (...suspensions: ReturnType<typeof stretch>[]) => countServedDays(november, whole, suspensions).served
  expect(served(stretch('2026-11-11', '2026-11-20'))).toBe(20)
  expect(served(stretch('2026-11-15', '2026-11-20'), stretch('2026-11-11', '2026-11-17'))).toBe(20)
  expect(served(stretch('2026-11-11', '2026-11-20'), stretch('2026-11-12', '2026-11-13'))).toBe(20)
  expect(served(stretch('2026-10-01', '2026-11-05'), stretch('2026-11-29', null))).toBe(23)
  expect(served(stretch('2026-10-01', '2026-10-31'), stretch('2026-12-01', null))).toBe(30)
  expect(served(stretch('2026-10-01', null))).toBe(0)
  expect(countServedDays(november, stretch('2026-11-21', null), [stretch('2026-11-01', '2026-11-25')]).served).toBe(5)
})

test('INV-06 el prorrateo se redondea al peso, y el mes entero es la tarifa con sus centavos', () => {
  expect(prorate(pesos(60_000), 10, 30)).toBe(pesos(20_000))
  expect(prorate(pesos(60_000), 20, 31)).toBe(pesos(38_710))
  expect(prorate(pesos(58_739.5), 30, 30)).toBe(pesos(58_739.5))
  expect(prorate(pesos(58_739.3), 30, 30)).toBe(pesos(58_739.3))
  expect(prorate(pesos(58_739.5), 0, 30)).toBe(money(0))
  for (const [served, days] of [
    [31, 30],
    [-1, 30],
    [0, 0],
  ] as const)
    expect(() => prorate(pesos(1), served, days)).toThrow(RangeError)
})

const anyDay = fc.integer({ min: 0, max: 200 }).map((count) => addDays(day('2026-09-01'), count))
const anyStretch = fc
  .tuple(anyDay, fc.option(fc.nat(120), { nil: null }))
  .map(([from, length]) => ({ from_on: from, to_on: length === null ? null : addDays(from, length) }))
const anyPeriod = fc.integer({ min: 0, max: 11 }).map((months) => {
  let reached = period('2026-06')
  for (let left = months; left > 0; left -= 1) reached = nextPeriod(reached)
  return reached
})
const anyCut = fc.integer({ min: 1, max: 31 })

test('INV-06 los períodos se siguen sin huecos ni días repetidos, con cualquier corte', () => {
  fc.assert(
    fc.property(anyPeriod, anyCut, anyDay, (month, cutDay, on) => {
      const bounds = periodBounds(month, cutDay)
      const after = periodBounds(nextPeriod(month), cutDay)
      expect(after.from_on).toBe(addDays(bounds.to_on, 1))
      expect(periodOf(bounds.to_on)).toBe(month)
      expect(previousPeriod(nextPeriod(month))).toBe(month)
      const holding = periodBounds(billingPeriodOf(on, cutDay), cutDay)
      expect(holding.from_on <= on && on <= holding.to_on).toBe(true)
    }),
  )
})

test('INV-06 los días servidos son los que se cuentan uno por uno, en cualquier orden de las suspensiones', () => {
  const holds = (each: { from_on: Day; to_on: Day | null }, on: Day): boolean =>
    each.from_on <= on && (each.to_on === null || on <= each.to_on)
  fc.assert(
    fc.property(
      anyPeriod,
      anyCut,
      anyStretch,
      fc.array(anyStretch, { maxLength: 5 }),
      (month, cutDay, service, out) => {
        const bounds = periodBounds(month, cutDay)
        const all = Array.from({ length: daysBetween(bounds.from_on, bounds.to_on) + 1 }, (_, at) =>
          addDays(bounds.from_on, at),
        )
        const byHand = all.filter((on) => holds(service, on) && !out.some((each) => holds(each, on))).length
        expect(countServedDays(bounds, service, out)).toEqual({ served: byHand, days: all.length })
        expect(countServedDays(bounds, service, out.toReversed()).served).toBe(byHand)
      },
    ),
  )
})

const monthly = fc.integer({ min: 0, max: 100_000_000_000 }).map((count): Money => money(count))

test('INV-06 más días nunca cuestan menos, ni una parte más que el mes', () => {
  fc.assert(
    fc.property(
      fc.oneof(monthly, fc.nat(2000).map(money)),
      fc.integer({ min: 28, max: 31 }),
      fc.nat(30),
      (amount, days, some) => {
        const served = Math.min(some, days - 1)
        const part = prorate(amount, served, days)
        expect(part).toBeLessThanOrEqual(prorate(amount, served + 1, days))
        expect(part).toBeLessThanOrEqual(amount)
        expect(part >= 0).toBe(true)
      },
    ),
  )
})
