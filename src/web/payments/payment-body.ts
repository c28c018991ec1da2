import * as z from 'zod/mini'
import { Mobile } from '#domain/core/contact-fields.ts'
import type { Acceptance, LinkPayment, NewPayment } from '#domain/payments/online.ts'
import { type PaymentSession, type StoredMethod, withFirstMethod } from './payment-session.ts'

/** The values of the form of a method, as the controls hold them. */
export type PaymentFormValues = {
  customer_email: string
  phone_number: string
  payment_method: Pick<StoredMethod, 'type'> & Partial<StoredMethod>
}

/** The session with the values of the form, as `payment-cache` stores it (PAY-03). */
export function withFormValues(
  session: PaymentSession,
  { customer_email, phone_number, payment_method }: PaymentFormValues,
): PaymentSession {
  const { payment_method: before } = session.payment_method === null ? withFirstMethod(session) : session
  if (before === null) return session
  return {
    ...session,
    customer_email,
    customer_data: { ...session.customer_data, phone_number },
    payment_method: { ...before, ...payment_method },
  }
}

/** The session when the form of a method opens: its type is stored, also for PSE (PAY-02). */
export function withMethod(session: PaymentSession, type: StoredMethod['type']): PaymentSession {
  const { payment_method: before } = session.payment_method === null ? withFirstMethod(session) : session
  if (before === null || before.type === type) return session
  const user_type = type !== 'PSE' ? 'PERSON' : session.document.type === 'NIT' ? '1' : '0'
  return { ...session, payment_method: { ...before, type, user_type } }
}

/** The values of the form, as the schema of the body normalised them. */
export function formValuesOf({ customer_email, customer_data, payment_method }: NewPayment): PaymentFormValues {
  const { phone_number } = customer_data
  if (payment_method.type === 'NEQUI') {
    const { type, phone_number: nequi } = payment_method
    return { customer_email, phone_number, payment_method: { type, phone_number: nequi } }
  }
  if (payment_method.type === 'CARD') {
    const { type, installments } = payment_method
    return { customer_email, phone_number, payment_method: { type, installments } }
  }
  if (payment_method.type !== 'PSE')
    return { customer_email, phone_number, payment_method: { type: payment_method.type } }
  const { type, user_type, user_legal_id_type, user_legal_id, financial_institution_code } = payment_method
  return {
    customer_email,
    phone_number,
    payment_method: {
      type,
      user_type: String(user_type),
      user_legal_id_type,
      user_legal_id,
      financial_institution_code,
    },
  }
}

/** The payer's phone when Nequi is chosen: the stored one if it is a mobile, else the number of Nequi. */
export const phoneForNequi = ({ customer_data }: PaymentSession, typed: string): string =>
  z.safeParse(Mobile, customer_data.phone_number).success ? customer_data.phone_number : typed

/** The two documents that the screen showed, once the payer ticked both boxes. */
export type Accepted = Pick<z.output<typeof Acceptance>, 'terms_url' | 'personal_data_url' | 'acceptance_token'>

/**
 * The body that begins a payment (PAY-04), still to be checked by the server's own schema: Nequi carries the
 * `acceptance_token`, the others `acceptance_terms`. Without consent it carries neither.
 */
export function bodyOf(session: PaymentSession, accepted: Accepted | null): object {
  const isNequi = session.payment_method?.type === 'NEQUI'
  return {
    ...(session.instalment === undefined
      ? { invoice_id: session.invoice_id, invoice_ids: session.invoice_ids }
      : { instalment: session.instalment }),
    currency: session.currency,
    customer_email: session.customer_email,
    customer_data: session.customer_data,
    payment_method: methodOf(session.payment_method),
    ...(accepted && {
      ...(isNequi ? { acceptance_token: accepted.acceptance_token } : { acceptance_terms: true }),
      documents: [accepted.terms_url, accepted.personal_data_url],
    }),
  }
}

function methodOf(method: StoredMethod | null): object | null {
  if (method === null) return null
  const { user_legal_id_type, user_legal_id, financial_institution_code, installments, ...common } = method
  if (method.type === 'CARD') return { type: method.type, installments }
  if (method.type !== 'PSE') return common
  return {
    ...common,
    user_type: Number(method.user_type),
    user_legal_id_type,
    user_legal_id,
    financial_institution_code,
  }
}

/**
 * Gives a body its idempotency key. A repeated click or a network retry of the same body keeps the key; another method, other data,
 * or a new try after an answer gets a new one. The acceptance token is not compared: each load of the documents brings another.
 */
export function keyFor(
  { unanswered }: Pick<PaymentSession, 'unanswered'>,
  { acceptance_token: _token, payment_method, ...payment }: NewPayment | LinkPayment,
  newKey: () => string,
): { key: string; body: string } {
  const body = JSON.stringify({ ...payment, payment_method: comparedMethod(payment_method) })
  return unanswered?.body === body ? unanswered : { key: newKey(), body }
}

/** The body is stored: of a card it keeps the end of its token, which differs between two cards and pays nothing. */
const comparedMethod = (method: NewPayment['payment_method']) =>
  method.type === 'CARD' ? { ...method, token: method.token?.slice(-6) } : method

/** Reads one control of a form by its name. */
export type ReadText = (name: string) => string

/** The texts of the controls of a form; '' for a control that is not a text. */
export const textOf =
  (values: Readonly<Record<string, unknown>>): ReadText =>
  (name) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() : ''
  }
