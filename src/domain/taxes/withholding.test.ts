import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { type Money, minus, money, pesos, plus, sum, ZERO } from '#domain/core/money.ts'
import { parameterOf } from '#domain/parameters/parameter.ts'
import { type Payee, type Payer, roundedMinimum, suggestedWithholdings, withholdingRulesOn } from './withholding.ts'

const row = {
  valid_from: day('2000-01-01'),
  valid_to: null,
  label: 'L',
  legal_basis: 'B',
  certainty: 'verified',
  note: '',
}
const in2025 = { valid_from: day('2025-01-01'), valid_to: day('2025-12-31') }
const in2026 = { valid_from: day('2026-01-01'), valid_to: day('2026-12-31') }
const TABLE = [
  { key: 'tax.uvt', value: 4_979_900, unit: 'pesos', ...in2025 },
  { key: 'tax.uvt', value: 5_237_400, unit: 'pesos', ...in2026 },
  { key: 'tax.withholding_services_filer', value: 400, unit: 'bps' },
  { key: 'tax.withholding_services_other', value: 600, unit: 'bps' },
  { key: 'tax.withholding_services_base', value: 4, unit: 'uvt', valid_to: day('2025-05-31') },
  { key: 'tax.withholding_services_base', value: 2, unit: 'uvt', valid_from: day('2025-06-01') },
  { key: 'tax.vat_withholding', value: 1500, unit: 'bps' },
  { key: 'tax.ica_base_bogota', value: 4, unit: 'uvt' },
].map((each) => parameterOf({ ...row, ...each }))

const rules = withholdingRulesOn(TABLE, day('2026-11-20'))
const COMPANY: Payee = { files_income_tax: true, self_withholding: false, simple_regime: false }
const ALL: Payer = { withholds_income: true, withholds_vat: true, ica: { rate: 966, municipality: '11001' } }
const NONE: Payer = { withholds_income: false, withholds_vat: false, ica: null }
const invoice = (base: number, vat: number) => ({ base: pesos(base), vat: pesos(vat) })

test('INV-09 WH-1 una empresa que retiene todo paga la factura menos sus tres retenciones', () => {
  const held = suggestedWithholdings(invoice(500_000, 95_000), ALL, COMPANY, rules)
  expect(held).toEqual({ retefuente: pesos(20_000), reteiva: pesos(14_250), reteica: pesos(4_830) })
  const all = sum([held.retefuente ?? ZERO, held.reteiva ?? ZERO, held.reteica ?? ZERO])
  expect(minus(pesos(595_000), all)).toBe(pesos(555_920))
})

test('INV-09 WH-2 por debajo de la base mínima no hay retefuente', () => {
  const payer: Payer = { ...NONE, withholds_income: true }
  expect(rules.minimumBase).toBe(pesos(104_748))
  expect(suggestedWithholdings(invoice(80_000, 15_200), payer, COMPANY, rules)).toEqual({
    retefuente: ZERO,
    reteiva: ZERO,
    reteica: ZERO,
  })
  const held = (base: Money) => suggestedWithholdings({ base, vat: ZERO }, payer, COMPANY, rules).retefuente
  expect(held(pesos(104_747.99))).toBe(ZERO)
  expect(held(pesos(104_748))).toBe(pesos(4_190))
})

test('INV-09 WH-3 la base mínima de 2025 se muestra en miles', () => {
  const since = withholdingRulesOn(TABLE, day('2025-06-01'))
  expect(since.minimumBase).toBe(pesos(99_598))
  expect(roundedMinimum(since.minimumBase ?? ZERO)).toBe(pesos(100_000))
  expect(withholdingRulesOn(TABLE, day('2025-05-31')).minimumBase).toBe(pesos(199_196))
})

test('INV-09 a un autorretenedor o al régimen simple no le hacen retefuente; sin declarar renta es el 6 %', () => {
  const held = (payee: Partial<Payee>) =>
    suggestedWithholdings(invoice(500_000, 95_000), ALL, { ...COMPANY, ...payee }, rules)
  expect(held({ self_withholding: true })).toMatchObject({ retefuente: ZERO, reteiva: pesos(14_250) })
  expect(held({ simple_regime: true }).retefuente).toBe(ZERO)
  expect(held({ files_income_tax: false }).retefuente).toBe(pesos(30_000))
})

test('INV-09 la base mínima de reteICA es la de Bogotá; en otro municipio se retiene desde el primer peso', () => {
  const held = (base: number, municipality: string) =>
    suggestedWithholdings(invoice(base, 0), { ...NONE, ica: { rate: 966, municipality } }, COMPANY, rules).reteica
  expect(rules.bogotaMinimumBase).toBe(pesos(209_496))
  expect([held(209_495, '11001'), held(209_496, '11001'), held(100_000, '05001')]).toEqual([
    ZERO,
    pesos(2_024),
    pesos(966),
  ])
})

test('INV-09 sin la UVT del año no se sugiere lo que depende de ella', () => {
  const next = withholdingRulesOn(TABLE, day('2027-01-01'))
  expect(suggestedWithholdings(invoice(500_000, 95_000), ALL, COMPANY, next)).toEqual({
    retefuente: null,
    reteiva: pesos(14_250),
    reteica: null,
  })
  expect(suggestedWithholdings(invoice(500_000, 95_000), NONE, COMPANY, next).retefuente).toBe(ZERO)
})

test('INV-09 las retenciones son pesos enteros y nunca superan la factura', () => {
  const amount = fc.integer({ min: 0, max: 100_000_000_000 })
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 1900 }), fc.boolean(), (count, bps, files) => {
      const base = money(count)
      const vat = money(Math.floor((count * bps) / 10_000))
      const held = suggestedWithholdings({ base, vat }, ALL, { ...COMPANY, files_income_tax: files }, rules)
      const parts = [held.retefuente, held.reteiva, held.reteica].map((part) => part ?? ZERO)
      for (const part of parts) expect(part % 100).toBe(0)
      expect(sum(parts)).toBeLessThanOrEqual(plus(base, vat))
      const more = suggestedWithholdings({ base: money(count + 100), vat }, ALL, COMPANY, rules).retefuente
      if (files) expect(more).toBeGreaterThanOrEqual(held.retefuente ?? ZERO)
    }),
  )
})
