import { array, assert, constantFrom, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import { type CreditedLine, creditNoteParts, noteDestination, noteTotals } from './credit-note.ts'

const line = (position: number, base: number, vat: number): CreditedLine => ({
  position,
  base: money(base),
  vat: money(vat),
  credited: { base: money(0), vat: money(0) },
})
const amounts = integer({ min: 1, max: 500_000_000 })

test('INV-10 la nota total devuelve cada línea entera, también la que resta', () => {
  const parts = creditNoteParts([line(1, 6_000_000, 1_140_000), line(2, -100_000, 0)], null)
  expect(noteTotals(parts)).toEqual({ subtotal: 5_900_000, vat: 1_140_000, total: 7_040_000 })
})

test('INV-10 una parte lleva el IVA de su línea y la última nota cierra exacto', () => {
  const one = line(1, 5_873_950, 1_116_050)
  const [part] = creditNoteParts([one], [{ position: 1, amount: money(3_495_000) }])
  expect(part).toEqual({ position: 1, base: 2_936_975, vat: 558_025 })
  const left = { ...one, credited: { base: money(2_936_975), vat: money(558_025) } }
  expect(creditNoteParts([left], [{ position: 1, amount: money(3_495_000) }])).toEqual([
    { position: 1, base: 2_936_975, vat: 558_025 },
  ])
  expect(() => creditNoteParts([left], [{ position: 1, amount: money(3_495_001) }])).toThrow(/supera/)
  expect(() => creditNoteParts([left], [{ position: 9, amount: money(1) }])).toThrow(/línea 9/)
})

test('INV-10 en cuantas notas se parta una línea, todas juntas son la línea', () => {
  assert(
    property(amounts, constantFrom(0, 1900), array(amounts, { maxLength: 8 }), (base, bps, wanted) => {
      const whole = line(1, base, Math.round((base * bps) / 10_000))
      const credited = { base: 0, vat: 0 }
      for (const requested of [...wanted, Number.MAX_SAFE_INTEGER]) {
        const left = whole.base + whole.vat - credited.base - credited.vat
        if (left === 0) break
        const now = { ...whole, credited: { base: money(credited.base), vat: money(credited.vat) } }
        const [part] = creditNoteParts([now], [{ position: 1, amount: money(Math.min(requested, left)) }])
        expect(Number(part?.base) + Number(part?.vat)).toBe(Math.min(requested, left))
        credited.base += part?.base ?? 0
        credited.vat += part?.vat ?? 0
      }
      expect(credited).toEqual({ base: whole.base, vat: whole.vat })
    }),
  )
})

test('INV-10 lo que ya se pagó queda a favor: las dos mitades suman la nota y ninguna es negativa', () => {
  assert(
    property(amounts, nat(95_000_000), nat(600_000_000), (subtotal, vat, balance) => {
      const note = { subtotal: money(subtotal), vat: money(vat), total: money(subtotal + vat) }
      const { debt, favour } = noteDestination(note, money(balance))
      expect(debt.base + favour.base).toBe(subtotal)
      expect(debt.vat + favour.vat).toBe(vat)
      expect(debt.base + debt.vat).toBe(Math.min(balance, subtotal + vat))
      for (const part of [debt.base, debt.vat, favour.base, favour.vat]) expect(part).toBeGreaterThanOrEqual(0)
    }),
  )
})
