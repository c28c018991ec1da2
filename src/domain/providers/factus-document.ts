import * as z from 'zod/mini'
import { DayText } from '#domain/core/days.ts'

/** The documents that Enlace creates at Factus. */
export type FactusKind = 'invoice' | 'credit_note'

/** A positive amount or a rate as Factus reads it: '60000.00', always two decimals. */
const Decimal = z.string().check(z.regex(/^\d{1,15}\.\d{2}$/))

const PaymentDetail = z.strictObject({
  /** 1 paid at once, 2 on credit: then `due_date` is required. */
  payment_form: z.enum(['1', '2']),
  payment_method_code: z.string(),
  amount: Decimal,
  due_date: z.optional(DayText),
})

const Customer = z.strictObject({
  /** DIAN's table of identity documents: 13 cédula, 31 NIT. */
  identification_document_code: z.string(),
  /** Without check digit and without hyphen. */
  identification: z.string(),
  /** The check digit, of a NIT only. Factus computes it when it is absent, and refuses a wrong one. */
  dv: z.optional(z.string()),
  /** 1 a legal person, with `company`; 2 a natural person, with `names`. */
  legal_organization_code: z.enum(['1', '2']),
  company: z.optional(z.string()),
  names: z.optional(z.string()),
  tribute_code: z.optional(z.enum(['01', 'ZZ'])),
  responsibilities: z.optional(z.array(z.string())),
  address: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  country_code: z.optional(z.string()),
  /** DANE's code of five digits. */
  municipality_code: z.optional(z.string()),
})

/** An excluded line has no rate; an exempt line has the rate 0.00 (EIN-06). */
const Tax = z.union([
  z.strictObject({ is_excluded: z.literal(true) }),
  z.strictObject({ code: z.enum(['01', '04', '35']), rate: Decimal }),
])

const Item = z.strictObject({
  code_reference: z.string(),
  name: z.string(),
  quantity: Decimal,
  /** The unit price before taxes and before the discount. */
  price: Decimal,
  discount_rate: z.optional(Decimal),
  discount_amount: z.optional(Decimal),
  unit_measure_code: z.string(),
  standard_code: z.string(),
  taxes: z.array(Tax),
  withholding_taxes: z.optional(z.array(z.strictObject({ code: z.enum(['05', '06']), rate: Decimal }))),
})

const Common = {
  /** Unique for each document of a company: the same reference on each retry. */
  reference_code: z.string(),
  numbering_range_id: z.int(),
  send_email: z.optional(z.boolean()),
  /** At most 250 characters. */
  observation: z.optional(z.string()),
  payment_details: z.array(PaymentDetail),
  cash_rounding_amount: z.optional(z.string()),
  billing_period: z.optional(z.strictObject({ start_date: DayText, end_date: DayText })),
  customer: Customer,
  items: z.array(Item),
}

/** The body of `POST /v2/bills/validate`. */
export const FactusInvoice = z.strictObject({ ...Common, document: z.literal('01'), operation_type: z.literal('10') })
export type FactusInvoice = z.output<typeof FactusInvoice>

/** The body of `POST /v2/credit-notes/validate`. */
export const FactusCreditNote = z.strictObject({
  ...Common,
  /** 1 partial return, 2 annulment, 3 discount, 4 price adjustment, 5 early payment, 6 volume of sales. */
  correction_concept_code: z.enum(['1', '2', '3', '4', '5', '6']),
  /** 20: the note refers to an invoice. */
  customization_id: z.literal('20'),
  /** The electronic number of the invoice. */
  bill_number: z.string(),
})
export type FactusCreditNote = z.output<typeof FactusCreditNote>

/**
 * One reason of Factus or DIAN. `rule`: the rule of DIAN (FAK24, 90). `field`: the field of the payload. `notification` never
 * invalidates a document; `rejection` does. Null: the text says neither.
 */
export type FactusProblem = {
  rule?: string
  field?: string
  severity: 'rejection' | 'notification' | null
  message: string
}

/** Whether DIAN rejected the document: then it blocks the later ones until it is deleted at Factus. */
export const isRejectedByDian = (problems: readonly FactusProblem[]): boolean =>
  problems.some(({ severity }) => severity === 'rejection')
