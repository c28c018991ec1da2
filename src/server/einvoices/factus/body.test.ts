import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { money, plus, sum } from '#domain/core/money.ts'
import type { FrozenDocument, FrozenLine } from '#domain/einvoices/document.ts'
import { factusInvoiceOf, factusNoteOf } from './body.ts'

const line = (base: number, vat: number, changes: Partial<FrozenLine> = {}): FrozenLine => ({
  code: 'plan',
  description: 'Hogar 100',
  quantity: 1,
  base: money(base),
  vat_treatment: 'gravado',
  vat_bps: 1900,
  vat: money(vat),
  total: plus(money(base), money(vat)),
  ...changes,
})

function documentOf(lines: FrozenLine[], changes: Partial<FrozenDocument> = {}): FrozenDocument {
  const subtotal = sum(lines.map(({ base }) => base))
  const vat = sum(lines.map((one) => one.vat))
  return {
    kind: 'invoice',
    reference: 'AF-1-1a2b3c4d',
    number: 'AF-1',
    issued_on: day('2026-11-20'),
    due_on: day('2026-12-05'),
    period: { from_on: day('2026-11-01'), to_on: day('2026-11-30') },
    range_id: '389',
    buyer: {
      document_code: '13',
      identification: '1020345678',
      check_digit: null,
      is_company: false,
      name: 'Yenny Bohórquez',
      email: null,
      phone: null,
      address: 'Calle 10',
      municipality_code: '05001',
    },
    lines,
    subtotal,
    vat,
    total: plus(subtotal, vat),
    note: null,
    ...changes,
  }
}

test('EIN-01 la factura va a crédito con nuestros valores exactos, su período y sin retenciones', () => {
  const body = factusInvoiceOf(documentOf([line(6_000_000, 1_140_000)]))
  expect(body.payment_details).toEqual([
    { payment_form: '2', due_date: '2026-12-05', payment_method_code: 'ZZZ', amount: '71400.00' },
  ])
  expect(body.cash_rounding_amount).toBe(undefined)
  expect(body.billing_period).toEqual({ start_date: '2026-11-01', end_date: '2026-11-30' })
  expect(body.items[0]).toMatchObject({ quantity: '1.00', price: '60000.00', taxes: [{ code: '01', rate: '19.00' }] })
  expect(JSON.stringify(body)).not.toContain('withholding')
})

test('EIN-06 excluido sin impuesto, exento con tarifa 0.00', () => {
  const lines = [
    line(100_000, 0, { vat_treatment: 'excluido', vat_bps: 0 }),
    line(100_000, 0, { vat_treatment: 'exento', vat_bps: 0 }),
  ]
  expect(factusInvoiceOf(documentOf(lines)).items.map(({ taxes }) => taxes)).toEqual([
    [{ is_excluded: true }],
    [{ code: '01', rate: '0.00' }],
  ])
})

test('EIN-01 una base que la cantidad no divide sale como una unidad, y un centavo de IVA de diferencia va como redondeo', () => {
  const body = factusInvoiceOf(documentOf([line(1_000_000, 190_001, { quantity: 3 })]))
  expect(body.items[0]).toMatchObject({ quantity: '1.00', price: '10000.00', name: '3 × Hogar 100' })
  expect([body.payment_details[0]?.amount, body.cash_rounding_amount]).toEqual(['11900.01', '0.01'])
  const divided = factusInvoiceOf(documentOf([line(900_000, 171_000, { quantity: 3 })]))
  expect(divided.items[0]).toMatchObject({ quantity: '3.00', price: '3000.00' })
})

test('EIN-04 la nota crédito lleva su concepto de la DIAN y el número electrónico de la factura', () => {
  const note = { concept_code: '2', reason: 'No se hizo', invoice_number: 'SETP990000001' }
  const body = factusNoteOf(
    documentOf([line(100_000, 19_000)], { kind: 'credit_note', due_on: null, period: null, note }),
  )
  expect(body).toMatchObject({ correction_concept_code: '2', customization_id: '20', bill_number: 'SETP990000001' })
  expect(body.payment_details[0]).toMatchObject({ payment_form: '1' })
  expect(() => factusNoteOf(documentOf([]))).toThrow(RangeError)
})
