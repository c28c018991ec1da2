import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money, sum } from '#domain/core/money.ts'
import { instalmentsLabel } from './instalment.ts'
import { nextPayment } from './next-payment.ts'

const missingOf = (lefts: readonly number[]) =>
  lefts.map((left, index) => ({ position: index + 1, payable_until: day(`2026-12-0${index + 1}`), left: money(left) }))

test('SUS-04 PAY-05 el crédito a favor paga primero, y lo que falta de una cuota se junta con las siguientes hasta el mínimo', () => {
  const next = (lefts: readonly number[], credit: number) => {
    const found = nextPayment(missingOf(lefts), { credit: money(credit), minimum: money(150) })
    return found && [found.position, found.last_position, found.left, found.payable_until]
  }
  expect(next([400, 200], 0)).toEqual([1, 1, 400, '2026-12-01'])
  expect(next([100, 20, 200], 0)).toEqual([1, 3, 320, '2026-12-01'])
  expect(next([400, 200], 300)).toEqual([1, 2, 300, '2026-12-01'])
  expect(next([400, 200], 400)).toEqual([2, 2, 200, '2026-12-02'])
  expect(next([100], 0)).toEqual([1, 1, 100, '2026-12-01'])
  expect([next([400], 400), next([], 0)]).toEqual([undefined, undefined])
})

test('SUS-04 PAY-05 un pago de cuotas es de lo que falta: nunca de más, y solo es menor que el mínimo si falta menos de todo el acuerdo', () => {
  assert(
    property(
      array(integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 9 }),
      integer({ min: 0, max: 2_000 }),
      (lefts, credit) => {
        const missing = missingOf(lefts)
        const minimum = money(150)
        const next = nextPayment(missing, { credit: money(credit), minimum })
        const all = Math.max(0, sum(missing.map(({ left }) => left)) - credit)
        if (next === undefined) {
          expect(all).toBe(0)
          return
        }
        const through = sum(missing.slice(0, next.last_position).map(({ left }) => left))
        expect(next.left).toBe(through - credit)
        expect(next.left >= minimum || next.left === all).toBe(true)
        const before = sum(missing.slice(0, next.last_position - 1).map(({ left }) => left))
        expect(before - credit < minimum).toBe(true)
      },
    ),
  )
})

test('SUS-04 las cuotas de un pago se nombran por su lugar', () => {
  expect([1, 2, 4].map((last_position) => instalmentsLabel({ position: 1, last_position }))).toEqual([
    'cuota 1',
    'cuotas 1 y 2',
    'cuotas 1 a 4',
  ])
})
