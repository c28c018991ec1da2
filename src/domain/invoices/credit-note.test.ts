import { array, assert, constantFrom, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { money } from '#domain/core/money.ts'
import { type CreditedLine, creditableLines, creditNoteParts, noteDestination, noteTotals } from './credit-note.ts'

const line = (position: number, base: number, vat: number): CreditedLine => ({
  position,
  base: money(base),
  vat: money(vat),
  vat_treatment: vat === 0 ? 'exento' : 'gravado',
  vat_bps: vat === 0 ? 0 : 1_900,
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

test('INV-10 una línea con descuento devuelve lo que se cobró por ella, con su IVA exacto', () => {
  // 60.000 of the plan with 30.000 less, VAT included, and 100.000 of interest without VAT.
  const [plan, interest, discount] = [
    line(1, 5_042_017, 957_983),
    line(2, 10_000_000, 0),
    line(3, -2_521_008, -478_992),
  ]
  const lines = [plan, interest, discount]
  const credit = (amount: number, takesDiscounts = false) =>
    creditNoteParts(lines, [{ position: 1, amount: money(amount) }], { takesDiscounts })
  expect(creditableLines(lines)).toEqual([
    { position: 1, left: 3_000_000 },
    { position: 2, left: 10_000_000 },
  ])
  expect(() => credit(3_000_001)).toThrow(/con su descuento: \$\s30\.000,00$/)
  expect(noteTotals(credit(3_000_000))).toEqual({ subtotal: 2_521_009, vat: 478_991, total: 3_000_000 })
  // A correction of the whole month takes the discount too, and what is left of it is nothing.
  expect(credit(6_000_000, true)).toEqual([
    { position: 1, base: 5_042_017, vat: 957_983 },
    { position: 3, base: -2_521_008, vat: -478_992 },
  ])
})

test('INV-10 en cuantas notas se parta una factura con descuentos, ninguna tiene un IVA menor que cero y todas son la factura', () => {
  const discounts = integer({ min: 1, max: 100 })
  assert(
    property(amounts, nat(500_000_000), discounts, array(amounts, { maxLength: 6 }), (base, other, percent, wanted) => {
      const vatOf = (amount: number): number => Math.round(amount * 0.19)
      const less = -Math.ceil((base * percent) / 100)
      const lines = [line(1, base, vatOf(base)), line(2, other, vatOf(other)), line(3, less, -vatOf(-less))].map(
        (one) => ({ ...one, vat_treatment: 'gravado', vat_bps: 1_900 }),
      )
      const total = lines.reduce((all, one) => all + one.base + one.vat, 0)
      let credited = 0
      const take = (parts: ReturnType<typeof creditNoteParts>): void => {
        const note = noteTotals(parts)
        expect([note.vat >= 0, note.subtotal >= 0]).toEqual([true, true])
        for (const { position, base: own, vat } of parts)
          if (position !== 3) expect([own >= 0, vat >= 0]).toEqual([true, true])
        credited += note.total
        for (const part of parts) {
          const own = lines[part.position - 1]?.credited
          if (own) Object.assign(own, { base: own.base + part.base, vat: own.vat + part.vat })
        }
      }
      for (const amount of wanted) {
        const [first] = creditableLines(lines).filter(({ left }) => left > 0)
        if (!first) break
        take(creditNoteParts(lines, [{ position: first.position, amount: money(Math.min(amount, first.left)) }]))
      }
      const left = creditNoteParts(lines, null)
      if (left.length > 0) take(left)
      expect(credited).toBe(total)
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
