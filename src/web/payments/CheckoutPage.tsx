import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { instantLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isOpen } from '#domain/payments/attempt.ts'
import type { PaymentAttempt } from '#domain/payments/online.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { ReadState } from '#web/core/Query.tsx'
import { queryClient, useRead } from '#web/core/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Card, Page } from '#web/ui/Page.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { AttemptResult } from './AttemptResult.tsx'
import { beginPaying, onlineProblem, payableNow } from './begin-payment.ts'
import { forgetSlips } from './kept-slips.ts'
import { useAttemptId } from './ProcessingPage.tsx'
import { clearPaymentSession, type PaymentSession, readPaymentSession } from './payment-session.ts'
import { useDebts } from './use-debts.ts'
import { VoucherActions } from './VoucherActions.tsx'
import './portal.css'

/** The result of a payment: the voucher, or the refusal with its reason and another payment method (PAY-05). */
export function CheckoutPage() {
  const id = useAttemptId()
  return id === null ? <Navigate to={paths.payments} replace /> : <FinishedAttempt id={id} />
}

function FinishedAttempt({ id }: { id: string }) {
  const read = useRead(paymentApi.get, { params: { id } })
  const attempt = read.data?.data
  const [instalment] = useState(() => {
    const session = readPaymentSession()
    return session?.attempt_id === id ? session.instalment : undefined
  })
  const isOver = attempt !== undefined && !isOpen(attempt.status)
  useEffect(() => {
    if (!isOver) return
    if (readPaymentSession()?.attempt_id === id) clearPaymentSession()
    forgetSlips((slip) => slip.id === id)
    // The data that other screens loaded while it was pending is out of date.
    void queryClient.invalidateQueries()
  }, [id, isOver])
  if (attempt && !isOver) return <Navigate to={paths.processing(id)} replace />
  if (attempt)
    return attempt.status === 'approved' ? (
      <ApprovedAttempt attempt={attempt} />
    ) : (
      <RefusedAttempt attempt={attempt} instalment={instalment} />
    )
  return (
    <Page title="Resultado del pago">
      <ReadState
        of={read}
        lines={6}
        height={32}
        missing={
          <EmptyState title="No encontramos ese pago" action={<Link to={paths.payments}>Ver mis facturas</Link>} />
        }
      />
    </Page>
  )
}

function ApprovedAttempt({ attempt }: { attempt: PaymentAttempt }) {
  return (
    <Page title="Pago aprobado">
      <div className="paying">
        <Card>
          <AttemptResult attempt={attempt} />
          <Facts facts={factsOf(attempt)} />
        </Card>
        <VoucherActions id={attempt.id} text={shareText(attempt)} />
      </div>
    </Page>
  )
}

type RefusedProps = { attempt: PaymentAttempt; instalment: PaymentSession['instalment'] }

function RefusedAttempt({ attempt, instalment }: RefusedProps) {
  const navigate = useNavigate()
  const debts = useDebts().data?.data
  const unpaid = (debts ? payableNow(debts) : []).filter(({ id }) =>
    attempt.invoices.some(({ invoice_id }) => invoice_id === id),
  )
  // Less than is owed of an invoice was asked for an instalment: without knowing which one, it is chosen again in the list.
  const isWhole = unpaid.every(({ id, payable }) =>
    attempt.invoices.some(({ invoice_id, amount }) => invoice_id === id && amount >= payable),
  )
  const canTryAgain =
    (instalment !== undefined || isWhole) &&
    !attempt.may_be_charged &&
    debts !== undefined &&
    unpaid.length > 0 &&
    onlineProblem(debts, unpaid) === undefined
  const retry = (): void => {
    if (debts) beginPaying(debts, unpaid, instalment && { instalment, amount: attempt.amount })
    void navigate(paths.paymentMethod)
  }
  return (
    <Page title="El pago no se completó">
      <div className="paying">
        <Card>
          <AttemptResult attempt={attempt} />
          <Facts facts={factsOf(attempt)} />
        </Card>
        {canTryAgain ? (
          <Button variant="primary" size="large" onClick={retry}>
            Intentar de nuevo o con otro medio
          </Button>
        ) : (
          <Link className="button button--primary button--large" to={paths.payments}>
            Ver mis facturas
          </Link>
        )}
        <Link className="button button--secondary button--large" to={paths.dashboard}>
          Volver al inicio
        </Link>
      </div>
    </Page>
  )
}

const shareText = (attempt: PaymentAttempt): string =>
  `Pagué ${pesosLabel(attempt.amount)} de ${attempt.invoices.map((one) => `la factura ${one.number}`).join(', ')}. Referencia ${attempt.reference}.`

function factsOf(attempt: PaymentAttempt) {
  return [
    ...(attempt.receipt ? [{ label: 'Recibo', value: String(attempt.receipt.number) }] : []),
    ...(attempt.status === 'approved' ? [] : [{ label: 'Valor', value: pesosLabel(attempt.amount) }]),
    { label: 'Fecha', value: instantLabel(new Date(attempt.settled_at ?? attempt.created_at)) },
    { label: 'Medio', value: METHOD_LABELS[attempt.method] },
    { label: 'Referencia', value: attempt.reference },
    ...(attempt.transaction_id ? [{ label: 'Transacción Wompi', value: attempt.transaction_id }] : []),
    ...attempt.invoices.map((invoice) => ({
      label: `Factura ${invoice.number}`,
      value: <Link to={paths.view('invoice', invoice.invoice_id)}>{pesosLabel(invoice.amount)}</Link>,
    })),
  ]
}
