import * as z from 'zod/mini'
import { descriptionOf } from '#domain/payments/online.ts'
import { localItems } from '#web/core/items.ts'
import { sealedText, unsealed } from '#web/core/secure-items.ts'
import { PAYMENT_KEY } from '#web/core/session.ts'

/** What the payer chose and typed about the method. `user_type` is PERSON for Nequi; for PSE '0' a person, '1' a company. */
const StoredMethod = z.object({
  type: z.enum(['NEQUI', 'PSE']),
  user_type: z.string(),
  phone_number: z.string(),
  payment_description: z.string(),
  user_legal_id_type: z.optional(z.string()),
  user_legal_id: z.optional(z.string()),
  financial_institution_code: z.optional(z.string()),
})
export type StoredMethod = z.output<typeof StoredMethod>

/**
 * What is being paid, from the list of debts to the voucher (PAY-03). It outlives the tab, with its values encrypted; the key has
 * no security meaning, and the server takes from it only what the payer typed: never an amount.
 */
const PaymentSession = z.object({
  invoice_id: z.string(),
  invoice_ids: z.array(z.string()),
  numbers: z.array(z.string()),
  currency: z.literal('COP'),
  /** In centavos, to be shown. */
  amount: z.number(),
  customer_email: z.string(),
  customer_data: z.object({ full_name: z.string(), phone_number: z.string() }),
  /** To be offered: the form of PSE asks for it. */
  document: z.object({ type: z.string(), number: z.string() }),
  payment_method: z.nullable(StoredMethod),
  acceptance_terms: z.boolean(),
  /** The try that was sent and has no answer yet: its idempotency key, and the body that the key belongs to. */
  unanswered: z.nullable(z.object({ key: z.string(), body: z.string() })),
  /** The attempt, once it began. */
  attempt_id: z.nullable(z.string()),
  /** The person was sent to the bank already: coming back does not send them again. */
  went_to_bank: z.boolean(),
})
export type PaymentSession = z.output<typeof PaymentSession>

/** What is kept, or null: nothing, or something that this version cannot read. */
export function readPaymentSession(): PaymentSession | null {
  const sealed = localItems.get(PAYMENT_KEY)
  const text = sealed === null ? null : unsealed(sealed)
  if (text === null) return null
  const parsed = z.safeParse(PaymentSession, parseJson(text))
  return parsed.success ? parsed.data : null
}

export function writePaymentSession(value: PaymentSession): void {
  const sealed = sealedText(JSON.stringify(value))
  if (sealed !== null) localItems.set(PAYMENT_KEY, sealed)
}

export const clearPaymentSession = (): void => localItems.remove(PAYMENT_KEY)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What the specification's chooser keeps when 'Siguiente' is pressed (PAY-02). What was typed for PSE is not lost. */
export const chosen = (session: PaymentSession): PaymentSession => ({
  ...session,
  payment_method: {
    ...session.payment_method,
    type: 'NEQUI',
    user_type: 'PERSON',
    phone_number: '',
    payment_description: descriptionOf(session.numbers),
  },
})
