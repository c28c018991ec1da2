import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { type Money, money, multiply, pesos, plus, sum, ZERO } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import { parameterOf } from '#domain/parameters/parameter.ts'
import { CHARGE_KINDS, type ChargeKind, type LineVat, lineAmounts, VAT_MODES, VAT_TREATMENTS } from './charge.ts'
import { ORDINARY_REGIME } from './regime.ts'
import { chargeVat, serviceVat, vatRulesOn } from './vat.ts'

const row = { valid_to: null, label: 'IVA', certainty: 'verified', note: '' }
const TABLE = [
  { key: 'tax.vat_general', valid_from: day('2017-01-01'), value: 1900, unit: 'bps', legal_basis: 'ET 468' },
  {
    key: 'tax.vat_exempt_stratum_max',
    valid_from: day('2000-01-01'),
    value: 2,
    unit: 'stratum',
    legal_basis: 'ET 481',
  },
  { key: 'tax.vat_excluded_stratum', valid_from: day('2000-01-01'), value: 3, unit: 'stratum', legal_basis: 'ET 476' },
].map((each) => parameterOf({ ...row, ...each }))

const rules = vatRulesOn(TABLE, day('2026-11-20'), [])
const EXEMPT: LineVat = { treatment: 'exento', rate_bps: 0, legal_basis: 'ET 481' }
const EXCLUDED: LineVat = { treatment: 'excluido', rate_bps: 0, legal_basis: 'ET 476' }
const TAXED: LineVat = { treatment: 'gravado', rate_bps: 1900, legal_basis: 'ET 468' }

const home = (stratum: number | null) => serviceVat({ segment: 'residential', stratum }, rules)
const company = (stratum: number | null) => serviceVat({ segment: 'business', stratum }, rules)

/** A line of a kind, priced before VAT, for a home of an estrato. */
function line(kind: ChargeKind, price: number, stratum: number, quantity = 1) {
  const vat = chargeVat(CHARGE_KINDS[kind].vatMode, home(stratum), rules)
  return vat && { treatment: vat.treatment, ...lineAmounts(pesos(price), quantity, vat, false) }
}

test('INV-05 VAT-1 VAT-2 VAT-3 VAT-4 el estrato de una vivienda decide: 1 y 2 exento, 3 excluido, 4 a 6 gravado', () => {
  expect([1, 2, 3, 4, 5, 6].map(home)).toEqual([EXEMPT, EXEMPT, EXCLUDED, TAXED, TAXED, TAXED])
  for (const stratum of [1, 2, 3])
    expect(line('plan', 60_000, stratum)).toMatchObject({ base: pesos(60_000), vat: ZERO, total: pesos(60_000) })
  for (const stratum of [4, 5, 6])
    expect(line('plan', 60_000, stratum)).toMatchObject({ vat: pesos(11_400), total: pesos(71_400) })
})

test('INV-05 VAT-5 una empresa paga el 19 % en cualquier estrato, y también sin estrato', () => {
  for (const stratum of [1, 2, 3, null]) expect(company(stratum)).toEqual(TAXED)
  expect(lineAmounts(pesos(60_000), 1, TAXED, false)).toEqual({
    base: pesos(60_000),
    vat: pesos(11_400),
    total: pesos(71_400),
  })
})

test('INV-05 VAT-6 y VAT-7 la televisión va gravada aparte, aunque el internet no lo esté', () => {
  expect(line('tv', 30_000, 1)).toMatchObject({ treatment: 'gravado', vat: pesos(5_700), total: pesos(35_700) })
  const bundle = [line('plan', 60_000, 3), line('tv', 30_000, 3)]
  expect(bundle.map((each) => each?.treatment)).toEqual(['excluido', 'gravado'])
  expect(sum(bundle.map((each) => each?.vat ?? ZERO))).toBe(pesos(5_700))
  expect(sum(bundle.map((each) => each?.total ?? ZERO))).toBe(pesos(95_700))
})

test('INV-05 VAT-8 de un precio con IVA incluido se saca la base', () => {
  expect(lineAmounts(pesos(69_900), 1, TAXED, true)).toEqual({
    base: pesos(58_739.5),
    vat: pesos(11_160.5),
    total: pesos(69_900),
  })
  for (const vat of [EXEMPT, EXCLUDED, { ...EXCLUDED, rate_bps: 1900 }])
    expect(lineAmounts(pesos(69_900), 1, vat, true)).toEqual({ base: pesos(69_900), vat: ZERO, total: pesos(69_900) })
})

test('INV-05 VAT-9 y VAT-10 el traslado y el cable adicional van gravados en todo estrato', () => {
  expect(line('transfer', 60_000, 1)).toMatchObject({ vat: pesos(11_400), total: pesos(71_400) })
  for (const stratum of [1, 2, 3, 4, 5, 6])
    expect(line('additional_cable', 1_800, stratum, 10)).toMatchObject({ vat: pesos(3_420), total: pesos(21_420) })
})

test('INV-05 VAT-11 una vivienda sin estrato no se factura', () => {
  for (const stratum of [null, 0, 7, -1, 2.5]) expect(home(stratum)).toBe(null)
  expect(chargeVat('follow_service', null, rules)).toBe(null)
  expect(chargeVat('taxed', null, rules)).toEqual(TAXED)
  expect(chargeVat('excluded', null, rules)?.treatment).toBe('excluido')
})

test('INV-05 la conexión sigue al servicio; la mora y el saldo inicial no llevan IVA', () => {
  expect(line('connection', 100_000, 2)?.treatment).toBe('exento')
  expect(line('connection', 100_000, 5)?.treatment).toBe('gravado')
  expect(line('reconnection', 1_981, 1)?.treatment).toBe('gravado')
  expect(line('late_interest', 1_000, 5)).toMatchObject({ treatment: 'excluido', vat: ZERO })
  expect(line('opening_balance', 1_000, 5)).toMatchObject({ treatment: 'excluido', vat: ZERO })
})

test('INV-05 las tarifas son las del día: sin una vigente no se adivina', () => {
  expect(rules).toMatchObject({ generalBps: 1900, exemptStratumMax: 2, excludedStratum: 3 })
  expect(() => vatRulesOn(TABLE, day('2016-12-31'), [])).toThrow(
    'Falta el valor de «IVA» para el 31 de diciembre de 2016',
  )
})

const price = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 }).map((count): Money => money(count))
const quantity = fc.integer({ min: 1, max: 50 })
const anyVat = fc.constantFrom(EXEMPT, EXCLUDED, TAXED)

test('INV-05 en toda línea base más IVA es el total, y solo lo gravado lleva IVA', () => {
  fc.assert(
    fc.property(price, quantity, anyVat, fc.boolean(), (each, count, vat, includesVat) => {
      const amounts = lineAmounts(each, count, vat, includesVat)
      expect(plus(amounts.base, amounts.vat)).toBe(amounts.total)
      expect(includesVat ? amounts.total : amounts.base).toBe(multiply(each, count))
      if (vat.treatment !== 'gravado') expect(amounts.vat).toBe(ZERO)
      const credit = lineAmounts(money(0 - each), count, vat, includesVat)
      expect([credit.base, credit.vat, credit.total].map((part) => 0 - part)).toEqual(
        [amounts.base, amounts.vat, amounts.total].map((part) => 0 + part),
      )
    }),
  )
})

test('INV-05 un precio mayor nunca cuesta menos', () => {
  fc.assert(
    fc.property(price, fc.nat(1_000_000), anyVat, fc.boolean(), (each, more, vat, includesVat) => {
      const [less, later] = [each, money(each + more)].map((amount) => lineAmounts(amount, 1, vat, includesVat))
      expect(later?.total).toBeGreaterThanOrEqual(less?.total ?? 0)
      expect(later?.base).toBeGreaterThanOrEqual(less?.base ?? 0)
    }),
  )
})

test('every kind, mode and estrato gives one of the three treatments or is blocked because the estrato is missing', () => {
  const segments: Segment[] = ['residential', 'business']
  for (const segment of segments)
    for (const stratum of [null, 1, 2, 3, 4, 5, 6])
      for (const mode of VAT_MODES) {
        const vat = chargeVat(mode, serviceVat({ segment, stratum }, rules), rules)
        if (vat === null) expect([segment, stratum, mode]).toEqual(['residential', null, 'follow_service'])
        else expect(VAT_TREATMENTS).toContain(vat.treatment)
        expect(vat?.legal_basis).not.toBe('')
      }
})

test('INV-05 una empresa que no es responsable de IVA no lo cobra en nada, desde el día en que deja de serlo', () => {
  const regimes = [{ ...ORDINARY_REGIME, from_on: day('2026-11-20'), is_vat_responsible: false }]
  const before = vatRulesOn(TABLE, day('2026-11-19'), regimes)
  expect(serviceVat({ segment: 'business', stratum: null }, before)).toEqual(TAXED)
  const own = vatRulesOn(TABLE, day('2026-11-20'), regimes)
  for (const stratum of [1, 3, 6])
    expect(serviceVat({ segment: 'residential', stratum }, own)).toMatchObject({ treatment: 'excluido', rate_bps: 0 })
  for (const mode of VAT_MODES)
    expect(chargeVat(mode, serviceVat({ segment: 'business', stratum: null }, own), own)).toMatchObject({
      treatment: 'excluido',
      rate_bps: 0,
    })
})
