import { expect, test } from 'vitest'
import { pesos } from '#domain/core/money.ts'
import { clauseLabels } from './paid.ts'

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
