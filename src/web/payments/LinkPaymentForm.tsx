import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { dayOf } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { goesToBank, type OnlineMethod, PROVIDER_TYPES } from '#domain/integrations/online-method.ts'
import { cardOn } from '#domain/payments/card.ts'
import { linkPaymentApi } from '#domain/payments/link-payment-api.ts'
import { LinkPayment } from '#domain/payments/online.ts'
import type { PublicInvoice } from '#domain/payments/public-invoice-api.ts'
import { isFailure } from '#web/core/failure.ts'
import { useChange, useRead } from '#web/core/queries.ts'
import { useForm } from '#web/core/use-form.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { BANCOLOMBIA_HINT, BancolombiaFields } from './BancolombiaFields.tsx'
import { CARD_FIELDS, CARD_HINT, CardFields, installmentsOf, typedCard } from './CardFields.tsx'
import { CORRESPONDENT_ACTION, CORRESPONDENT_HINT, CorrespondentFields } from './CorrespondentFields.tsx'
import { Documents } from './Documents.tsx'
import { MethodChoice } from './MethodChoice.tsx'
import { PayProblem } from './PayProblem.tsx'
import { PSE_FIELDS, PseFields, pseOf } from './PseFields.tsx'
import { keyFor, type ReadText, textOf } from './payment-body.ts'
import { useCardToken } from './use-card-token.ts'
import { WOMPI_PAGE_ACTION, WOMPI_PAGE_HINT, WompiPageFields } from './WompiPageFields.tsx'
import './portal.css'

const NEQUI = 'payment.payment_method.phone_number'
const PHONE = 'payment.phone_number'
const EMAIL = 'payment.customer_email'
const DOCUMENTS = 'payment.acceptance_terms'

/** The body of the server's call, and the card; the two acceptances are required on this screen, before it is sent. */
const Body = z.strictObject({
  card: z.optional(cardOn(dayOf(new Date()))),
  payment: LinkPayment.check(
    z.refine((payment) => payment.acceptance_terms === true, {
      path: ['acceptance_terms'],
      error: 'Para pagar, acepta los dos documentos de Wompi',
    }),
  ),
})

type Props = { token: string; invoice: PublicInvoice; onRefused: () => void }

/**
 * Pays the invoice of a link without a session. Only what the payer knows is asked: the phone of Nequi, the bank and the document of PSE, the
 * card, or the phone of the payer. `onRefused` loads the invoice again, because a refusal may mean that it was paid in the meantime.
 */
export function LinkPaymentForm({ token, invoice, onRefused }: Props) {
  const { online_methods: offered } = invoice
  const [chosen, setChosen] = useState<OnlineMethod>('nequi')
  // A refusal loads the invoice again, perhaps with other methods.
  const method = offered.includes(chosen) ? chosen : (offered[0] ?? chosen)
  const [accepted, setAccepted] = useState({ terms: false, personal_data: false })
  const documents = useRead(linkPaymentApi.acceptance, { params: { token } })
  const send = useSend(token, onRefused)
  const withCard = useCardToken(documents.data?.data)
  const form = useForm({
    schema: Body,
    fields: [NEQUI, ...Object.values(PSE_FIELDS), ...CARD_FIELDS, PHONE, EMAIL, DOCUMENTS],
    read: (values) => ({
      payment: bodyOf(method, values, accepted.terms && accepted.personal_data ? documents.data?.data : undefined),
      card: method === 'card' ? typedCard(textOf(values)) : undefined,
    }),
    submit: async ({ payment, card }) => send(await withCard(payment, card)),
  })

  return (
    <form className="paying form" noValidate onSubmit={form.onSubmit} aria-label="Paga en línea">
      <h2>¿Cómo quieres pagar?</h2>
      <MethodChoice offered={offered} method={method} onChoose={setChosen} />
      {documents.data?.data.is_test && (
        <Alert tone="warn">Pagos de prueba: no se mueve dinero. {TEST_HINTS[method]}</Alert>
      )}
      <Card>
        <div className="form">
          <MethodFields token={token} method={method} form={form} />
          <TextField
            label={invoice.needs_email ? 'Correo para el comprobante' : 'Correo para el comprobante (opcional)'}
            hint={invoice.needs_email ? undefined : 'Sin él, llega al correo del titular.'}
            type="email"
            autoComplete="email"
            {...form.field(EMAIL)}
          />
        </div>
      </Card>
      <Documents of={documents} accepted={accepted} onAccept={setAccepted} error={form.errors[DOCUMENTS]} />
      <PayProblem form={form} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        busy={form.isBusy ? 'Enviando…' : undefined}
        disabledReason={documents.data ? undefined : 'Primero deben cargar los documentos de Wompi'}
      >
        {ACTIONS[method] ?? 'Pagar'} {pesosLabel(invoice.payable)}
      </Button>
    </form>
  )
}

/** Sends the payment and opens its screen. */
function useSend(token: string, onRefused: () => void): (payment: LinkPayment) => Promise<void> {
  const navigate = useNavigate()
  // The request without an answer: the same data keep its key, so that a second press does not charge twice.
  const unanswered = useRef<{ key: string; body: string } | null>(null)
  const create = useChange(linkPaymentApi.create, { invalidate: [] })

  return async (payment: LinkPayment): Promise<void> => {
    unanswered.current = keyFor({ unanswered: unanswered.current }, payment, () => crypto.randomUUID())
    try {
      const { data } = await create.mutateAsync({
        params: { token },
        body: { payment },
        idempotencyKey: unanswered.current.key,
      })
      // Back shows the invoice again, which says that a payment is in process.
      void navigate(paths.linkPayment(token, data.id), { state: { opensBank: goesToBank(data.method) } })
    } catch (error) {
      if (isFailure(error) && error.status >= 400 && error.status < 500) {
        unanswered.current = null
        if (error.status === 409) onRefused()
      }
      throw error
    }
  }
}

type FieldsProps = {
  token: string
  method: OnlineMethod
  form: {
    field: (name: string) => { id: string; name: string; error: string | undefined }
    errors: Readonly<Record<string, string>>
  }
}

function MethodFields({ token, method, form }: FieldsProps) {
  const banks = useRead(linkPaymentApi.banks, { params: { token } }, { enabled: method === 'pse' })
  if (method === 'pse')
    return (
      <PseFields
        banks={banks}
        initial={{ bank: '', isCompany: false, documentType: undefined, number: '', phone: '' }}
        phoneField={PHONE}
        errors={form.errors}
      />
    )
  if (method === 'bancolombia_transfer')
    return <BancolombiaFields phone="" phoneField={PHONE} error={form.errors[PHONE]} />
  if (method === 'bancolombia_collect')
    return <CorrespondentFields phone="" phoneField={PHONE} error={form.errors[PHONE]} />
  if (method === 'wompi_page') return <WompiPageFields phone="" phoneField={PHONE} error={form.errors[PHONE]} />
  if (method === 'card') return <CardFields phone="" phoneField={PHONE} errors={form.errors} />
  return (
    <TextField
      label="Celular de tu cuenta Nequi"
      hint="Recibirás una notificación en tu app Nequi para aprobar el pago."
      type="tel"
      inputMode="numeric"
      autoComplete="tel-national"
      {...form.field(NEQUI)}
    />
  )
}

const TEST_HINTS: Readonly<Record<OnlineMethod, string>> = {
  nequi: 'El celular 3991111111 aprueba y el 3992222222 rechaza.',
  pse: 'El banco de prueba deja escoger cómo termina el pago.',
  bancolombia_transfer: BANCOLOMBIA_HINT,
  card: CARD_HINT,
  bancolombia_collect: CORRESPONDENT_HINT,
  wompi_page: WOMPI_PAGE_HINT,
}

/** What the button does, when it does not charge. */
const ACTIONS: Readonly<Partial<Record<OnlineMethod, string>>> = {
  bancolombia_collect: CORRESPONDENT_ACTION,
  wompi_page: WOMPI_PAGE_ACTION,
}

/** The body of the call, still to be checked by its schema; without consent it carries none. */
function bodyOf(
  method: OnlineMethod,
  values: Readonly<Record<string, unknown>>,
  documents: { terms_url: string; personal_data_url: string } | undefined,
): object {
  const text = textOf(values)
  return {
    ...(text(EMAIL) === '' ? {} : { customer_email: text(EMAIL) }),
    ...(method === 'nequi' ? {} : { phone_number: text(PHONE) }),
    payment_method: methodOf(method, text),
    ...(documents && { acceptance_terms: true, documents: [documents.terms_url, documents.personal_data_url] }),
  }
}

function methodOf(method: OnlineMethod, text: ReadText): object {
  if (method === 'nequi') return { type: 'NEQUI', phone_number: text(NEQUI) }
  if (method === 'bancolombia_transfer' || method === 'bancolombia_collect' || method === 'wompi_page')
    return { type: PROVIDER_TYPES[method] }
  if (method === 'card') return { type: 'CARD', installments: installmentsOf(text) }
  const pse = pseOf(text)
  return { ...pse, user_type: Number(pse.user_type) }
}
