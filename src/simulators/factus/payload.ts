import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { nitCheckDigit } from '#domain/core/identity.ts'
import { departments, municipalitiesOf } from '#domain/places/place.ts'
import type { FieldErrors } from './replies.ts'

/** DIAN's tables, as the documentation of Factus v2 lists them. A code outside of them is refused. */
const IDENTITY_CODES = ['11', '12', '13', '21', '22', '31', '41', '42', '47', '48', '50', '91'] as const
const PAYMENT_METHODS = ['10', '20', '42', '47', '48', '49', '71', '72', '1', 'ZZZ'] as const
const RESPONSIBILITIES = ['O-13', 'O-15', 'O-23', 'O-47', 'R-99-PN'] as const
/** The rates of IVA of the annex (13.3.11). */
const VAT_RATES: ReadonlySet<string> = new Set(['0.00', '5.00', '16.00', '19.00'])

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max))
const decimal = z.string().check(z.regex(/^\d{1,15}(\.\d{1,2})?$/))
const date = z.iso.date()
const email = z.string().check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/), z.maxLength(200))

const Payment = z.strictObject({
  payment_form: z.enum(['1', '2']),
  payment_method_code: z.enum(PAYMENT_METHODS),
  amount: decimal,
  due_date: z.optional(date),
  reference_code: z.optional(text(100)),
})

const Customer = z.strictObject({
  identification_document_code: z.enum(IDENTITY_CODES),
  identification: z.string().check(z.regex(/^[A-Za-z0-9]{3,20}$/)),
  dv: z.optional(z.string().check(z.regex(/^\d$/))),
  legal_organization_code: z.enum(['1', '2']),
  company: z.optional(text(450)),
  names: z.optional(text(450)),
  trade_name: z.optional(text(450)),
  tribute_code: z.optional(z.enum(['01', 'ZZ'])),
  responsibilities: z.optional(z.array(z.enum(RESPONSIBILITIES))),
  address: z.optional(text(200)),
  email: z.optional(email),
  phone: z.optional(text(20)),
  country_code: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  municipality_code: z.optional(z.string().check(z.regex(/^\d{5}$/))),
})

const Tax = z.strictObject({
  code: z.optional(z.enum(['01', '04', '35'])),
  rate: z.optional(decimal),
  is_excluded: z.optional(z.boolean()),
})

const Item = z.strictObject({
  code_reference: text(100),
  name: text(300),
  quantity: decimal,
  price: decimal,
  discount_rate: z.optional(decimal),
  discount_amount: z.optional(decimal),
  unit_measure_code: text(5),
  standard_code: z.enum(['999', '001', '020', '010']),
  taxes: z.array(Tax).check(z.minLength(1)),
  withholding_taxes: z.optional(z.array(z.strictObject({ code: z.enum(['05', '06']), rate: decimal }))),
  note: z.optional(text(1000)),
})

const Common = {
  reference_code: text(100),
  numbering_range_id: z.optional(z.int()),
  send_email: z.optional(z.boolean()),
  observation: z.optional(z.string().check(z.maxLength(250))),
  payment_details: z.array(Payment).check(z.minLength(1)),
  cash_rounding_amount: z.optional(z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,2})?$/))),
  billing_period: z.optional(
    z.strictObject({
      start_date: date,
      end_date: date,
      start_time: z.optional(z.string().check(z.regex(/^\d{2}:\d{2}:\d{2}$/))),
      end_time: z.optional(z.string().check(z.regex(/^\d{2}:\d{2}:\d{2}$/))),
    }),
  ),
  customer: Customer,
  items: z.array(Item).check(z.minLength(1), z.maxLength(1000)),
}

const Invoice = z.strictObject({
  ...Common,
  document: z.optional(z.literal('01')),
  operation_type: z.optional(z.literal('10')),
})
const Note = z.strictObject({
  ...Common,
  correction_concept_code: z.enum(['1', '2', '3', '4', '5', '6']),
  customization_id: z.optional(z.literal('20')),
  bill_number: text(30),
})

/** A body of the provider's shape; the fields of a note are absent from an invoice. */
export type Payload = z.output<typeof Invoice> &
  Partial<Pick<z.output<typeof Note>, 'correction_concept_code' | 'bill_number'>>

/** Parses a body. The refusal has every wrong field, as Laravel's validation does. */
export function readPayload(
  kind: 'invoice' | 'credit_note',
  body: unknown,
): { payload: Payload } | { errors: FieldErrors } {
  const parsed = z.safeParse(kind === 'invoice' ? Invoice : Note, body)
  if (!parsed.success) return { errors: errorsOf(parsed.error.issues) }
  const errors = relationErrors(parsed.data)
  return Object.keys(errors).length > 0 ? { errors } : { payload: parsed.data }
}

function errorsOf(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  return Object.fromEntries(
    issues.map((issue) => {
      const field = [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])].join('.')
      const isMissing = issue.code === 'invalid_type' && !('received' in issue && issue.received)
      return [field, [isMissing ? `El campo ${field} es obligatorio.` : `El campo ${field} no es válido.`]]
    }),
  )
}

/** The rules between fields. */
function relationErrors(payload: Payload): FieldErrors {
  const errors: Record<string, string[]> = {}
  const refuse = (field: string, message: string): void => void (errors[field] ??= []).push(message)
  for (const [index, payment] of payload.payment_details.entries()) {
    if (payment.payment_form === '2' && payment.due_date === undefined)
      refuse(`payment_details.${index}.due_date`, 'La fecha de vencimiento es obligatoria en los pagos a crédito.')
    if (payment.due_date !== undefined && payment.due_date < dayOf(new Date()))
      refuse(`payment_details.${index}.due_date`, 'La fecha de vencimiento debe ser igual o posterior a hoy.')
  }
  if (Math.abs(Number(payload.cash_rounding_amount ?? '0')) > 500)
    refuse('cash_rounding_amount', 'El ajuste debe estar entre -500.00 y 500.00.')
  customerErrors(payload.customer, refuse)
  for (const [index, item] of payload.items.entries()) itemErrors(item, `items.${index}`, refuse)
  const period = payload.billing_period
  if (period && period.end_date < period.start_date)
    refuse('billing_period.end_date', 'La fecha final debe ser igual o posterior a la inicial.')
  return errors
}

type Refuse = (field: string, message: string) => void

function customerErrors(customer: Payload['customer'], refuse: Refuse): void {
  const isCompany = customer.legal_organization_code === '1'
  if (isCompany && customer.company === undefined) refuse('customer.company', 'El campo empresa es obligatorio.')
  if (!isCompany && customer.names === undefined) refuse('customer.names', 'El campo nombres es obligatorio.')
  const numeric = ['12', '13', '31', '91'].includes(customer.identification_document_code)
  if (numeric && !/^\d+$/.test(customer.identification))
    refuse('customer.identification', 'La identificación debe ser un número sin puntos ni dígito de verificación.')
  const { municipality_code } = customer
  if (municipality_code !== undefined && !MUNICIPALITIES.has(municipality_code))
    refuse('customer.municipality_code', 'El municipio seleccionado no existe.')
}

const MUNICIPALITIES: ReadonlySet<string> = new Set(
  departments().flatMap(({ name }) => municipalitiesOf(name).map(({ code }) => code)),
)

function itemErrors(item: Payload['items'][number], at: string, refuse: Refuse): void {
  if (item.discount_rate !== undefined && item.discount_amount !== undefined)
    refuse(`${at}.discount_amount`, 'Envía el porcentaje o el valor del descuento, no ambos.')
  if (Number(item.quantity) <= 0) refuse(`${at}.quantity`, 'La cantidad debe ser mayor que cero.')
  for (const [index, tax] of item.taxes.entries()) {
    const field = `${at}.taxes.${index}`
    if (tax.is_excluded === true) continue
    if (tax.code === undefined) refuse(`${field}.code`, 'El campo código es obligatorio.')
    if (tax.rate === undefined) refuse(`${field}.rate`, 'El campo tarifa es obligatorio.')
    else if (tax.code === '01' && !VAT_RATES.has(Number(tax.rate).toFixed(2)))
      refuse(`${field}.rate`, 'La tarifa de IVA no está en la tabla de la DIAN.')
  }
  if (item.taxes.some(({ is_excluded }) => is_excluded === true) && item.taxes.length > 1)
    refuse(`${at}.taxes`, 'Un producto excluido no lleva otros impuestos.')
}

/** Whether the check digit of a NIT is the one of its number. Other documents have none. */
export const hasRightCheckDigit = ({
  identification_document_code: type,
  identification,
  dv,
}: Payload['customer']): boolean => type !== '31' || dv === undefined || Number(dv) === nitCheckDigit(identification)
