import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, day } from '#domain/core/days.ts'
import { type Money, minus, money, pesos, plus, sum, ZERO } from '#domain/core/money.ts'
import { nextPeriod, type Period, period, periodOf } from '#domain/core/period.ts'
import { deferredOn, type IncomeDocument, incomeOf, incomeTotals } from './income.ts'

const june = (changes: Partial<IncomeDocument> = {}): IncomeDocument => ({
  issued_on: day('2029-05-21'),
  subtotal: pesos(60_000),
  plan: pesos(60_000),
  service: { from_on: day('2029-06-01'), to_on: day('2029-06-30') },
  notes: [],
  ...changes,
})
const [MAY, JUNE, JULY] = ['2029-05', '2029-06', '2029-07'].map(period)
const of = (document: IncomeDocument, month: Period | undefined) => {
  const { income, deferred_after } = incomeOf(document, month ?? period('2029-05'))
  return [income / 100, deferred_after / 100]
}

test('ACC-04 lo facturado en mayo por junio está en 2705 al cierre de mayo, y es ingreso de junio (E8)', () => {
  expect(incomeOf(june(), period('2029-05'))).toEqual({
    invoiced: pesos(60_000),
    credited: ZERO,
    deferred_before: ZERO,
    deferred_after: pesos(60_000),
    income: ZERO,
  })
  expect([of(june(), MAY), of(june(), JUNE), of(june(), JULY)]).toEqual([
    [0, 60_000],
    [60_000, 0],
    [0, 0],
  ])
})

test('ACC-04 un período entre dos meses se reparte por sus días, y los cobros sueltos son ingreso del día de la factura', () => {
  const document = june({
    subtotal: pesos(82_000),
    plan: pesos(62_000),
    service: { from_on: day('2029-05-06'), to_on: day('2029-06-05') },
  })
  // 26 of 31 days in May, and a charge of 20.000.
  expect([of(document, MAY), of(document, JUNE)]).toEqual([
    [72_000, 10_000],
    [10_000, 0],
  ])
  expect(incomeTotals([document, june()], period('2029-05')).deferred_by_month).toEqual([
    { period: '2029-06', amount: pesos(70_000) },
  ])
})

test('ACC-04 la nota de un retiro quita los últimos días; la de un cambio de plan, todos por igual; una anulación, todo', () => {
  const between = { service: { from_on: day('2029-05-06'), to_on: day('2029-06-05') }, plan: pesos(62_000) }
  const noted = (plan: number, takes_last_days: boolean, on = '2029-05-25') =>
    june({
      ...between,
      subtotal: pesos(62_000),
      notes: [{ on: day(on), base: pesos(plan), plan: pesos(plan), takes_last_days }],
    })
  // Retired on 31 May: the five days of June.
  expect([of(noted(10_000, true), MAY), of(noted(10_000, true), JUNE)]).toEqual([
    [52_000, 0],
    [0, 0],
  ])
  expect([of(noted(31_000, false), MAY), of(noted(31_000, false), JUNE)]).toEqual([
    [26_000, 5_000],
    [5_000, 0],
  ])
  expect([of(noted(62_000, false), MAY), of(noted(62_000, false), JUNE)]).toEqual([
    [0, 0],
    [0, 0],
  ])
  // A note of July reduces the income of July; May and June do not change.
  const late = noted(62_000, false, '2029-07-02')
  expect([of(late, MAY), of(late, JUNE), of(late, JULY)]).toEqual([
    [52_000, 10_000],
    [10_000, 0],
    [-62_000, 0],
  ])
})

test('ACC-04 ningún centavo se pierde: la suma de los meses es lo facturado menos las notas, y 2705 termina en cero', () => {
  const START = day('2029-01-10')
  const offset = fc.integer({ min: 0, max: 120 })
  const note = fc.tuple(offset, fc.integer({ min: 0, max: 100 }), fc.boolean())
  const document = fc
    .record({
      issued: offset,
      from: offset,
      days: fc.integer({ min: 1, max: 62 }),
      plan: fc.integer({ min: 0, max: 9_999_999 }),
      other: fc.integer({ min: 0, max: 5_000_000 }),
      notes: fc.array(note, { maxLength: 4 }),
    })
    .map(({ issued, from, days, plan, other, notes }): IncomeDocument => {
      const service = { from_on: addDays(START, from), to_on: addDays(START, from + days - 1) }
      let left = money(plan)
      const made = notes.map(([after, share, takes_last_days]) => {
        const part = money(Math.floor((left * share) / 100))
        left = minus(left, part)
        return { on: addDays(START, issued + after), base: part, plan: part, takes_last_days }
      })
      const issued_on = addDays(START, issued)
      return { issued_on, subtotal: plus(money(plan), money(other)), plan: money(plan), service, notes: made }
    })
  fc.assert(
    fc.property(fc.array(document, { minLength: 1, maxLength: 5 }), (documents) => {
      const months = monthsFrom(START, addDays(START, 400))
      const totals = months.map((month) => incomeTotals(documents, month))
      const net = sum(documents.map(({ subtotal, notes }) => minus(subtotal, sum(notes.map(({ base }) => base)))))
      expect(sum(totals.map(({ income }) => income))).toBe(net)
      expect(totals.at(-1)?.deferred_after).toBe(0)
      let before: Money = ZERO
      for (const total of totals) {
        expect(total.deferred_before).toBe(before)
        expect(total.deferred_after).toBeGreaterThanOrEqual(0)
        expect(sum(total.deferred_by_month.map(({ amount }) => amount))).toBe(total.deferred_after)
        before = total.deferred_after
      }
      for (const one of documents) expect(deferredOn(one, addDays(START, 400))).toBe(0)
    }),
    { numRuns: 80 },
  )
})

function monthsFrom(from: Day, to: Day): Period[] {
  const months: Period[] = []
  for (let month = periodOf(from); month <= periodOf(to); month = nextPeriod(month)) months.push(month)
  return months
}
