import type { Day } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { Money } from '#domain/core/money.ts'
import { unitOf } from '#domain/invoices/unit.ts'
import { cudeText, cufeText } from './cufe.ts'
import type { FrozenDocument } from './document.ts'
import { amountText, catalogueUrl } from './document-text.ts'
import { type UblAmounts, type UblTax, ublAmountsOf } from './ubl-amounts.ts'
import {
  amountPart,
  buyerPart,
  issuerPart,
  percentText,
  type UblIssuer,
  type UblPlace,
  VAT_SCHEME,
  type XmlPart,
} from './ubl-parties.ts'

/** What a document has besides what is frozen: its number, its instant and who issues it. */
export type UblHeader = {
  issuer: UblIssuer
  buyer_place: UblPlace
  environment: Environment
  /** Prefix and number, without separator. */
  number: string
  prefix: string
  /** 'YYYY-MM-DD' and 'HH:MM:SS-05:00'. */
  issued_date: Day
  issued_time: string
  /** The authorisation of the numbers of an invoice. Null for a note, which needs none. */
  resolution: { number: string; starts_on: Day; ends_on: Day; from: number; to: number } | null
  /** The validated invoice that a note corrects. Null for an invoice. */
  corrected: { number: string; cufe: string; issued_date: Day } | null
}

/** The technical key of the range for an invoice, the PIN of the software for a note. */
export type UblSecret = { technical_key: string; pin: string }

const environmentCode = (environment: Environment): string => (environment === 'production' ? '1' : '2')

/** The text whose SHA-384 is the CUFE of an invoice or the CUDE of a note (DIAN, technical annex 1.9, sections 11.2 and 11.4). */
export function ublCodeText(document: FrozenDocument, header: UblHeader, { technical_key, pin }: UblSecret): string {
  const { extension, vat, payable } = ublAmountsOf(document)
  const parts = {
    number: header.number,
    issued_date: header.issued_date,
    issued_time: header.issued_time,
    value: amountText(extension),
    vat: amountText(vat),
    total: amountText(payable),
    issuer_nit: header.issuer.nit,
    buyer_id: document.buyer.identification,
    environment: environmentCode(header.environment),
  }
  return document.kind === 'invoice' ? cufeText({ ...parts, technical_key }) : cudeText({ ...parts, pin })
}

const COMMON = 'urn:oasis:names:specification:ubl:schema:xsd'

/**
 * An invoice or a credit note in UBL 2.1, its elements in the order of the schema. It has no signature and no software of DIAN: who signs
 * and sends it adds them. `code`: its CUFE or CUDE.
 */
export function ublOf(document: FrozenDocument, header: UblHeader, code: string): XmlPart {
  const root = document.kind === 'invoice' ? 'Invoice' : 'CreditNote'
  const amounts = ublAmountsOf(document)
  return {
    [root]: {
      '@xmlns': `${COMMON}:${root}-2`,
      '@xmlns:cac': `${COMMON}:CommonAggregateComponents-2`,
      '@xmlns:cbc': `${COMMON}:CommonBasicComponents-2`,
      '@xmlns:ext': `${COMMON}:CommonExtensionComponents-2`,
      '@xmlns:sts': 'dian:gov:co:facturaelectronica:Structures-2-1',
      ...identityPart(document, header, code),
      ...referencePart(document, header),
      'cac:AccountingSupplierParty': issuerPart(header.issuer, header.prefix),
      'cac:AccountingCustomerParty': buyerPart(document.buyer, header.buyer_place),
      'cac:PaymentMeans': {
        'cbc:ID': document.due_on === null ? '1' : '2',
        'cbc:PaymentMeansCode': 'ZZZ',
        'cbc:PaymentDueDate': document.due_on ?? undefined,
      },
      'cac:AllowanceCharge': amounts.allowances.map(({ reason, amount }, index) => ({
        'cbc:ID': String(index + 1),
        'cbc:ChargeIndicator': 'false',
        'cbc:AllowanceChargeReason': reason,
        'cbc:Amount': amountPart(amount),
        'cbc:BaseAmount': amountPart(amounts.taxInclusive),
      })),
      'cac:TaxTotal': taxTotalPart(amounts.vat, amounts.taxes),
      'cac:LegalMonetaryTotal': totalsPart(amounts),
      ...linesPart(document.kind, amounts),
    },
  }
}

function identityPart(document: FrozenDocument, header: UblHeader, code: string) {
  const { environment, number, issued_date, issued_time } = header
  const isInvoice = document.kind === 'invoice'
  const execution = environmentCode(environment)
  return {
    'ext:UBLExtensions': { 'ext:UBLExtension': { 'ext:ExtensionContent': dianPart(header, code) } },
    'cbc:UBLVersionID': 'UBL 2.1',
    'cbc:CustomizationID': isInvoice ? '10' : '20',
    'cbc:ProfileID': isInvoice
      ? 'DIAN 2.1: Factura Electrónica de Venta'
      : 'DIAN 2.1: Nota Crédito de Factura Electrónica de Venta',
    'cbc:ProfileExecutionID': execution,
    'cbc:ID': number,
    'cbc:UUID': { '@schemeID': execution, '@schemeName': isInvoice ? 'CUFE-SHA384' : 'CUDE-SHA384', '#': code },
    'cbc:IssueDate': issued_date,
    'cbc:IssueTime': issued_time,
    ...(isInvoice
      ? { 'cbc:DueDate': document.due_on ?? undefined, 'cbc:InvoiceTypeCode': '01' }
      : { 'cbc:CreditNoteTypeCode': '91' }),
    'cbc:Note': document.number,
    'cbc:DocumentCurrencyCode': 'COP',
    'cbc:LineCountNumeric': String(ublAmountsOf(document).lines.length),
  }
}

/** DIAN's extension: the authorisation of the number, and the address that the QR contains. */
function dianPart({ resolution, prefix, environment }: UblHeader, code: string): XmlPart {
  return {
    'sts:DianExtensions': {
      'sts:InvoiceControl':
        resolution === null
          ? undefined
          : {
              'sts:InvoiceAuthorization': resolution.number,
              'sts:AuthorizationPeriod': { 'cbc:StartDate': resolution.starts_on, 'cbc:EndDate': resolution.ends_on },
              'sts:AuthorizedInvoices': {
                'sts:Prefix': prefix,
                'sts:From': String(resolution.from),
                'sts:To': String(resolution.to),
              },
            },
      'sts:InvoiceSource': { 'cbc:IdentificationCode': 'CO' },
      'sts:QRCode': catalogueUrl(code, environment),
    },
  }
}

/** The period of the service, and for a note what it corrects and why. */
function referencePart({ period, note }: FrozenDocument, { corrected }: UblHeader) {
  return {
    'cac:InvoicePeriod': period === null ? undefined : { 'cbc:StartDate': period.from_on, 'cbc:EndDate': period.to_on },
    'cac:DiscrepancyResponse':
      note === null
        ? undefined
        : {
            'cbc:ReferenceID': note.invoice_number,
            'cbc:ResponseCode': note.concept_code,
            'cbc:Description': note.reason,
          },
    'cac:BillingReference':
      corrected === null
        ? undefined
        : {
            'cac:InvoiceDocumentReference': {
              'cbc:ID': corrected.number,
              'cbc:UUID': { '@schemeName': 'CUFE-SHA384', '#': corrected.cufe },
              'cbc:IssueDate': corrected.issued_date,
            },
          },
  }
}

/** Undefined when nothing is taxed: an excluded line has no TaxTotal. */
const taxTotalPart = (vat: Money, taxes: readonly UblTax[]): XmlPart | undefined =>
  taxes.length === 0
    ? undefined
    : {
        'cbc:TaxAmount': amountPart(vat),
        'cac:TaxSubtotal': taxes.map((tax) => ({
          'cbc:TaxableAmount': amountPart(tax.taxable),
          'cbc:TaxAmount': amountPart(tax.vat),
          'cac:TaxCategory': { 'cbc:Percent': percentText(tax.bps), 'cac:TaxScheme': VAT_SCHEME },
        })),
      }

const totalsPart = (amounts: UblAmounts): XmlPart => ({
  'cbc:LineExtensionAmount': amountPart(amounts.extension),
  'cbc:TaxExclusiveAmount': amountPart(amounts.taxExclusive),
  'cbc:TaxInclusiveAmount': amountPart(amounts.taxInclusive),
  'cbc:AllowanceTotalAmount': amounts.allowances.length === 0 ? undefined : amountPart(amounts.allowance),
  'cbc:PayableAmount': amountPart(amounts.payable),
})

const UNIT = '94'

function linesPart(kind: FrozenDocument['kind'], { lines }: UblAmounts) {
  const [name, quantityName] =
    kind === 'invoice' ? ['cac:InvoiceLine', 'cbc:InvoicedQuantity'] : ['cac:CreditNoteLine', 'cbc:CreditedQuantity']
  return {
    [name]: lines.map(({ line, extension, tax }, index): XmlPart => {
      const unit = unitOf(line)
      const quantity = { '@unitCode': UNIT, '#': `${unit.quantity}.00` }
      return {
        'cbc:ID': String(index + 1),
        [quantityName]: quantity,
        'cbc:LineExtensionAmount': amountPart(extension),
        'cac:TaxTotal': tax === null ? undefined : taxTotalPart(tax.vat, [tax]),
        'cac:Item': {
          'cbc:Description': unit.name,
          'cac:StandardItemIdentification': { 'cbc:ID': { '@schemeID': '999', '#': line.code } },
        },
        'cac:Price': { 'cbc:PriceAmount': amountPart(unit.price), 'cbc:BaseQuantity': quantity },
      }
    }),
  }
}
