import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money, pesos, sum } from '#domain/core/money.ts'
import { parameterOf } from '#domain/parameters/parameter.ts'
import { withholdingLimits } from './withholding-check.ts'

const row = {
  valid_from: day('2000-01-01'),
  valid_to: null,
  label: 'L',
  legal_basis: 'B',
  certainty: 'verified',
  note: '',
}
const TABLE = [
  { key: 'tax.uvt', value: 5_237_400, unit: 'pesos' },
  { key: 'tax.withholding_services_filer', value: 400, unit: 'bps' },
  { key: 'tax.withholding_services_other', value: 600, unit: 'bps' },
  { key: 'tax.withholding_services_base', value: 2, unit: 'uvt' },
  { key: 'tax.vat_withholding', value: 1500, unit: 'bps' },
].map((each) => parameterOf({ ...row, ...each }))

const invoice = (id: string) => ({ id, subtotal: pesos(500_000), vat: pesos(95_000), issued_on: day('2026-11-20') })

test('WH-2 lo que retuvo un pago de varias facturas es primero de las que pagó primero, hasta el límite de cada una', () => {
  const earlier = [
    { retefuente: pesos(40_000), reteiva: pesos(14_250), invoice_ids: ['a', 'b'] },
    { retefuente: pesos(25_000), reteiva: pesos(0), invoice_ids: ['b', 'c'] },
  ]
  const limits = withholdingLimits(['a', 'b', 'c'].map(invoice), earlier, TABLE)
  expect([...limits.values()].map(({ before }) => before)).toEqual([
    { retefuente: pesos(30_000), reteiva: pesos(14_250) },
    { retefuente: pesos(30_000), reteiva: 0 },
    { retefuente: pesos(5_000), reteiva: 0 },
  ])
})

test('WH-2 todo lo que se retuvo está en alguna factura, también lo que pasa de los límites', () => {
  const withheld = fc.integer({ min: 0, max: 20_000_000 }).map(money)
  const payments = fc.record({
    retefuente: withheld,
    reteiva: withheld,
    invoice_ids: fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }),
  })
  fc.assert(
    fc.property(fc.array(payments, { maxLength: 5 }), (earlier) => {
      const limits = [...withholdingLimits(['a', 'b', 'c'].map(invoice), earlier, TABLE).values()]
      for (const name of ['retefuente', 'reteiva'] as const)
        expect(sum(limits.map(({ before }) => before[name]))).toBe(sum(earlier.map((one) => one[name])))
    }),
  )
})
