import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, sum } from '#domain/core/money.ts'
import { giveBackParts } from './give-back.ts'

const line = fc.integer({ min: -50_000, max: 200_000 })
/** Invoices with lines, some below zero; what is left of one is never more than the sum of its lines. */
const invoices = fc
  .array(fc.tuple(fc.array(line, { minLength: 1, maxLength: 5 }), fc.nat(100_000)), { maxLength: 6 })
  .map((all) =>
    all.map(([lefts, adjusted], index) => ({
      id: `i${index}`,
      left: money(Math.max(0, lefts.reduce((total, one) => total + one, 0) - adjusted)),
      lines: lefts.map((left, position) => ({ position, left: money(left) })),
    })),
  )

test('SUS-07 R8.5 lo que se devuelve se reparte exacto: las partes y el resto suman el monto, y nadie da más de lo que le queda', () => {
  fc.assert(
    fc.property(invoices, fc.integer({ min: 1, max: 800_000 }), (from, total) => {
      const { parts, rest } = giveBackParts(from, money(total))
      const given = parts.map((part) => sum(part.lines.map(({ amount }) => amount)))
      expect(sum(given) + rest).toBe(total)
      expect(new Set(parts.map(({ invoice_id }) => invoice_id)).size).toBe(parts.length)
      for (const [index, { invoice_id, lines }] of parts.entries()) {
        const invoice = from.find(({ id }) => id === invoice_id)
        expect(given[index]).toBeLessThanOrEqual(invoice?.left ?? 0)
        for (const { position, amount } of lines) {
          expect(amount).toBeGreaterThan(0)
          expect(amount).toBeLessThanOrEqual(invoice?.lines.find((one) => one.position === position)?.left ?? 0)
        }
      }
      // Something stays only when nothing is left to take.
      if (rest > 0) expect(sum(given)).toBe(from.reduce((most, { left }) => most + left, 0))
    }),
  )
})

test('SUS-07 primero la factura final, línea por línea, y después las otras', () => {
  const invoice = (id: string, lefts: number[]) => ({
    id,
    left: money(lefts.reduce((total, one) => total + one, 0)),
    lines: lefts.map((left, index) => ({ position: index + 1, left: money(left) })),
  })
  expect(giveBackParts([invoice('final', [1_000, 500]), invoice('other', [5_000])], money(2_000))).toEqual({
    parts: [
      {
        invoice_id: 'final',
        lines: [
          { position: 1, amount: 1_000 },
          { position: 2, amount: 500 },
        ],
      },
      { invoice_id: 'other', lines: [{ position: 1, amount: 500 }] },
    ],
    rest: 0,
  })
})
