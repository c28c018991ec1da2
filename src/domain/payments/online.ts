import * as z from 'zod/mini'
import { EMAIL_COPY, emailField, Mobile, withoutSeparators } from '#domain/core/contact-fields.ts'
import { DayText } from '#domain/core/days.ts'
import { type Money, money, Pesos, PesosSum, pesosLabel } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { lineOfText, patternText, text, trimmedText } from '#domain/core/text.ts'
import { ONLINE_METHODS } from '#domain/integrations/online-method.ts'
import { ExtendedPart, INVOICE_STATUSES } from '#domain/invoices/invoice.ts'
import { ATTEMPT_STATUSES, ONLINE_MINIMUM } from './attempt.ts'
import { INVOICES_MAX, InvoiceId } from './payment.ts'

/** The provider only accepts e-mail addresses that match zod's ASCII pattern. */
const PayerEmail = emailField(EMAIL_COPY).check(z.email({ error: EMAIL_COPY }))

const LEGAL_ID_COPY = 'Escribe el número de documento, sin puntos'
const LegalId = trimmedText(40, { required: LEGAL_ID_COPY, tooLong: LEGAL_ID_COPY }).check(
  z.overwrite(withoutSeparators),
  z.regex(/^\d{4,15}$/, { error: LEGAL_ID_COPY }),
)

/** The most months in which a card is paid. */
export const INSTALLMENTS_MAX = 36
const INSTALLMENTS_COPY = `Elige en cuántas cuotas, de 1 a ${INSTALLMENTS_MAX}`

/** A text that browsers send and the server ignores. */
const Ignored = text(500)

const Nequi = z.strictObject({
  type: z.literal('NEQUI'),
  phone_number: Mobile,
  /** Stored by the payment form and not used for Nequi (PAY-02); the server writes the description. */
  user_type: z.optional(z.union([Ignored, z.number()])),
  payment_description: z.optional(Ignored),
})

const Pse = z.strictObject({
  type: z.literal('PSE'),
  /** 0: a person, 1: a company. */
  user_type: z.literal([0, 1], { error: 'Elige si paga una persona o una empresa' }),
  user_legal_id_type: z.enum(['CC', 'NIT'], { error: 'Elige el tipo de documento' }),
  user_legal_id: LegalId,
  financial_institution_code: text(10, { required: 'Elige tu banco', tooLong: 'Elige tu banco' }),
  phone_number: z.optional(Ignored),
  payment_description: z.optional(Ignored),
})

/** The payer approves on the page of the bank or of the provider, or pays in cash at a correspondent, and gives no data of the account before. The server writes the rest. */
const Elsewhere = z.strictObject({
  type: z.literal(['BANCOLOMBIA_TRANSFER', 'BANCOLOMBIA_COLLECT', 'WOMPI_PAGE']),
  phone_number: z.optional(Ignored),
  user_type: z.optional(z.union([Ignored, z.number()])),
  payment_description: z.optional(Ignored),
})

/** The data of the card are not here: its `token` is what the provider gives the browser for them, and pays twice at most. */
const CardToken = z.strictObject({
  type: z.literal('CARD'),
  token: z.optional(patternText(200, /^tok_(test|prod)_\w+$/, 'Escribe otra vez los datos de la tarjeta')),
  installments: z
    .int({ error: INSTALLMENTS_COPY })
    .check(z.minimum(1, { error: INSTALLMENTS_COPY }), z.maximum(INSTALLMENTS_MAX, { error: INSTALLMENTS_COPY })),
})

const PaymentMethod = z.discriminatedUnion('type', [Nequi, Pse, Elsewhere, CardToken], {
  error: 'Elige el medio de pago',
})

/** What shows that the payer accepted the two documents of the provider. */
const ACCEPTANCE = {
  acceptance_terms: z.optional(z.boolean()),
  /** Any text here counts as the acceptance of the payer; the server requests the tokens of the provider itself. */
  acceptance_token: z.optional(text(4_000)),
  /** The URLs of the two documents that the payer saw: if the provider has new ones, the payer must accept them again. */
  documents: z.optional(z.array(text(1_000)).check(z.maxLength(2))),
}

/** The body of PAY-04. `amount` is accepted and ignored: the payment is the sum of the payable amounts of the invoices. */
export const NewPayment = z.strictObject({
  invoice_id: z.optional(z.uuid({ error: 'Elige la factura' }).check(z.toLowerCase())),
  invoice_ids: z.optional(
    z.array(InvoiceId).check(z.minLength(1, { error: 'Elige al menos una factura' }), z.maxLength(INVOICES_MAX)),
  ),
  /** Pays the next instalment of an agreement, by its place from 1, and not invoices whole. `last_position`: the last one that is paid with it, absent for that one alone. The server knows what it pays of which. */
  instalment: z.optional(
    z.strictObject({ agreement_id: z.uuid(), position: z.number(), last_position: z.optional(z.number()) }),
  ),
  currency: z.optional(z.literal('COP', { error: 'Los pagos se hacen en pesos colombianos' })),
  amount: z.optional(z.union([z.number(), Ignored])),
  customer_email: PayerEmail,
  customer_data: z.strictObject({ full_name: lineOfText('Escribe el nombre de quien paga'), phone_number: Mobile }),
  payment_method: PaymentMethod,
  ...ACCEPTANCE,
})
export type NewPayment = z.output<typeof NewPayment>

/** The body of a payment by the link of an invoice: only what the payer knows. Without an e-mail the receipt goes to the client's. */
export const LinkPayment = z.strictObject({
  customer_email: z.optional(PayerEmail),
  /** The phone of the payer; a payer of Nequi has one already. */
  phone_number: z.optional(Mobile),
  payment_method: PaymentMethod,
  ...ACCEPTANCE,
})
export type LinkPayment = z.output<typeof LinkPayment>

/** Throws Refusal for a payment without invoices, or without acceptance of the two documents. Returns the invoice ids, each once; none for an instalment. */
export function assertNewPayment(payment: NewPayment): string[] {
  const ids = [
    ...new Set([...(payment.invoice_id === undefined ? [] : [payment.invoice_id]), ...(payment.invoice_ids ?? [])]),
  ]
  if (ids.length === 0 && payment.instalment === undefined)
    throw refuseField('invalid', 'payment.invoice_id', 'Elige la factura que vas a pagar')
  if (payment.acceptance_terms !== true && !payment.acceptance_token) {
    throw refuseField('invalid', 'payment.acceptance_terms', 'Para pagar, acepta los dos documentos de Wompi')
  }
  const method = payment.payment_method
  if (method.type === 'PSE' && method.user_type === 1 && method.user_legal_id_type !== 'NIT') {
    throw refuseField('invalid', 'payment.payment_method.user_legal_id_type', 'Una empresa paga con su NIT')
  }
  if (method.type === 'CARD' && method.token === undefined) {
    throw refuseField('invalid', 'payment.payment_method.token', 'Escribe los datos de la tarjeta')
  }
  return payment.instalment === undefined ? ids : []
}

export const MINIMUM_COPY = `Los pagos en línea son desde ${pesosLabel(money(ONLINE_MINIMUM))}. Paga esta factura junto con la próxima, o en la oficina.`

/** Of an agreement of which less than the minimum is missing in all. */
export const INSTALMENT_MINIMUM_COPY = `Los pagos en línea son desde ${pesosLabel(money(ONLINE_MINIMUM))}. Paga la cuota en la oficina.`

export const isPayableOnline = (total: Money): boolean => total >= ONLINE_MINIMUM

/** The lowest limit of the provider for the description that the bank shows, in characters: that of PSE. */
const DESCRIPTION_MAX = 30
/** 'Pago de factura AF-1024', or 'Pago de 3 facturas'. */
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
  /** The URL of the bank where the payer continues; null when no step is pending there. */
  redirect_url: z.nullable(z.string()),
  /** The message for an attempt that was not approved; null while it is open or when it was approved. */
  problem: z.nullable(z.string()),
  /** It ended without an answer of the provider, and the payer may be charged for it. */
  may_be_charged: z.boolean(),
  receipt: z.nullable(z.object({ id: z.uuid(), number: z.number() })),
  /** The id of the bank, when it is known. */
  transaction_id: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  settled_at: z.nullable(z.iso.datetime()),
})

/** An attempt to pay online, as its payer sees it. */
export const PaymentAttempt = Attempt
export type PaymentAttempt = z.output<typeof PaymentAttempt>

/** The debts of a client and the ways to pay them: the first screen of the payment. */
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
      last_payable_on: DayText,
      /** In a payment agreement that is on time: each instalment has a day of its own. */
      is_agreed: z.boolean(),
      status: z.enum(INVOICE_STATUSES),
      total: Pesos,
      balance: Pesos,
      /** The amount to collect today: without the disputed amount and without what the credit in favour covers, the oldest first. */
      payable: Pesos,
      /** The part of it that the credit in favour covers. */
      covered: Pesos,
      disputed_amount: Pesos,
      /** The part of `payable` with a later last day. */
      extended: z.nullable(ExtendedPart),
      /** The open attempt of the invoice, which blocks a second payment. */
      attempt_id: z.nullable(z.uuid()),
    }),
  ),
  total: PesosSum,
  /** What the company wrote off: it is not in the total, and the client still owes it. The desk receives it. */
  written_off: PesosSum,
  /** The amount in dispute, which is not in the total. */
  disputed: PesosSum,
  /** The credit in favour of the client: a payment online applies it first; what is left is for the next invoice. */
  credit: PesosSum,
  /** `methods`: those that the company offers; none when it is not available. */
  online: z.object({ is_available: z.boolean(), minimum: Pesos, methods: z.array(z.enum(ONLINE_METHODS)) }),
  /** The contact data of the desk, for other payments and questions. */
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
 * The two documents of the provider that a payer accepts. `acceptance_token`: sent back by the form of Nequi (PAY-04). `is_test`: the
 * payment is not real, and only the test data of the provider work. `cards`: where the browser sends the data of a card to, with the
 * public key of the company.
 */
export const Acceptance = z.object({
  terms_url: z.string(),
  personal_data_url: z.string(),
  acceptance_token: z.string(),
  is_test: z.boolean(),
  cards: z.object({ url: z.url(), public_key: z.string() }),
})
export type Acceptance = z.output<typeof Acceptance>
