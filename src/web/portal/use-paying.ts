import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { NewPayment } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { paths } from '#web/paths.ts'
import { type PaymentSession, writePaymentSession } from './payment-session.ts'

/** The server's body, whose two documents this screen asks for before it is sent. */
const Body = z.strictObject({
  payment: NewPayment.check(
    z.refine((payment) => payment.acceptance_terms === true, {
      path: ['acceptance_terms'],
      error: 'Para pagar, acepta los dos documentos de Wompi',
    }),
  ),
})

/**
 * The form that begins a payment (PAY-04): the fields of a method, the e-mail for the receipt, and the two documents of the
 * provider, unticked. `methodOf` builds the method out of what was typed.
 */
export function usePaying(
  session: PaymentSession,
  fields: readonly string[],
  methodOf: (typed: Readonly<Record<string, unknown>>) => object,
  phoneOf: (typed: Readonly<Record<string, unknown>>) => unknown,
) {
  const navigate = useNavigate()
  const create = useChange(paymentApi.create)
  const documents = useRead(paymentApi.acceptance, {})
  const [accepted, setAccepted] = useState({ terms: false, personal_data: false })
  const form = useForm({
    schema: Body,
    fields: [...fields, 'payment.customer_email', 'payment.acceptance_terms'],
    read: (typed) => ({
      payment: {
        invoice_id: session.invoice_id,
        invoice_ids: session.invoice_ids,
        currency: session.currency,
        customer_email: typed['payment.customer_email'],
        customer_data: { full_name: session.customer_data.full_name, phone_number: phoneOf(typed) },
        payment_method: methodOf(typed),
        acceptance_terms: accepted.terms && accepted.personal_data,
        ...(documents.data
          ? { documents: [documents.data.data.terms_url, documents.data.data.personal_data_url] }
          : {}),
      },
    }),
    submit: async (body) => {
      const { data } = await create.mutateAsync({ body, idempotencyKey: session.key })
      writePaymentSession({ ...session, attempt_id: data.id, acceptance_terms: true })
      void navigate(paths.processing(data.id), { replace: true })
    },
  })
  return { form, documents, accepted, setAccepted }
}
