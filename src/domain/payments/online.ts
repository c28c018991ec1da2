import * as z from 'zod/mini'
import { EMAIL_COPY, emailField, Mobile, withoutSeparators } from '#domain/core/contact-fields.ts'
import { DayText } from '#domain/core/days.ts'
import { type Money, money, Pesos, PesosSum, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { line, text, trimmed } from '#domain/core/text.ts'
import { INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import { ATTEMPT_STATUSES, ONLINE_MINIMUM } from './attempt.ts'
import { INVOICES_MAX } from './payment.ts'

/** The ways of paying online that the chooser offers: its id there, and the provider's name. */
const ONLINE_METHODS = ['nequi', 'pse'] as const
export type OnlineMethod = (typeof ONLINE_METHODS)[number]

/** The provider takes only addresses of plain letters and signs. */
const PayerEmail = emailField(EMAIL_COPY).check(z.email({ error: EMAIL_COPY }))

const document = 'Escribe el número de documento, sin puntos'
const LegalId = trimmed(40, { required: document, tooLong: document }).check(
  z.overwrite(withoutSeparators),
  z.regex(/^\d{4,15}$/, { error: document }),
)

/** What browsers send along and the server does not read. */
const Unread = text(500)

const Nequi = z.strictObject({
  type: z.literal('NEQUI'),
  phone_number: Mobile,
  /** What the chooser stores and Nequi does not need (PAY-02); the description is written by the server. */
  user_type: z.optional(z.union([Unread, z.number()])),
  payment_description: z.optional(Unread),
})

const Pse = z.strictObject({
  type: z.literal('PSE'),
  /** 0 a person, 1 a company. */
  user_type: z.literal([0, 1], { error: 'Elige si paga una persona o una empresa' }),
  user_legal_id_type: z.enum(['CC', 'NIT'], { error: 'Elige el tipo de documento' }),
  user_legal_id: LegalId,
  financial_institution_code: text(10, { required: 'Elige tu banco', tooLong: 'Elige tu banco' }),
  phone_number: z.optional(Unread),
  payment_description: z.optional(Unread),
})

/** PAY-04. `amount` is taken and ignored: what is paid is what the invoices owe. */
export const NewPayment = z.strictObject({
  invoice_id: z.optional(z.uuid({ error: 'Elige la factura' })),
  invoice_ids: z.optional(
    z.array(z.uuid()).check(z.minLength(1, { error: 'Elige al menos una factura' }), z.maxLength(INVOICES_MAX)),
  ),
  currency: z.optional(z.literal('COP', { error: 'Los pagos se hacen en pesos colombianos' })),
  amount: z.optional(z.union([z.number(), Unread])),
  customer_email: PayerEmail,
  customer_data: z.strictObject({ full_name: line('Escribe el nombre de quien paga'), phone_number: Mobile }),
  payment_method: z.discriminatedUnion('type', [Nequi, Pse], { error: 'Elige Nequi o PSE' }),
  acceptance_terms: z.optional(z.boolean()),
  /** Whatever a browser sends here is read as the person's consent: the provider's own tokens are fetched by the server. */
  acceptance_token: z.optional(text(4_000)),
  /** The addresses of the two documents that the person saw: if the provider has others by now, they are asked again. */
  documents: z.optional(z.array(text(1_000)).check(z.maxLength(2))),
})
export type NewPayment = z.output<typeof NewPayment>

/** Refuses a payment of nothing, or whose two documents were not accepted. Returns the invoices, each once. */
export function assertNewPayment(payment: NewPayment): string[] {
  const ids = [
    ...new Set([...(payment.invoice_id === undefined ? [] : [payment.invoice_id]), ...(payment.invoice_ids ?? [])]),
  ]
  if (ids.length === 0) throw refuseField('invalid', 'payment.invoice_id', 'Elige la factura que vas a pagar')
  if (payment.acceptance_terms !== true && !payment.acceptance_token) {
    throw refuseField('invalid', 'payment.acceptance_terms', 'Para pagar, acepta los dos documentos de Wompi')
  }
  const method = payment.payment_method
  if (method.type === 'PSE' && method.user_type === 1 && method.user_legal_id_type !== 'NIT') {
    throw refuseField('invalid', 'payment.payment_method.user_legal_id_type', 'Una empresa paga con su NIT')
  }
  return ids
}

export const MINIMUM_COPY = `Los pagos en línea son desde ${pesosLabel(money(ONLINE_MINIMUM))}. Paga esta factura junto con la próxima, o en la oficina.`

export const isPayableOnline = (total: Money): boolean => total >= ONLINE_MINIMUM

/** The provider's limit for what the payer reads at the bank. */
const DESCRIPTION_MAX = 30
/** 'Pago de factura AF-1024', or how many invoices when there are several. */
export const descriptionOf = (numbers: readonly string[]): string =>
  (numbers.length === 1 ? `Pago de factura ${numbers[0]}` : `Pago de ${numbers.length} facturas`).slice(
    0,
    DESCRIPTION_MAX,
  )

const Attempt = z.object({
  id: z.uuid(),
  status: z.enum(ATTEMPT_STATUSES),
  method: z.enum(ONLINE_METHODS),
  amount: Pesos,
  reference: z.string(),
  invoices: z.array(z.object({ invoice_id: z.uuid(), number: z.string(), amount: Pesos })),
  /** Where a payer of PSE goes on, while there is something to do there. */
  redirect_url: z.nullable(z.string()),
  /** Why it did not end well, in plain words; null while it goes on or when it was approved. */
  problem: z.nullable(z.string()),
  receipt: z.nullable(z.object({ id: z.uuid(), number: z.number() })),
  /** What the bank calls it, when it says so. */
  transaction_id: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  settled_at: z.nullable(z.iso.datetime()),
})

/** An attempt to pay online, as its payer sees it. */
export const PaymentAttempt = Attempt
export type PaymentAttempt = z.output<typeof PaymentAttempt>

/** What somebody owes and how it can be paid: the first screen of paying. */
export const Debts = z.object({
  payer: z.object({
    name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    type_identification: z.string(),
    identification: z.string(),
  }),
  invoices: z.array(
    z.object({
      id: z.uuid(),
      number: z.string(),
      period: z.string(),
      no_contract: z.nullable(z.string()),
      due_on: DayText,
      status: z.enum(INVOICE_STATUSES),
      total: Pesos,
      balance: Pesos,
      /** What may be asked for today: without what is under claim. */
      payable: Pesos,
      /** The attempt that is going on for it: it cannot be paid twice. */
      attempt_id: z.nullable(z.uuid()),
    }),
  ),
  total: PesosSum,
  /** What stands in the client's favour, which the next invoice takes. */
  credit: PesosSum,
  online: z.object({ is_available: z.boolean(), minimum: Pesos }),
  /** Where to pay and ask, besides online. */
  desk: z.object({
    name: z.string(),
    phone: z.nullable(z.string()),
    email: z.nullable(z.string()),
    address: z.nullable(z.string()),
    whatsapp_url: z.nullable(z.string()),
  }),
})
export type Debts = z.output<typeof Debts>

export const Bank = z.object({ code: z.string(), name: z.string() })
export type Bank = z.output<typeof Bank>

/**
 * The two documents of the provider that a payer accepts. `acceptance_token` is what the form of Nequi sends back (PAY-04).
 * `is_test`: no money moves, and only the provider's test data work.
 */
export const Acceptance = z.object({
  terms_url: z.string(),
  personal_data_url: z.string(),
  acceptance_token: z.string(),
  is_test: z.boolean(),
})
export type Acceptance = z.output<typeof Acceptance>
