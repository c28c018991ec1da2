import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { type Money, money, plus, sum } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import {
  discountProblem,
  type FrozenDocument,
  type FrozenLine,
  linesWithoutDiscounts,
} from '#domain/einvoices/document.ts'
import { amountProblems, ublAmountsOf } from '#domain/einvoices/ubl-amounts.ts'
import { type Billable, type InvoiceDraft, invoiceCalculator } from '#domain/invoices/issue.ts'
import { FactusInvoice } from '#domain/providers/factus-document.ts'
import { factusInvoiceOf } from './factus/body.ts'

const LEGAL = { gravado: '', exento: '', excluido: '' }
const rules = { isResponsible: true, generalBps: 1900, exemptStratumMax: 2, excludedStratum: 3, legalBasis: LEGAL }
const ISSUED = day('2026-12-01')
const draftOf = invoiceCalculator({ period: period('2026-12'), issued_on: ISSUED, rules, deliveryNotice: 5 })

const charges = fc.array(
  fc.record({
    kind: fc.constantFrom('compensation', 'plan_adjustment', 'technical_visit', 'equipment', 'late_interest', 'other'),
    price: fc.oneof(
      fc.integer({ min: -9_000_000, max: -1 }),
      fc.integer({ min: 1, max: 9_000_000 }),
      fc.constantFrom(-7, -1, 1, 7),
    ),
    quantity: fc.constantFrom(1, 1, 1, 3),
  }),
  { maxLength: 8 },
)

/** Contracts of any stratum, served for some days, with charges and discounts of every VAT. */
const contracts = fc
  .record({
    stratum: fc.constantFrom(1, 3, 4),
    price: fc.integer({ min: 1, max: 12_000_000 }),
    includesVat: fc.boolean(),
    served: fc.integer({ min: 1, max: 31 }),
    charges,
  })
  .map(
    ({ stratum, price, includesVat, served, charges: pending }): Billable => ({
      contract_id: 'c',
      no_contract: 'AF-000001',
      client_id: 'k',
      segment: 'residential',
      stratum,
      prices_include_vat: includesVat,
      service: { from_on: day('2026-01-01'), to_on: day(`2026-12-${String(served).padStart(2, '0')}`) },
      suspensions: [],
      plan_name: 'Hogar',
      price: money(price),
      billing_cut_day: 30,
      payment_date: 5,
      move: null,
      is_billed: false,
      charges: pending.map((one, index) => ({
        ...one,
        id: String(index),
        price: money(one.price),
        description: `Cobro ${index}`,
      })),
    }),
  )

function documentOf({ lines, subtotal, vat, total }: InvoiceDraft): FrozenDocument {
  const own = lines.map(({ kind, ...line }): FrozenLine => ({ ...line, code: kind }))
  const buyer = { document_code: '13', identification: '1020345678', check_digit: null, is_company: false } as const
  return {
    kind: 'invoice',
    reference: 'AF-1-1a2b3c4d',
    number: 'AF-1',
    issued_on: ISSUED,
    due_on: ISSUED,
    period: null,
    range_id: '389',
    buyer: { ...buyer, name: 'Ana', email: null, phone: null, address: 'Calle 10', municipality_code: '05001' },
    lines: linesWithoutDiscounts(own),
    subtotal,
    vat,
    total,
    note: null,
  }
}

const cents = (text: string): Money => money(Math.round(Number(text) * 100))

test('EIN-04 con cualquier descuento, el documento de Factus y el archivo UBL tienen el subtotal, el IVA y el total de la factura', () => {
  let discounted = 0
  fc.assert(
    fc.property(contracts, (contract) => {
      const draft = draftOf(contract)
      if (typeof draft === 'string') return
      if (draft.lines.some(({ base }) => base < 0)) discounted += 1
      const document = documentOf(draft)
      expect(discountProblem(document)).toBe(null)
      expect(document.lines.every(({ base, vat }) => base > 0 && vat >= 0)).toBe(true)
      const ubl = ublAmountsOf(document)
      expect(amountProblems(ubl)).toEqual([])
      expect([ubl.extension, ubl.vat, ubl.payable, ubl.allowance]).toEqual([draft.subtotal, draft.vat, draft.total, 0])
      const factus = FactusInvoice.parse(factusInvoiceOf(document))
      const base = sum(factus.items.map(({ price, quantity }) => money(cents(price) * Number(quantity))))
      expect(base).toBe(draft.subtotal)
      expect(sum(factus.payment_details.map(({ amount }) => cents(amount)))).toBe(draft.total)
      expect(plus(ubl.extension, ubl.vat)).toBe(draft.total)
    }),
    { numRuns: 2_000 },
  )
  expect(discounted).toBeGreaterThan(100)
})

test('INV-02 un descuento que sus líneas no pueden llevar espera la factura siguiente, y no cambia el IVA de las demás', () => {
  const contract: Billable = {
    contract_id: 'c',
    no_contract: 'AF-000001',
    client_id: 'k',
    segment: 'residential',
    stratum: 1,
    prices_include_vat: true,
    // One day of December at 60,000: the exempt plan is 2,000.
    service: { from_on: day('2026-01-01'), to_on: day('2026-12-01') },
    suspensions: [],
    plan_name: 'Hogar',
    price: money(6_000_000),
    billing_cut_day: 30,
    payment_date: 5,
    move: null,
    is_billed: false,
    charges: [
      { id: 'compensation', kind: 'compensation', description: 'Compensación', quantity: 1, price: money(-2_000_000) },
      { id: 'visit', kind: 'technical_visit', description: 'Visita', quantity: 1, price: money(11_900_000) },
    ],
  }
  const draft = draftOf(contract)
  expect(draft).toMatchObject({ charges: ['visit'], vat: 1_900_000 })
  const whole = draftOf({ ...contract, service: { from_on: day('2026-01-01'), to_on: day('2026-12-31') } })
  expect(whole).toMatchObject({ charges: ['compensation', 'visit'], vat: 1_900_000, subtotal: 14_000_000 })
})
