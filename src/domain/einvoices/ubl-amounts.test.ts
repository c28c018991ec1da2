import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Money, minus, money, plus, shareOf, sum } from '#domain/core/money.ts'
import { type FrozenLine, linesWithoutDiscounts } from './document.ts'
import { amountProblems, ublAmountsOf } from './ubl-amounts.ts'

const line = (base: Money, vat_treatment: FrozenLine['vat_treatment'], vat_bps: number): FrozenLine => {
  const vat = shareOf(base, vat_bps)
  return { code: 'plan', description: 'Hogar', quantity: 1, base, vat_treatment, vat_bps, vat, total: plus(base, vat) }
}

const anyLine = (least: number, most: number) =>
  fc
    .record({
      base: fc.integer({ min: least, max: most }).map(money),
      kind: fc.constantFrom(
        ...([
          ['gravado', 1900],
          ['gravado', 500],
          ['exento', 0],
          ['excluido', 0],
        ] as const),
      ),
    })
    .map(({ base, kind: [treatment, bps] }) => line(base, treatment, bps))

const anyDocument = fc
  .tuple(
    fc.array(anyLine(1, 100_000_000_00), { minLength: 1, maxLength: 12 }),
    fc.array(anyLine(-50_000_00, -1), { maxLength: 3 }),
  )
  .map(([charges, discounts]) => [...charges, ...discounts])

test('EIN-04 las sumas de líneas, los impuestos por tarifa, los descuentos y el total a pagar cuadran en cualquier documento', () => {
  fc.assert(
    fc.property(anyDocument, (own) => {
      const lines = linesWithoutDiscounts(own)
      const total = sum(own.map((one) => one.total))
      fc.pre(total >= 0 && lines.some(({ base }) => base > 0))
      const amounts = ublAmountsOf({ lines })
      expect(amountProblems(amounts)).toEqual([])
      expect(amounts.payable).toBe(total)
    }),
  )
})

test('EIN-04 un centavo cambiado en cualquier valor del documento se encuentra', () => {
  const amounts = ublAmountsOf({
    lines: [line(money(10_000_00), 'gravado', 1900), line(money(5_000_00), 'excluido', 0)],
  })
  for (const key of ['extension', 'taxExclusive', 'taxInclusive', 'vat', 'allowance', 'payable'] as const)
    expect(amountProblems({ ...amounts, [key]: plus(amounts[key], money(1)) })).not.toEqual([])
  const [tax] = amounts.taxes
  if (!tax) throw new Error('there is no tax')
  expect(amountProblems({ ...amounts, taxes: [{ ...tax, taxable: minus(tax.taxable, money(1)) }] })).not.toEqual([])
  expect(amountProblems({ ...amounts, taxes: [tax, tax] })).not.toEqual([])
})

test('EIN-06 lo excluido no entra en la base gravada y lo exento sí, con tarifa cero', () => {
  const amounts = ublAmountsOf({ lines: [line(money(100), 'exento', 0), line(money(200), 'excluido', 0)] })
  expect([amounts.extension, amounts.taxExclusive, amounts.vat]).toEqual([300, 100, 0])
  expect(amounts.taxes).toEqual([{ bps: 0, taxable: 100, vat: 0 }])
})

test('EIN-04 el IVA de una línea que se aparta más de dos pesos de su tarifa no se escribe', () => {
  const wrong = { ...line(money(10_000_00), 'gravado', 1900), vat: money(1_900_00 + 201) }
  expect(amountProblems(ublAmountsOf({ lines: [wrong] }))).toContain('El IVA de una línea no es su base por su tarifa')
})
