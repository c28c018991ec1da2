import PdfDocument from 'pdfkit'
import { dayOf } from '#domain/core/days.ts'
import { issuedTime } from '#domain/einvoices/document-text.ts'
import type { AccountState, StoredDocument } from './state.ts'
import { amountText } from './totals.ts'
import { qrOf } from './views.ts'

const WARNING = 'SIMULADO, SIN VALIDEZ FISCAL'
const CONSECUTIVE_DIGITS = 8

/** The name of a file by DIAN's convention: kind, NIT of ten digits, code of the provider, year, and a hexadecimal consecutive. */
export function fileName({ account, documents }: AccountState, document: StoredDocument): string {
  const nit = (account.nit.split('-')[0] ?? '').padStart(10, '0')
  const place = [...documents.values()].indexOf(document) + 1
  const year = dayOf(new Date(document.created_at)).slice(2, 4)
  return `${document.kind === 'invoice' ? 'fv' : 'nc'}${nit}000${year}${place.toString(16).padStart(CONSECUTIVE_DIGITS, '0')}`
}

/** A page with the data of the document and the warning that it is not one. */
export async function documentPdf({ account }: AccountState, document: StoredDocument): Promise<Buffer> {
  const pdf = new PdfDocument({ size: 'A4', margin: 50 })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const done = new Promise<void>((resolve) => pdf.on('end', () => resolve()))
  pdf.fontSize(14).text(WARNING).moveDown()
  pdf.fontSize(10)
  for (const line of linesOf(account.name, account.nit, document)) pdf.text(line)
  pdf.end()
  await done
  return Buffer.concat(chunks)
}

const linesOf = (name: string, nit: string, { number, payload, totals, code, kind }: StoredDocument): string[] => [
  kind === 'invoice' ? `Factura electrónica de venta ${number}` : `Nota crédito ${number}`,
  `${name}, NIT ${nit}`,
  `${payload.customer.company ?? payload.customer.names ?? ''}, ${payload.customer.identification}`,
  ...payload.items.map((item) => `${item.quantity} ${item.name}: ${item.price}`),
  `Subtotal ${amountText(totals.gross)}, impuestos ${amountText(totals.tax)}, total ${amountText(totals.total)}`,
  code ?? '',
]

/** A short document in UBL's names, with the totals and the code. */
export function documentXml(own: AccountState, document: StoredDocument): Buffer {
  const { account } = own
  const { kind, number, code, totals, payload } = document
  const root = kind === 'invoice' ? 'Invoice' : 'CreditNote'
  const party = (name: string, id: string): string =>
    `<cac:Party><cac:PartyTaxScheme><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName><cbc:CompanyID>${escaped(id)}</cbc:CompanyID></cac:PartyTaxScheme></cac:Party>`
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!-- ${WARNING} -->
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID>
  <cbc:ID>${escaped(number)}</cbc:ID>
  <cbc:UUID schemeName="${kind === 'invoice' ? 'CUFE' : 'CUDE'}-SHA384">${code ?? ''}</cbc:UUID>
  <cbc:IssueDate>${dayOf(new Date(document.validated_at ?? document.created_at))}</cbc:IssueDate>
  <cbc:IssueTime>${issuedTime(new Date(document.validated_at ?? document.created_at))}</cbc:IssueTime>
  <cbc:Note>${escaped(qrOf(own, document) ?? '')}</cbc:Note>
  <cac:AccountingSupplierParty>${party(account.name, account.nit.split('-')[0] ?? '')}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party(payload.customer.company ?? payload.customer.names ?? '', payload.customer.identification)}</cac:AccountingCustomerParty>
  <cac:LegalMonetaryTotal>
    <cbc:LineExtensionAmount currencyID="COP">${amountText(totals.gross)}</cbc:LineExtensionAmount>
    <cbc:TaxExclusiveAmount currencyID="COP">${amountText(totals.taxable)}</cbc:TaxExclusiveAmount>
    <cbc:TaxInclusiveAmount currencyID="COP">${amountText(totals.total)}</cbc:TaxInclusiveAmount>
    <cbc:PayableAmount currencyID="COP">${amountText(totals.total)}</cbc:PayableAmount>
  </cac:LegalMonetaryTotal>
</${root}>
`)
}

/** The container that carries the document to the buyer. */
export const attachedXml = (own: AccountState, document: StoredDocument): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!-- ${WARNING} -->
<AttachedDocument xmlns="urn:oasis:names:specification:ubl:schema:xsd:AttachedDocument-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ParentDocumentID>${escaped(document.number)}</cbc:ParentDocumentID>
  <cbc:Description><![CDATA[${documentXml(own, document).toString('utf8').replaceAll(']]>', '')}]]></cbc:Description>
</AttachedDocument>
`)

const escaped = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
