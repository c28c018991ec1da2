import { array, assert, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { type Money, money, pesos, sum, ZERO } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import {
  byPrice,
  chargeChangeOf,
  compensationLabel,
  compensationOf,
  type PricedMinutes,
  partOfCompensation,
  weightOf,
} from './compensation.ts'

const RULES = { thresholdMinutes: 150, factorBps: 10_000, monthHours: 720 }
const NOVEMBER = period('2026-11')
/** Minutes at a monthly price in pesos. */
const at = (price: number, minutes: number): PricedMinutes => ({ price: pesos(price), minutes })

test('SUS-07 R2.7 60.000 y 10 horas son 833; 2,4 horas no se compensan; 1,5 y 1,2 en un mes son 2,7 horas', () => {
  expect(compensationOf([at(60_000, 600)], RULES)).toBe(pesos(833))
  expect(compensationOf([at(60_000, 144)], RULES)).toBe(0)
  expect(compensationOf([at(60_000, 150)], RULES)).toBe(0)
  expect(compensationOf([at(60_000, 90 + 72)], RULES)).toBe(pesos(225))
  expect(compensationOf([at(60_000, 600)], { ...RULES, factorBps: 20_000 })).toBe(pesos(1_667))
  expect(compensationOf([at(60_000, 60 * 800)], RULES)).toBe(pesos(60_000))
  expect(compensationLabel([at(60_000, 162)], NOVEMBER)).toBe(
    'Compensación por 2 h 42 min sin servicio en noviembre de 2026',
  )
})

test('SUS-07 R2.7 tres horas seguidas de un mes al otro se compensan en los dos, aunque en ninguno pasen del límite', () => {
  expect(compensationOf([at(60_000, 120)], RULES, 180)).toBe(pesos(167))
  expect(compensationOf([at(60_000, 60)], RULES, 180)).toBe(pesos(83))
  expect(compensationOf([at(60_000, 60)], RULES, 150)).toBe(0)
  expect(compensationOf([], RULES, 180)).toBe(0)
})

test('SUS-07 R2.10 las horas de dos precios se suman y se redondean una sola vez, y el texto dice las de cada uno', () => {
  // 50,000 ÷ 720 = 69.44 and 70,000 ÷ 720 × 2 = 194.44: together 263.89, although each one alone rounds down.
  expect(compensationOf([at(50_000, 60), at(70_000, 120)], RULES)).toBe(pesos(264))
  expect(compensationLabel([at(50_000, 60), at(90_000, 0), at(70_000, 120)], NOVEMBER)).toBe(
    'Compensación por 3 h sin servicio en noviembre de 2026: 1 h a $ 50.000,00 al mes y 2 h a $ 70.000,00 al mes',
  )
  expect(compensationLabel([at(50_000, 60), at(50_000, 120)], NOVEMBER)).toBe(
    'Compensación por 3 h sin servicio en noviembre de 2026',
  )
  // 10 days and 21 days of 31, more hours than those of a month: the average price, (60,000 × 10 + 91,000 × 21) ÷ 31.
  expect(compensationOf([at(60_000, 14_400), at(91_000, 30_240)], RULES)).toBe(pesos(81_000))
})

const price = integer({ min: 1, max: 1_000_000_000 }).map((whole) => pesos(whole))
const minutes = integer({ min: 0, max: 7_440 })
const pieces = array(tuple(price, minutes), { minLength: 1, maxLength: 6 }).map((list) =>
  list.map(([of, some]): PricedMinutes => ({ price: of, minutes: some })),
)

test('SUS-07 R2.10 partir las horas en cualquier instante no cambia nada cuando el precio no cambia', () => {
  assert(
    property(pieces, integer({ min: 0, max: 5 }), integer({ min: 0, max: 7_440 }), (parts, index, cut) => {
      const split = parts.flatMap((part, place) =>
        place === index
          ? [
              { ...part, minutes: Math.min(cut, part.minutes) },
              { ...part, minutes: Math.max(0, part.minutes - cut) },
            ]
          : [part],
      )
      expect(compensationOf(split, RULES)).toBe(compensationOf(parts, RULES))
      expect(compensationLabel(split, NOVEMBER)).toBe(compensationLabel(parts, NOVEMBER))
      expect(byPrice(split)).toEqual(byPrice(parts))
    }),
  )
})

test('SUS-07 R2.10 con un solo precio las partes valen lo de todo el mes, y con dos, entre lo de cada precio', () => {
  assert(
    property(price, array(minutes, { minLength: 1, maxLength: 6 }), (of, list) => {
      const whole = list.reduce((total, one) => total + one, 0)
      const parts = list.map((one) => ({ price: of, minutes: one }))
      expect(compensationOf(parts, RULES)).toBe(compensationOf([{ price: of, minutes: whole }], RULES))
    }),
  )
  assert(
    property(pieces, (parts) => {
      const all = parts.reduce((total, one) => total + one.minutes, 0)
      const [least, most] = [Math.min, Math.max].map((pick) =>
        compensationOf([{ price: money(pick(...parts.map((part) => part.price))), minutes: all }], RULES),
      )
      const amount = compensationOf(parts, RULES)
      expect(amount).toBeGreaterThanOrEqual(least ?? 0)
      expect(amount).toBeLessThanOrEqual(most ?? 0)
    }),
  )
})

test('SUS-07 lo que falta por compensar se ajusta a una corrección, y lo ya facturado no se cobra de nuevo', () => {
  const change = (due: number, billed: number, open: number | null) =>
    chargeChangeOf({ due: money(due), billed: money(billed), open: open === null ? null : money(open) })
  expect(change(500, 0, null)).toEqual({ kind: 'insert', price: -500 })
  expect(change(500, 0, -500)).toEqual({ kind: 'none' })
  expect(change(700, 0, -500)).toEqual({ kind: 'update', price: -700 })
  expect(change(700, 500, null)).toEqual({ kind: 'insert', price: -200 })
  expect(change(300, 500, null)).toEqual({ kind: 'none' })
  expect(change(300, 500, -100)).toEqual({ kind: 'delete' })
  expect(change(0, 0, -500)).toEqual({ kind: 'delete' })
})

/** The share of each holder in an amount, by the weights of their minutes. */
function sharesOf(total: Money, weights: readonly Money[]): Money[] {
  const all = sum(weights)
  return weights.map((weight, index) =>
    partOfCompensation(total, { weight, before: sum(weights.slice(0, index)), all }),
  )
}

test('SUS-07 R2.12 cada titular recibe su parte del mes, y las partes suman lo de todo el mes', () => {
  const shares = (total: Money, parts: readonly PricedMinutes[]) =>
    sharesOf(
      total,
      parts.map((one) => weightOf([one])),
    )
  const four = [100, 0, 33, 67].map((some) => at(60_000, some))
  expect(shares(pesos(1_000), four)).toEqual([pesos(500), 0, pesos(165), pesos(335)])
  expect(shares(pesos(1_000), [at(60_000, 100), at(90_000, 100)])).toEqual([pesos(400), pesos(600)])
  // All hours of a month of 31 days: the average price is 80,322.58.
  const whole = [at(60_000, 14_400), at(90_000, 30_240)]
  expect(compensationOf(whole, RULES)).toBe(pesos(80_322))
  expect(sum(shares(pesos(80_322), whole))).toBe(pesos(80_322))
  assert(
    property(pieces, (holders) => {
      const total = compensationOf(holders, RULES)
      expect(total === 0 ? ZERO : sum(shares(total, holders))).toBe(total)
    }),
  )
})
