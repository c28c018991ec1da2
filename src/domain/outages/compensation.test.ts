import { expect, test } from 'vitest'
import { money, pesos } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import { chargeChangeOf, compensationLabel, compensationOf, partOfCompensation } from './compensation.ts'

const RULES = { thresholdMinutes: 150, factorBps: 10_000, monthHours: 720 }

test('SUS-07 R2.7 60.000 y 10 horas son 833; 2,4 horas no se compensan; 1,5 y 1,2 en un mes son 2,7 horas', () => {
  expect(compensationOf(pesos(60_000), 600, RULES)).toBe(pesos(833))
  expect(compensationOf(pesos(60_000), 144, RULES)).toBe(0)
  expect(compensationOf(pesos(60_000), 150, RULES)).toBe(0)
  expect(compensationOf(pesos(60_000), 90 + 72, RULES)).toBe(pesos(225))
  expect(compensationOf(pesos(60_000), 600, { ...RULES, factorBps: 20_000 })).toBe(pesos(1_667))
  expect(compensationOf(pesos(60_000), 60 * 800, RULES)).toBe(pesos(60_000))
  expect(compensationLabel(162, period('2026-11'))).toBe(
    'Compensación por 2 h 42 min sin servicio en noviembre de 2026',
  )
})

test('SUS-07 R2.7 tres horas seguidas de un mes al otro se compensan en los dos, aunque en ninguno pasen del límite', () => {
  expect(compensationOf(pesos(60_000), 120, RULES, 180)).toBe(pesos(167))
  expect(compensationOf(pesos(60_000), 60, RULES, 180)).toBe(pesos(83))
  expect(compensationOf(pesos(60_000), 60, RULES, 150)).toBe(0)
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

test('SUS-07 R2.12 cada titular recibe su parte del mes, y las partes suman lo de todo el mes', () => {
  const total = pesos(1_000)
  const parts = [100, 0, 33, 67].map((minutes, index, list) =>
    partOfCompensation(total, {
      minutes,
      before: list.slice(0, index).reduce((sum, one) => sum + one, 0),
      all: 200,
    }),
  )
  expect(parts).toEqual([pesos(500), 0, pesos(165), pesos(335)])
})
