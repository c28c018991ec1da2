import { expect, test } from 'vitest'
import { type Day, day } from '#domain/core/days.ts'
import { pesos, ZERO } from '#domain/core/money.ts'
import { exitValueOn, pausedMonths, permanenceOf, plannedPermanenceOf } from './clause.ts'

const clause = {
  discounted_value: pesos(120_000),
  permanence_months: 12,
  permanence_from: day('2026-11-20'),
  billing_cut_day: 31,
  pauses: [],
}

test('R2.8 la cláusula dice su tabla, su final y lo que cuesta retirarse hoy', () => {
  const permanence = permanenceOf(clause, day('2026-12-20'), false)
  expect(permanence).toMatchObject({ months: 12, ends_on: '2027-11-19', exit_value_today: pesos(110_000) })
  expect(permanence?.table).toHaveLength(12)
  expect(permanenceOf(clause, day('2026-12-20'), true)?.exit_value_today).toBe(ZERO)
  expect(permanenceOf({ ...clause, permanence_months: 0 }, day('2026-12-20'), false)).toBe(null)
  expect(permanenceOf({ ...clause, permanence_from: null }, day('2026-12-20'), false)).toBe(null)
  expect(exitValueOn({ ...clause, permanence_from: null }, day('2026-12-20'))).toBe(ZERO)
})

test('R2.8 los meses enteros de pausa corren el final; los días sueltos y lo que aún no llega no', () => {
  const pauses = [{ from_on: day('2027-01-01'), to_on: day('2027-02-28') }]
  const months = (of: { from_on: Day; to_on: Day | null }, on: string) =>
    pausedMonths({ pauses: [of], billing_cut_day: 31 }, day(on))
  expect(pausedMonths({ pauses, billing_cut_day: 31 }, day('2027-06-01'))).toBe(2)
  expect(pausedMonths({ pauses, billing_cut_day: 31 }, day('2027-01-31'))).toBe(1)
  expect(pausedMonths({ pauses, billing_cut_day: 31 }, day('2026-12-31'))).toBe(0)
  expect(months({ from_on: day('2027-01-01'), to_on: null }, '2027-03-30')).toBe(2)
  expect(months({ from_on: day('2027-01-01'), to_on: day('2027-01-20') }, '2027-03-30')).toBe(0)
  expect(permanenceOf({ ...clause, pauses }, day('2027-06-01'), false)?.ends_on).toBe('2028-01-19')
})

test('R2.8 una pausa de un período de 30 días corre un mes el final, con cualquier día de corte', () => {
  const march = { from_on: day('2027-03-01'), to_on: day('2027-03-30') }
  const paused = { ...clause, billing_cut_day: 30, pauses: [march] }
  expect(pausedMonths(paused, day('2027-03-29'))).toBe(0)
  expect(pausedMonths(paused, day('2027-03-30'))).toBe(1)
  expect(permanenceOf(paused, day('2027-06-01'), false)?.ends_on).toBe('2027-12-19')
  expect(exitValueOn(paused, day('2027-04-30'))).toBe(pesos(80_000))
  const february = { from_on: day('2027-01-31'), to_on: day('2027-02-28') }
  expect(pausedMonths({ pauses: [february], billing_cut_day: 30 }, day('2027-06-01'))).toBe(1)
  // A pause from before this rule may begin inside a period: its whole calendar months count.
  const inside = { from_on: day('2027-01-10'), to_on: day('2027-02-09') }
  expect(pausedMonths({ pauses: [inside], billing_cut_day: 30 }, day('2027-06-01'))).toBe(1)
})

test('R2.8 el final que se muestra cuenta la pausa que ya está programada, y no la que empieza después de la cláusula', () => {
  const planned = { from_on: day('2027-01-01'), to_on: day('2027-02-28') }
  const late = { from_on: day('2028-06-01'), to_on: day('2028-06-30') }
  const paused = { ...clause, pauses: [late, planned] }
  expect(permanenceOf(paused, day('2026-12-20'), false)?.ends_on).toBe('2027-11-19')
  expect(plannedPermanenceOf(paused, day('2026-12-20'), false)?.ends_on).toBe('2028-01-19')
  expect(plannedPermanenceOf({ ...paused, permanence_months: 0 }, day('2026-12-20'), false)).toBe(null)
})
