import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { cardOn } from '#domain/payments/card.ts'
import { NewPayment } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import {
  bodyOf,
  formValuesOf,
  keyFor,
  type PaymentFormValues,
  type ReadText,
  textOf,
  withFormValues,
} from './payment-body.ts'
import { readPaymentSession, writePaymentSession } from './payment-session.ts'
import { useCardToken } from './use-card-token.ts'
import type { CurrentPayment } from './WithSession.tsx'

/** The body of the server's call, and the card; the two acceptances are required on this screen, before it is sent. */
const Body = z.strictObject({
  card: z.optional(cardOn(dayOf(new Date()))),
  payment: NewPayment.check(
    z.refine((payment) => payment.acceptance_terms === true || payment.acceptance_token !== undefined, {
      path: ['acceptance_terms'],
      error: 'Para pagar, acepta los dos documentos de Wompi',
    }),
  ),
})

const EMAIL = 'payment.customer_email'

/**
 * The form that begins a payment (PAY-04): the fields of a method, the e-mail for the receipt, and the two documents of the
 * provider, unticked. `readMethod` reads the values of the method's own controls; every value is stored on each change (PAY-03), and
 * those of a card, which `readCard` reads, are not.
 */
export function usePaymentForm(
  { session, freeze }: CurrentPayment,
  fields: readonly string[],
  readMethod: (text: ReadText) => Omit<PaymentFormValues, 'customer_email'>,
  readCard?: (text: ReadText) => object,
) {
  const navigate = useNavigate()
  const create = useChange(paymentApi.create)
  const documents = useRead(paymentApi.acceptance, {})
  const [accepted, setAccepted] = useState({ terms: false, personal_data: false })
  const readValues = (text: ReadText): PaymentFormValues => ({ ...readMethod(text), customer_email: text(EMAIL) })

  const send = async (payment: NewPayment): Promise<void> => {
    const unanswered = keyFor(readPaymentSession() ?? session, payment, () => crypto.randomUUID())
    const sent = { ...withFormValues(session, formValuesOf(payment)), acceptance_terms: true, unanswered }
    writePaymentSession(sent)
    freeze(session)
    try {
      const { data } = await create.mutateAsync({ body: { payment }, idempotencyKey: unanswered.key })
      writePaymentSession({ ...sent, unanswered: null, attempt_id: data.id, went_to_bank: false })
      void navigate(paths.processing(data.id), { replace: true })
    } catch (error) {
      // Without an answer the same body keeps its key: the server may have received it.
      if (isFailure(error) && error.status >= 400 && error.status < 500)
        writePaymentSession({ ...sent, unanswered: null })
      freeze(null)
      throw error
    }
  }

  const withCard = useCardToken(documents.data?.data)

  const form = useForm({
    schema: Body,
    fields: [...fields, EMAIL, 'payment.acceptance_terms'],
    read: (values) => {
      const now = withFormValues(session, readValues(textOf(values)))
      const isAccepted = accepted.terms && accepted.personal_data
      const payment = bodyOf(now, isAccepted && documents.data ? documents.data.data : null)
      return { payment, card: readCard?.(textOf(values)) }
    },
    submit: async ({ payment, card }) => send(await withCard(payment, card)),
  })

  const onChange = (event: FormEvent<HTMLFormElement>): void => {
    const stored = readPaymentSession()
    // Another tab may have begun another payment: the stored session then belongs to that one.
    if (stored?.invoice_ids.join() !== session.invoice_ids.join()) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    writePaymentSession(withFormValues(stored, readValues(textOf(values))))
  }
  return { form, documents, accepted, setAccepted, onChange }
}
