import { dayOf, ZONE } from '#domain/core/days.ts'
import { catalogueUrl } from '#domain/einvoices/document-text.ts'
import type { AccountState, SimulatedRange, StoredDocument } from './state.ts'
import { amountText } from './totals.ts'

/** The address of a validated document at DIAN, in the environment of its account. Null before. */
export const qrOf = ({ account }: AccountState, { code }: StoredDocument): string | null =>
  code === null ? null : catalogueUrl(code, account.environment ?? 'test')

/** A document in the format of the replies of v2: amounts are texts, instants 'DD-MM-YYYY hh:mm:ss AM'. */
export function documentView(own: AccountState, document: StoredDocument) {
  const { payload, totals, kind } = document
  const range = own.ranges.find((one) => one.kind === kind)
  return {
    reference_code: document.reference,
    number: document.number,
    send_email: payload.send_email ?? true,
    has_claim: false,
    is_negotiable_instrument: false,
    is_validated: document.is_validated,
    validated_at: instantText(document.validated_at),
    created_at: instantText(document.created_at),
    errors: Object.values(document.errors),
    observation: payload.observation ?? null,
    [kind === 'invoice' ? 'cufe' : 'cude']: document.code,
    payment_details: payload.payment_details,
    billing_period: payload.billing_period ?? null,
    numbering_range: range ? rangeView(range) : null,
    company: { nit: own.account.nit.split('-')[0], dv: own.account.nit.split('-')[1], company: own.account.name },
    customer: { ...payload.customer, dv: payload.customer.dv ?? null },
    items: payload.items.map((item, index) => ({
      ...item,
      gross_value: amountText(document.lines[index]?.net ?? 0),
      total: amountText(document.lines[index]?.net ?? 0),
    })),
    totals: {
      prepayment_amount: '0.00',
      gross_amount: amountText(totals.gross),
      taxable_amount: amountText(totals.taxable),
      tax_amount: amountText(totals.tax),
      surcharge_amount: '0.00',
      total: amountText(totals.total),
    },
    related_notes: kind === 'invoice' ? { credit_notes: notesOf(own, document), debit_notes: [] } : undefined,
    links: { qr: qrOf(own, document), public_url: qrOf(own, document) },
  }
}

const notesOf = (own: AccountState, invoice: StoredDocument) =>
  [...own.documents.values()]
    .filter((one) => one.kind === 'credit_note' && one.is_validated && one.payload.bill_number === invoice.number)
    .map(({ number, code }) => ({ number, cude: code }))

/** A row of the list. */
export const rowView = (document: StoredDocument) => ({
  reference_code: document.reference,
  number: document.number,
  identification: document.payload.customer.identification,
  names: document.payload.customer.names ?? document.payload.customer.company ?? '',
  total: amountText(document.totals.total),
  status: document.is_validated ? 1 : 0,
  errors: Object.values(document.errors),
  created_at: instantText(document.created_at),
})

export const rangeView = (range: SimulatedRange) => ({
  id: range.id,
  document: range.kind === 'invoice' ? '21' : '22',
  document_name: range.kind === 'invoice' ? 'Factura de Venta' : 'Nota Crédito',
  prefix: range.prefix,
  from: range.from,
  to: range.to,
  current: range.current,
  resolution_number: range.resolution_number,
  start_date: range.start_date,
  end_date: range.end_date,
  technical_key: range.technical_key,
  is_expired: range.end_date !== null && range.end_date < dayOf(new Date()),
  is_active: range.is_active,
})

const FORMAT = new Intl.DateTimeFormat('en-US', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
})

function instantText(instant: string | null): string | null {
  if (instant === null) return null
  const part = Object.fromEntries(FORMAT.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return `${part['day']}-${part['month']}-${part['year']} ${part['hour']}:${part['minute']}:${part['second']} ${part['dayPeriod']}`
}
