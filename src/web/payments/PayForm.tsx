import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router'
import { money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { ReadState } from '#web/core/Query.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FormProblem } from '#web/ui/FormProblem.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { CheckboxField, TextField } from '#web/ui/TextField.tsx'
import type { usePaymentForm } from './use-paying.ts'
import { type CurrentPayment, PaidLine } from './WithSession.tsx'
import './portal.css'

type Paying = ReturnType<typeof usePaymentForm>
type Props = {
  title: string
  current: CurrentPayment
  paying: Paying
  /** The test values that can be typed while payments are in test mode. */
  testHint: string
  children: ReactNode
}

/** The form of a payment method: its own fields, the e-mail, the two documents and the button with the amount. */
export function PayForm({ title, current: { session, notice }, paying, testHint, children }: Props) {
  const navigate = useNavigate()
  const { form } = paying
  const email = 'payment.customer_email'
  return (
    <Page title={title} subtitle={<PaidLine session={session} />}>
      <form className="paying form" noValidate onSubmit={form.onSubmit} onChange={paying.onChange}>
        {notice && <Alert tone="warn">{notice}</Alert>}
        {paying.documents.data?.data.is_test && (
          <Alert tone="warn">Pagos de prueba: no se mueve dinero. {testHint}</Alert>
        )}
        <Card>
          <div className="form">
            {children}
            <TextField
              label="Correo para el recibo"
              id={email}
              name={email}
              type="email"
              autoComplete="email"
              defaultValue={session.customer_email}
              error={form.errors[email]}
            />
          </div>
        </Card>
        <Documents paying={paying} />
        <Problem form={form} />
        <div className="paying__two">
          <Button size="large" onClick={() => void navigate(paths.paymentMethod)}>
            Volver
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="large"
            busy={form.isBusy ? 'Enviando…' : undefined}
            disabledReason={paying.documents.data ? undefined : 'Primero deben cargar los documentos de Wompi'}
          >
            Pagar {pesosLabel(money(session.amount))}
          </Button>
        </div>
      </form>
    </Page>
  )
}

/** The reason of the refusal, next to the button. It takes the focus, so the browser scrolls to it. */
function Problem({ form }: { form: Paying['form'] }) {
  const box = useRef<HTMLDivElement>(null)
  const { attempt, failure } = form
  useEffect(() => {
    if (attempt > 0 && failure !== null) box.current?.focus()
  }, [attempt, failure])
  return (
    <div ref={box} tabIndex={-1} className="paying__problem">
      <FormProblem form={form}>
        <Link to={paths.payments}>Ver mis facturas</Link>
      </FormProblem>
    </div>
  )
}

/** Two boxes, each with its document, unticked: only the payer may accept. */
function Documents({ paying: { documents, accepted, setAccepted, form } }: { paying: Paying }) {
  if (!documents.data) return <ReadState of={documents} lines={2} height={32} />
  const { terms_url, personal_data_url } = documents.data.data
  return (
    <Card>
      <div className="documents">
        <CheckboxField
          id="payment.acceptance_terms"
          label={
            <>
              Acepto el <Document url={terms_url}>reglamento de Wompi</Document>
            </>
          }
          checked={accepted.terms}
          onChange={({ target }) => setAccepted({ ...accepted, terms: target.checked })}
        />
        <CheckboxField
          label={
            <>
              Autorizo el <Document url={personal_data_url}>tratamiento de mis datos personales</Document> por Wompi
            </>
          }
          checked={accepted.personal_data}
          error={form.errors['payment.acceptance_terms']}
          onChange={({ target }) => setAccepted({ ...accepted, personal_data: target.checked })}
        />
      </div>
    </Card>
  )
}

const Document = ({ url, children }: { url: string; children: ReactNode }) => (
  <a href={url} target="_blank" rel="noreferrer">
    {children}
    <span className="visually-hidden"> (se abre en otra pestaña)</span>
  </a>
)
