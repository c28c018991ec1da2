import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { Documents } from './Documents.tsx'
import { PayProblem } from './PayProblem.tsx'
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
  /** What the button does, before the amount. */
  action?: string
  children: ReactNode
}

/** The form of a payment method: its own fields, the e-mail, the two documents and the button with the amount. */
export function PayForm({ title, current: { session, notice }, paying, testHint, action = 'Pagar', children }: Props) {
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
        <Documents
          of={paying.documents}
          accepted={paying.accepted}
          onAccept={paying.setAccepted}
          error={form.errors['payment.acceptance_terms']}
        />
        <PayProblem form={form}>
          <Link to={paths.payments}>Ver mis facturas</Link>
        </PayProblem>
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
            {action} {pesosLabel(money(session.amount))}
          </Button>
        </div>
      </form>
    </Page>
  )
}
