import * as z from 'zod/mini'
import { storable } from '#domain/core/storable.ts'

/**
 * The replies of Wompi, parsed leniently: unknown fields are allowed, and only id, status, reference, amount and currency are required
 * (docs.wompi.co, seguimiento-de-transacciones). Amounts are centavos.
 */
const STATUSES = ['PENDING', 'APPROVED', 'DECLINED', 'VOIDED', 'ERROR'] as const
export const Status = z.enum(STATUSES)
export type Status = z.output<typeof Status>

/** Whether the status of a transaction cannot change again. */
export const isFinal = (status: Status): boolean => status !== 'PENDING'

const Extra = z.looseObject({
  async_payment_url: z.optional(z.nullable(z.string())),
  /** Of a payment in cash: the two numbers that the payer says at the counter. */
  business_agreement_code: z.optional(z.nullable(z.string())),
  payment_intention_identifier: z.optional(z.nullable(z.string())),
})

export const Transaction = z.looseObject({
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  status: Status,
  reference: z.string(),
  amount_in_cents: z.int(),
  currency: z.string(),
  status_message: z.optional(z.nullable(z.string())),
  payment_method_type: z.optional(z.nullable(z.string())),
  created_at: z.optional(z.nullable(z.string())),
  finalized_at: z.optional(z.nullable(z.string())),
  /** Of a payment on the page of a link; its `reference` is then the provider's own. */
  payment_link_id: z.optional(z.nullable(z.string())),
  payment_method: z.optional(z.nullable(z.looseObject({ extra: z.optional(z.nullable(Extra)) }))),
})
export type Transaction = z.output<typeof Transaction>

/** The page of the bank where the payer continues. Null before the bank has it, and after the transaction is final. */
export const bankUrlOf = (transaction: Transaction): string | null =>
  isFinal(transaction.status) ? null : (transaction.payment_method?.extra?.async_payment_url ?? null)

const SLIP_TEXT_MAX = 60

/** What a payer in cash says at the counter. Empty before the provider gives both, and for another method. */
export function slipOf({ payment_method }: Transaction): { slip_agreement?: string; slip_intention?: string } {
  const { business_agreement_code, payment_intention_identifier } = payment_method?.extra ?? {}
  if (!business_agreement_code || !payment_intention_identifier) return {}
  return {
    slip_agreement: storable(business_agreement_code, SLIP_TEXT_MAX),
    slip_intention: storable(payment_intention_identifier, SLIP_TEXT_MAX),
  }
}

/** A payment link. `sku` is what the shop sent, and the only place where its own reference is. */
export const PaymentLink = z.looseObject({
  id: z.string().check(z.regex(/^\w{1,100}$/)),
  sku: z.optional(z.nullable(z.string())),
  merchant_public_key: z.optional(z.nullable(z.string())),
})
export type PaymentLink = z.output<typeof PaymentLink>

const Acceptance = z.looseObject({ acceptance_token: z.string(), permalink: z.string() })

export const Merchant = z.looseObject({
  name: z.optional(z.nullable(z.string())),
  /** The methods of the account ('PSE', 'CARD'); not in every reply. */
  accepted_payment_methods: z.optional(z.nullable(z.array(z.string()))),
  presigned_acceptance: Acceptance,
  presigned_personal_data_auth: Acceptance,
})
export type Merchant = z.output<typeof Merchant>

export const Bank = z.looseObject({
  financial_institution_code: z.string(),
  financial_institution_name: z.string(),
})
export type Bank = z.output<typeof Bank>

/** Every reply has its content in `data`. */
export const dataOf = <S extends z.ZodMiniType>(schema: S) => z.looseObject({ data: schema })

/** `error.type` may be any text; the messages are one sentence, or lists of them at any depth. */
export const ErrorBody = z.looseObject({
  error: z.looseObject({
    type: z.optional(z.string()),
    reason: z.optional(z.string()),
    messages: z.optional(z.unknown()),
  }),
})

/** The messages in lists or maps, at any depth, as one list with the path of each field. */
export function flatMessages(messages: unknown, at = ''): { field: string; message: string }[] {
  if (typeof messages === 'string') return [{ field: at, message: messages }]
  if (Array.isArray(messages)) return messages.flatMap((inner) => flatMessages(inner, at))
  if (typeof messages !== 'object' || messages === null) return []
  return Object.entries(messages).flatMap(([key, inner]) => flatMessages(inner, at === '' ? key : `${at}.${key}`))
}
