import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { NewPayment } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { paths } from '#web/paths.ts'
import { bodyOf, keyFor, type Typed, typedOf, withTyped } from './payment-body.ts'
import { readPaymentSession, writePaymentSession } from './payment-session.ts'
import type { Current } from './WithSession.tsx'

/** The server's body, whose two documents this screen asks for before it is sent. */
const Body = z.strictObject({
  payment: NewPayment.check(
    z.refine((payment) => payment.acceptance_terms === true || payment.acceptance_token !== undefined, {
      path: ['acceptance_terms'],
      error: 'Para pagar, acepta los dos documentos de Wompi',
    }),
  ),
})

const EMAIL = 'payment.customer_email'

/** Reads one control of the form by its name. */
export type ReadText = (name: string) => string

/**
 * The form that begins a payment (PAY-04): the fields of a method, the e-mail for the receipt, and the two documents of the
 * provider, unticked. `typed` reads what the method's own controls say; all of it is kept as it is typed (PAY-03).
 */
export function usePaying(
  { session, freeze }: Current,
  fields: readonly string[],
  typed: (text: ReadText) => Omit<Typed, 'customer_email'>,
) {
  const navigate = useNavigate()
  const create = useChange(paymentApi.create)
  const documents = useRead(paymentApi.acceptance, {})
  const [accepted, setAccepted] = useState({ terms: false, personal_data: false })
  const all = (text: ReadText): Typed => ({ ...typed(text), customer_email: text(EMAIL) })

  const send = async (payment: NewPayment): Promise<void> => {
    const unanswered = keyFor(readPaymentSession() ?? session, payment, () => crypto.randomUUID())
    const sent = { ...withTyped(session, typedOf(payment)), acceptance_terms: true, unanswered }
    writePaymentSession(sent)
    freeze(session)
    try {
      const { data } = await create.mutateAsync({ body: { payment }, idempotencyKey: unanswered.key })
      writePaymentSession({ ...sent, unanswered: null, attempt_id: data.id, went_to_bank: false })
      void navigate(paths.processing(data.id), { replace: true })
    } catch (error) {
      // Without an answer the same body keeps its key: it may have arrived.
      if (isFailure(error) && error.status >= 400 && error.status < 500)
        writePaymentSession({ ...sent, unanswered: null })
      freeze(null)
      throw error
    }
  }

  const form = useForm({
    schema: Body,
    fields: [...fields, EMAIL, 'payment.acceptance_terms'],
    read: (values) => {
      const now = withTyped(session, all(textOf(values)))
      const isAccepted = accepted.terms && accepted.personal_data
      return { payment: bodyOf(now, isAccepted && documents.data ? documents.data.data : null) }
    },
    submit: ({ payment }) => send(payment),
  })

  const onChange = (event: FormEvent<HTMLFormElement>): void => {
    const kept = readPaymentSession()
    // Another tab may have begun to pay something else: its session is not of this form.
    if (kept?.invoice_ids.join() !== session.invoice_ids.join()) return
    const values = Object.fromEntries(new FormData(event.currentTarget))
    writePaymentSession(withTyped(kept, all(textOf(values))))
  }
  return { form, documents, accepted, setAccepted, onChange }
}

const textOf =
  (values: Readonly<Record<string, unknown>>): ReadText =>
  (name) => {
    const value = values[name]
    return typeof value === 'string' ? value.trim() : ''
  }
