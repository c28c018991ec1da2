import * as z from 'zod/mini'
import type { IdentificationType } from '#domain/clients/client.ts'
import { type Day, DayText } from '#domain/core/days.ts'
import { type Money, Pesos, plus } from '#domain/core/money.ts'
import { storable } from '#domain/core/storable.ts'
import { borneDiscounts, isDiscount, reduceLines, vatKey } from '#domain/invoices/discount.ts'
import { DIAN_DOCUMENT_CODES } from '#domain/invoices/electronic.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { IssuerRegime } from '#domain/taxes/regime.ts'

export const DOCUMENT_KINDS = ['invoice', 'credit_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]
export const DOCUMENT_KIND_LABELS: Readonly<Record<DocumentKind, string>> = {
  invoice: 'Factura',
  credit_note: 'Nota crédito',
}

export const Buyer = z.strictObject({
  /** DIAN's code of the identity document: 13 cédula, 31 NIT. */
  document_code: z.string(),
  /** Without check digit. */
  identification: z.string(),
  check_digit: z.nullable(z.string()),
  is_company: z.boolean(),
  name: z.string(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  address: z.string(),
  /** Five digits of the DANE. */
  municipality_code: z.string(),
})

const FrozenLine = z.strictObject({
  code: z.string(),
  description: z.string(),
  quantity: z.number(),
  base: Pesos,
  vat_treatment: z.enum(VAT_TREATMENTS),
  /** 1900 is 19 %. */
  vat_bps: z.number(),
  vat: Pesos,
  total: Pesos,
})
export type FrozenLine = z.output<typeof FrozenLine>

/**
 * An electronic document as it is sent: the same in each try. It has no withholdings, because those of a client are not of the invoice.
 * `issued_on`: the day of the invoice; the provider dates the document itself on the day of the validation.
 */
export const FrozenDocument = z.strictObject({
  kind: z.enum(DOCUMENT_KINDS),
  /** The same in each try: the provider never has two documents of one reference. */
  reference: z.string(),
  /** The number of Enlace: 'AF-1024'. */
  number: z.string(),
  issued_on: DayText,
  /** Null in a note. Never before the day on which it is frozen. */
  due_on: z.nullable(DayText),
  period: z.nullable(z.strictObject({ from_on: DayText, to_on: DayText })),
  /** The provider's id of the numbering range. */
  range_id: z.string(),
  buyer: Buyer,
  /** The company on the day on which it was frozen. Absent from what was frozen before it was kept. */
  issuer: z.optional(z.strictObject({ name: z.string(), nit: z.string(), regime: z.optional(IssuerRegime) })),
  lines: z.array(FrozenLine),
  subtotal: Pesos,
  vat: Pesos,
  total: Pesos,
  /** Of a credit note: its concept in DIAN's list, and the electronic number of the invoice that it corrects. */
  note: z.nullable(z.strictObject({ concept_code: z.string(), reason: z.string(), invoice_number: z.string() })),
})
export type FrozenDocument = z.output<typeof FrozenDocument>

type BuyerData = {
  type_identification: IdentificationType
  identification: string
  name: string
  business_name: string | null
  email: string | null
  phone: string | null
  address: string
  municipality_code: string
}

/** The buyer of a document, from the data of its client. */
export function buyerOf(client: BuyerData): FrozenDocument['buyer'] {
  const [digits = '', check] = client.identification.split('-')
  return {
    document_code: DIAN_DOCUMENT_CODES[client.type_identification],
    identification: digits,
    check_digit: client.type_identification === 'NIT' ? (check ?? null) : null,
    is_company: client.type_identification === 'NIT' && client.business_name !== null,
    name: client.name,
    email: client.email,
    phone: client.phone,
    address: client.address,
    municipality_code: client.municipality_code,
  }
}

/** The reference of a document: its number, and the end of its id, which no other installation has. */
export const referenceOf = (number: string, id: string): string => `${number}-${id.slice(-8)}`

/** The last day to pay in the document: DIAN refuses one before the day of the document, which is the day of sending. */
export const dueOnWhenSent = (dueOn: Day, today: Day): Day => (dueOn < today ? today : dueOn)

/**
 * The lines without negative amounts, which no electronic document may have: a discount (a compensation, an adjustment) reduces the
 * lines of the same VAT, the largest first, and its description is added to theirs. The sums do not change. A discount that no line can
 * bear is kept, and the document is not sent.
 */
export function linesWithoutDiscounts(lines: readonly FrozenLine[]): FrozenLine[] {
  const borne = borneDiscounts(lines)
  let charges = lines.filter((line) => !isDiscount(line))
  for (const discount of borne) {
    const bearers = charges
      .filter((line) => vatKey(line) === vatKey(discount))
      .toSorted((one, other) => other.base - one.base)
    const amounts = reduceLines(bearers, discount)
    const reduced = new Map(bearers.map((line, index) => [line, reducedTo(line, amounts[index], discount)]))
    charges = charges.map((line) => reduced.get(line) ?? line)
  }
  const unborne = lines.filter((line) => isDiscount(line) && !borne.has(line))
  return [...charges.filter(({ base }) => base !== 0), ...unborne]
}

function reducedTo(
  line: FrozenLine,
  amounts: { base: Money; vat: Money } | undefined,
  discount: FrozenLine,
): FrozenLine {
  if (amounts === undefined || (amounts.base === line.base && amounts.vat === line.vat)) return line
  const { base, vat } = amounts
  const description = storable(`${line.description} (menos ${discount.description})`, 250)
  return { ...line, description, base, vat, total: plus(base, vat) }
}

/** Why a document is not sent; null when it may be. Invoices have no such discount since they are limited to their lines. */
export const discountProblem = ({ lines }: Pick<FrozenDocument, 'lines'>): string | null =>
  lines.some(isDiscount)
    ? 'Un descuento es mayor que lo que se cobra con su mismo IVA: anula la factura con una nota crédito y cóbrala de nuevo'
    : null
