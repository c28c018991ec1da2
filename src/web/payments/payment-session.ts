import * as z from 'zod/mini'
import { PROVIDER_TYPES } from '#domain/integrations/online-method.ts'
import { descriptionOf } from '#domain/payments/online.ts'
import { localItems } from '#web/core/items.ts'
import { decryptText, encryptText } from '#web/core/secure-items.ts'
import { PAYMENT_KEY } from '#web/core/session.ts'

/** The payment method and its values. `user_type` is PERSON, and for PSE '0' is a person and '1' a company. */
const StoredMethod = z.object({
  type: z.enum(PROVIDER_TYPES),
  user_type: z.string(),
  phone_number: z.string(),
  payment_description: z.string(),
  user_legal_id_type: z.optional(z.string()),
  user_legal_id: z.optional(z.string()),
  financial_institution_code: z.optional(z.string()),
  /** Of a card; its data and its token are never stored. */
  installments: z.optional(z.number()),
})
export type StoredMethod = z.output<typeof StoredMethod>

/**
 * The payment session, from the list of debts to the voucher (PAY-03). It is kept after the tab closes, with its values encrypted; the key has
 * no security meaning, and the server receives from it only values that the payer typed, never an amount.
 */
const PaymentSession = z.object({
  invoice_id: z.string(),
  invoice_ids: z.array(z.string()),
  numbers: z.array(z.string()),
  /** The instalment of an agreement that is paid, and not the invoices whole. */
  instalment: z.optional(
    z.object({ agreement_id: z.string(), position: z.number(), last_position: z.optional(z.number()) }),
  ),
  currency: z.literal('COP'),
  /** In centavos, for display only. */
  amount: z.number(),
  customer_email: z.string(),
  customer_data: z.object({ full_name: z.string(), phone_number: z.string() }),
  /** The default value of the form of PSE. */
  document: z.object({ type: z.string(), number: z.string() }),
  payment_method: z.nullable(StoredMethod),
  acceptance_terms: z.boolean(),
  /** The request that was sent and has no answer yet: its idempotency key, and the body that the key belongs to. */
  unanswered: z.nullable(z.object({ key: z.string(), body: z.string() })),
  /** The id of the attempt, once it began. */
  attempt_id: z.nullable(z.string()),
  /** The payer was sent to the bank already, and is not sent again after returning. */
  went_to_bank: z.boolean(),
})
export type PaymentSession = z.output<typeof PaymentSession>

/** The stored session; null when there is none, or this version cannot read it. */
export function readPaymentSession(): PaymentSession | null {
  const stored = localItems.get(PAYMENT_KEY)
  const text = stored === null ? null : decryptText(stored)
  if (text === null) return null
  const parsed = z.safeParse(PaymentSession, parseJson(text))
  return parsed.success ? parsed.data : null
}

export function writePaymentSession(value: PaymentSession): void {
  const stored = encryptText(JSON.stringify(value))
  if (stored !== null) localItems.set(PAYMENT_KEY, stored)
}

export const clearPaymentSession = (): void => localItems.remove(PAYMENT_KEY)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The method as the specification stores it when 'Siguiente' is pressed (PAY-02). The values typed for PSE are kept. */
export const withFirstMethod = (session: PaymentSession): PaymentSession => ({
  ...session,
  payment_method: {
    ...session.payment_method,
    type: 'NEQUI',
    user_type: 'PERSON',
    phone_number: '',
    payment_description: descriptionOf(session.numbers),
  },
})
