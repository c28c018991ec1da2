import { fractionOf, type Money, minus, money, plus, sum } from '#domain/core/money.ts'
import { storable } from '#domain/core/storable.ts'
import type { FrozenDocument, FrozenLine } from '#domain/einvoices/document.ts'
import { amountText } from '#domain/einvoices/document-text.ts'
import { unitOf } from '#domain/invoices/unit.ts'
import type { FactusCreditNote, FactusInvoice } from '#domain/providers/factus-document.ts'

/** The code of 'other': the client pays later, by a means that is not known yet. */
const OTHER_MEANS = 'ZZZ'
const UNIT = '94'
const OWN_STANDARD = '999'
const OBSERVATION_MAX = 250

/** The body of an invoice at Factus. Throws RangeError for a note. */
export function factusInvoiceOf(document: FrozenDocument): FactusInvoice {
  return { ...commonOf(document), document: '01', operation_type: '10' }
}

/** The body of a credit note at Factus. Throws RangeError for an invoice. */
export function factusNoteOf(document: FrozenDocument): FactusCreditNote {
  const { note } = document
  if (note === null) throw new RangeError('an invoice is not a credit note')
  return {
    ...commonOf(document),
    observation: storable(note.reason, OBSERVATION_MAX),
    correction_concept_code: conceptOf(note.concept_code),
    customization_id: '20',
    bill_number: note.invoice_number,
  }
}

function commonOf(document: FrozenDocument) {
  const { buyer, due_on, period } = document
  const rounding = minus(document.total, providerTotal(document.lines))
  return {
    reference_code: document.reference,
    numbering_range_id: Number(document.range_id),
    send_email: false,
    payment_details: [
      {
        ...(due_on === null ? { payment_form: '1' as const } : { payment_form: '2' as const, due_date: due_on }),
        payment_method_code: OTHER_MEANS,
        amount: amountText(document.total),
      },
    ],
    ...(rounding === 0 ? {} : { cash_rounding_amount: amountText(rounding) }),
    ...(period === null ? {} : { billing_period: { start_date: period.from_on, end_date: period.to_on } }),
    customer: {
      identification_document_code: buyer.document_code,
      identification: buyer.identification,
      ...(buyer.check_digit === null ? {} : { dv: buyer.check_digit }),
      ...(buyer.is_company
        ? { legal_organization_code: '1' as const, company: buyer.name }
        : { legal_organization_code: '2' as const, names: buyer.name }),
      tribute_code: 'ZZ' as const,
      responsibilities: ['R-99-PN'],
      address: buyer.address,
      ...(buyer.email === null ? {} : { email: buyer.email }),
      ...(buyer.phone === null ? {} : { phone: buyer.phone }),
      country_code: 'CO',
      municipality_code: buyer.municipality_code,
    },
    items: document.lines.map(itemOf),
  }
}

/** A line with our exact base. An excluded line has no tax; an exempt line has the rate 0.00 (EIN-06). */
function itemOf(line: FrozenLine): FactusInvoice['items'][number] {
  const { quantity, price, name } = unitOf(line)
  return {
    code_reference: line.code,
    name,
    quantity: `${quantity}.00`,
    price: amountText(price),
    discount_rate: '0.00',
    unit_measure_code: UNIT,
    standard_code: OWN_STANDARD,
    taxes: [
      line.vat_treatment === 'excluido' ? { is_excluded: true } : { code: '01', rate: amountText(money(line.vat_bps)) },
    ],
  }
}

/** The total that the provider computes: base and tax of each line, with the tax half to even. Ours may differ by a centavo a line. */
export const providerTotal = (lines: readonly FrozenLine[]): Money =>
  sum(lines.map(({ base, vat_bps }) => plus(base, halfEvenShare(base, vat_bps))))

function halfEvenShare(base: Money, bps: number): Money {
  const share = fractionOf(base, bps, 10_000)
  const isHalf = (BigInt(base) * BigInt(bps) * 2n) % 20_000n === 10_000n
  return isHalf && share % 2 !== 0 ? money(share - 1) : share
}

const CONCEPTS = ['1', '2', '3', '4', '5', '6'] as const

/** DIAN's code of a concept: one that is not in its list is 'other adjustments of price'. */
const conceptOf = (code: string): FactusCreditNote['correction_concept_code'] =>
  CONCEPTS.find((known) => known === code) ?? '4'
