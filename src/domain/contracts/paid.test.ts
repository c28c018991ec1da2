import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { money, pesos } from '#domain/core/money.ts'
import { clauseLabels, exitPrice, paidTotal } from './paid.ts'

const clause = { connection_cost: pesos(150_000), discounted_value: pesos(120_000), exit_value: pesos(110_000) }
const labelsWith = (treatment: 'gravado' | 'exento' | 'excluido' | null, price_includes_vat: boolean) =>
  clauseLabels({
    ...clause,
    price_vat: { price_includes_vat, vat: treatment && { treatment, rate_bps: treatment === 'gravado' ? 1900 : 0 } },
  })
const plain = { cost: '$ 150.000,00', discounted: '$ 120.000,00', exit: '$ 110.000,00' }

test('R2.2 los valores de la permanencia se dicen como se pagan: con IVA, sin él, o más IVA si no se conoce', () => {
  expect(labelsWith('gravado', false)).toEqual({
    cost: '$ 178.500,00 con IVA',
    discounted: '$ 142.800,00 con IVA',
    exit: '$ 130.900,00 con IVA',
  })
  expect(labelsWith(null, false)).toEqual({
    cost: '$ 150.000,00 más IVA',
    discounted: '$ 120.000,00 más IVA',
    exit: '$ 110.000,00 más IVA',
  })
  for (const treatment of ['exento', 'excluido'] as const) expect(labelsWith(treatment, false)).toEqual(plain)
  expect(labelsWith('gravado', true)).toEqual(plain)
})

test('R2.2 una cláusula que ya no cuesta nada dice cero, sin palabras de IVA', () => {
  const vat = { treatment: 'gravado', rate_bps: 1900 } as const
  const price_vat = { price_includes_vat: false, vat }
  expect(clauseLabels({ ...clause, exit_value: pesos(0), price_vat }).exit).toBe('$ 0,00')
})

test('INV-12 sin el IVA de su emisión, los valores del documento son los que se guardaron', () => {
  expect(clauseLabels(clause)).toEqual(plain)
})

const priceVat = (bps: number, price_includes_vat: boolean) => ({
  price_includes_vat,
  vat:
    bps === 0 ? ({ treatment: 'excluido', rate_bps: 0 } as const) : ({ treatment: 'gravado', rate_bps: bps } as const),
})

test('R2.8 R2.13 salir nunca cuesta más que la tabla firmada, con el IVA de la dirección de hoy incluido en ella', () => {
  fc.assert(
    fc.property(
      fc.nat({ max: 200_000_000 }),
      fc.constantFrom(0, 500, 1900),
      fc.constantFrom(0, 500, 1900),
      fc.boolean(),
      (amount, signed, now, isIncluded) => {
        const value = money(amount)
        const table = paidTotal(value, priceVat(signed, isIncluded))
        const terms = priceVat(now, isIncluded)
        const paid = paidTotal(exitPrice(value, signed, terms), terms)
        expect(paid).toBeLessThanOrEqual(table)
        // Equal for the same rate; with a higher one at most a centavo less.
        if (now === signed) expect(paid).toBe(table)
        if (now > signed) expect(table - paid).toBeLessThanOrEqual(1)
      },
    ),
  )
  const value = pesos(100_000)
  const paid = (signed: number | null, now: number, isIncluded: boolean) =>
    paidTotal(exitPrice(value, signed, priceVat(now, isIncluded)), priceVat(now, isIncluded))
  expect(paid(0, 1900, false)).toBe(pesos(100_000))
  expect(paid(1900, 0, false)).toBe(pesos(100_000))
  expect(paid(1900, 0, true)).toBe(8_403_361)
  expect(paid(0, 1900, true)).toBe(pesos(100_000))
  // Signed in another system: its rate is not known.
  expect(paid(null, 1900, false)).toBe(pesos(119_000))
})
