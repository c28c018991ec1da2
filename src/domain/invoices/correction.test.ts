import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, sum, ZERO } from '#domain/core/money.ts'
import { period, periodBounds } from '#domain/core/period.ts'
import { correctPlan, type PostedLine } from './correction.ts'
import { planLine } from './issue.ts'

const line = (total: number, changes: Partial<PostedLine> = {}): PostedLine => ({
  invoice_id: 'month',
  position: 1,
  total: money(total),
  vat_treatment: 'gravado',
  credited_by_hand: ZERO,
  credited_by_correction: ZERO,
  ended_by_hand: false,
  ...changes,
})

test('INV-10 se acredita primero el ajuste más nuevo y al final la línea del mes', () => {
  const adjustments = [line(1_000, { invoice_id: 'old' }), line(500, { invoice_id: 'new' })]
  expect(correctPlan(money(2_200), { line: line(3_000), adjustments }).notes).toEqual([
    { invoice_id: 'new', position: 1, amount: 500 },
    { invoice_id: 'old', position: 1, amount: 1_000 },
    { invoice_id: 'month', position: 1, amount: 800 },
  ])
})

test('INV-10 la nota de una persona no se cobra de nuevo, y un mes que acreditó entero no se corrige', () => {
  const courtesy = line(3_000, { credited_by_hand: money(500) })
  expect(correctPlan(money(3_000), { line: courtesy, adjustments: [] })).toEqual({ notes: [], charge: 0 })
  expect(correctPlan(money(2_700), { line: courtesy, adjustments: [] })).toEqual({ notes: [], charge: 0 })
  expect(correctPlan(money(2_000), { line: courtesy, adjustments: [] }).notes).toMatchObject([{ amount: 500 }])
  expect(correctPlan(money(4_000), { line: courtesy, adjustments: [] }).charge).toBe(1_000)
  const annulled = line(3_000, { credited_by_hand: money(3_000) })
  expect(correctPlan(money(4_000), { line: annulled, adjustments: [] })).toEqual({ notes: [], charge: 0 })
  // What a correction had given back before the person annulled the rest is not charged again either.
  const both = { credited_by_hand: money(2_000), credited_by_correction: money(1_000) }
  const rest = line(3_000, { ...both, ended_by_hand: true })
  expect(correctPlan(money(4_000), { line: rest, adjustments: [] })).toEqual({ notes: [], charge: 0 })
  expect(correctPlan(money(4_000), { line: line(3_000, both), adjustments: [] }).charge).toBe(2_000)
})

const JUNE = periodBounds(period('2029-06'), 30)
const VAT = { treatment: 'gravado', rate_bps: 1900, legal_basis: '' } as const
/** A service in June: its price, its last day, a suspension and whether it includes VAT. */
const services = fc.record({
  price: fc.integer({ min: 100, max: 50_000_000 }),
  end: fc.option(fc.integer({ min: -1, max: 40 })),
  suspension: fc.option(fc.tuple(fc.integer({ min: 0, max: 29 }), fc.integer({ min: 0, max: 29 }))),
})

test('INV-10 tras cualquier serie de cambios, facturada antes o después, queda debiendo lo que corresponde, con un centavo de redondeo, y dos veces no hace nada más', () => {
  fc.assert(
    fc.property(fc.array(services, { minLength: 1, maxLength: 6 }), fc.boolean(), (changes, includesVat) => {
      let month: PostedLine | null = null
      const adjustments: PostedLine[] = []
      for (const [step, change] of changes.entries()) {
        const due = dueOf(change, includesVat)
        if (step === 0) {
          month = due === 0 ? null : line(due)
          continue
        }
        month = apply(correctPlan(due, { line: month, adjustments }), month, adjustments, step)
        const billed = [...adjustments, ...(month === null ? [] : [month])]
        const owed = sum(billed.map((one) => minus(one.total, one.credited_by_correction)))
        expect(Math.abs(minus(owed, due))).toBeLessThanOrEqual(1)
        expect(correctPlan(due, { line: month, adjustments })).toEqual({ notes: [], charge: 0 })
      }
    }),
    {
      numRuns: 2_000,
      examples: [
        [
          [
            { price: 101, end: null, suspension: null },
            { price: 100, end: null, suspension: null },
          ],
          false,
        ],
      ],
    },
  )
})

function dueOf(
  { price, end, suspension }: typeof services extends fc.Arbitrary<infer S> ? S : never,
  prices_include_vat: boolean,
): Money {
  const [from, length] = suspension ?? [0, 0]
  const first = addDays(JUNE.from_on, from)
  const contract = {
    prices_include_vat,
    plan_name: 'Hogar',
    price: money(price),
    service: { from_on: day('2029-01-01'), to_on: end === null ? null : addDays(JUNE.from_on, end) },
    suspensions: suspension === null ? [] : [{ from_on: first, to_on: addDays(first, length) }],
  }
  return planLine(contract, JUNE, VAT)?.total ?? ZERO
}

/** Posts the notes, and the charge with the next invoice. */
function apply(
  { notes, charge }: ReturnType<typeof correctPlan>,
  month: PostedLine | null,
  adjustments: PostedLine[],
  step: number,
): PostedLine | null {
  const credited = (one: PostedLine): PostedLine => {
    const parts = notes.filter(({ invoice_id }) => invoice_id === one.invoice_id).map(({ amount }) => amount)
    return { ...one, credited_by_correction: plus(one.credited_by_correction, sum(parts)) }
  }
  adjustments.splice(0, adjustments.length, ...adjustments.map(credited))
  if (charge > 0) adjustments.push(line(charge, { invoice_id: `adjustment-${step}` }))
  return month === null ? null : credited(month)
}
