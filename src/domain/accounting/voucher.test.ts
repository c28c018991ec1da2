import { expect, test } from 'vitest'
import { day } from '#domain/core/days.ts'
import { type Money, money, pesos, sum, toPesos, ZERO } from '#domain/core/money.ts'
import { type Entry, entriesOfCreditNote, entriesOfInvoice, entriesOfReceipt } from '#domain/ledger/entry.ts'
import { DEFAULT_CHART } from './chart.ts'
import { TEMPLATES, templateRows } from './templates.ts'
import { sumOf, type VoucherEntry, vouchersOf } from './voucher.ts'

const ISSUED = day('2026-12-01')
const NO_WITHHOLDING = { in: 'bank', retefuente: ZERO, reteiva: ZERO, reteica: ZERO } as const
const client = (number: number) => ({
  identification: number === 4 ? '900123456-8' : '79123456',
  name: `Cliente ${number}`,
})

type Document = Pick<VoucherEntry, 'kind' | 'prefix' | 'number'> & Partial<VoucherEntry>

const ofDocument = (entries: readonly Entry[], document: Document): VoucherEntry[] =>
  entries.map(({ debit, credit, amount, posted_on, invoice_id }) => ({
    key: `${document.kind} ${document.number}`,
    consecutive: document.number,
    posted_on,
    debit,
    credit,
    amount,
    third: client(document.number),
    invoice: invoice_id === null ? null : { prefix: 'FE', number: Number(invoice_id), due_on: day('2026-12-15') },
    fee: ZERO,
    taxed: ZERO,
    received: NO_WITHHOLDING,
    detail: '',
    ...document,
  }))

/** An invoice of internet: its number, its base and its VAT in pesos. */
const invoice = (number: number, base: number, vat: number): VoucherEntry[] =>
  ofDocument(
    entriesOfInvoice({
      client_id: String(number),
      posted_on: ISSUED,
      invoice_id: String(number),
      subtotal: pesos(base),
      vat: pesos(vat),
      credit: ZERO,
      source: 'revenue',
    }),
    {
      kind: 'invoice',
      prefix: 'FE',
      number,
      fee: pesos(base),
      taxed: pesos(vat === 0 ? 0 : base),
      detail: 'Internet dic 2026',
    },
  )

const receipt = (
  number: number,
  paid: { cash: number; applied: number; rest?: number; withheld?: Money },
  document: Partial<Document>,
) =>
  ofDocument(
    entriesOfReceipt({
      client_id: String(number),
      posted_on: ISSUED,
      payment_id: String(number),
      cash: pesos(paid.cash),
      withheld: paid.withheld ?? ZERO,
      applied: [{ id: String(number), amount: pesos(paid.applied) }],
      rest: pesos(paid.rest ?? 0),
      rounding: [],
    }),
    { kind: 'receipt', prefix: 'RC', number, ...document },
  )

/** The documents of December: four invoices, a note of the third, and three receipts. */
function december(): VoucherEntry[] {
  const taxes = { retefuente: pesos(20_000), reteiva: pesos(14_250), reteica: pesos(4_830) }
  const withheld = sum(Object.values(taxes))
  const note = entriesOfCreditNote({
    client_id: '3',
    posted_on: ISSUED,
    invoice_id: '3',
    credit_note_id: '1',
    isOpening: false,
    debt: { base: pesos(60_000), vat: pesos(11_400) },
    favour: { base: ZERO, vat: ZERO },
  })
  return [
    ...invoice(1, 60_000, 0),
    ...invoice(2, 60_000, 0),
    ...invoice(3, 60_000, 11_400),
    ...invoice(4, 500_000, 95_000),
    ...ofDocument(note, { kind: 'note', prefix: 'NC', number: 1, taxed: pesos(60_000) }),
    ...receipt(1, { cash: 60_000, applied: 60_000 }, { received: { ...NO_WITHHOLDING, in: 'cash' } }),
    ...receipt(2, { cash: 60_000, applied: 60_000, rest: 8_600 }, {}),
    ...receipt(4, { cash: 555_920, applied: 595_000, withheld }, { received: { in: 'bank', ...taxes } }),
  ]
}

test('ACC-02 los comprobantes de diciembre cuadran: débitos y créditos suman 1.581.400 y la cartera queda en cero', () => {
  const vouchers = vouchersOf(december(), DEFAULT_CHART)
  const lines = vouchers.flatMap((voucher) => voucher.lines)
  expect([toPesos(sumOf(lines, 'debit')), toPesos(sumOf(lines, 'credit'))]).toEqual([1_581_400, 1_581_400])
  const balance = (account: string) =>
    toPesos(money(lines.reduce((all, line) => all + (line.account === account ? line.debit - line.credit : 0), 0)))
  expect(balance(DEFAULT_CHART.clients)).toBe(0)
  expect(balance(DEFAULT_CHART.advances)).toBe(-8_600)
  expect(balance(DEFAULT_CHART.cash) + balance(DEFAULT_CHART.bank)).toBe(684_520)
  expect([DEFAULT_CHART.retefuente, DEFAULT_CHART.reteiva, DEFAULT_CHART.reteica].map(balance)).toEqual([
    20_000, 14_250, 4_830,
  ])
  expect(balance(DEFAULT_CHART.returns)).toBe(60_000)
  expect(balance(DEFAULT_CHART.vat)).toBe(-95_000)
  for (const voucher of vouchers) expect(sumOf(voucher.lines, 'debit')).toBe(sumOf(voucher.lines, 'credit'))
})

test('ACC-02 la factura FE-3 sale en las 27 columnas de Siigo Nube con su vencimiento y la base de su IVA', () => {
  const [, ...rows] = templateRows(TEMPLATES.siigo, vouchersOf(invoice(3, 60_000, 11_400), DEFAULT_CHART))
  expect(rows.map((row) => row.join(';'))).toEqual([
    '1;3;01/12/2026;;;13050501;79123456;0;;;;;FE;3;1;15/12/2026;;;;FE-3 Internet dic 2026;;71400;;;;;',
    '1;3;01/12/2026;;;41457001;79123456;0;;;;;;;;;;;;FE-3 Internet dic 2026;;;60000;;;;',
    '1;3;01/12/2026;;;24080101;79123456;0;;;;;;;;;1;;;FE-3 Internet dic 2026;;;11400;;60000;;',
  ])
})

test('ACC-02 World Office tiene 47 columnas, y el NIT del tercero va sin su dígito de verificación', () => {
  const [titles, first] = templateRows(TEMPLATES.world_office, vouchersOf(invoice(4, 500_000, 95_000), DEFAULT_CHART))
  expect([titles?.length, first?.length]).toEqual([47, 47])
  expect([first?.[1], first?.[4], first?.[6]]).toEqual(['FV', '01/12/2026', '900123456'])
})

test('ACC-02 un comprobante que no cuadra se rechaza, y los saldos iniciales no hacen comprobante', () => {
  const [first, second] = invoice(1, 60_000, 0)
  if (!first) throw new Error('the invoice has an entry')
  const broken: VoucherEntry = { ...first, kind: 'receipt', debit: 'withholding', credit: 'receivable' }
  expect(() => vouchersOf([broken], DEFAULT_CHART)).toThrow('not balanced')
  expect(second).toBeUndefined()
  expect(vouchersOf([{ ...first, credit: 'opening' }], DEFAULT_CHART)).toEqual([])
})
