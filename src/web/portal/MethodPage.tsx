import { type ReactNode, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { money, pesosLabel } from '#domain/core/money.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/Button.tsx'
import { Page } from '#web/ui/Page.tsx'
import {
  chosen,
  clearPaymentSession,
  type PaymentSession,
  readPaymentSession,
  writePaymentSession,
} from './payment-session.ts'
import './portal.css'

const METHODS = [
  { id: 'nq', mark: 'N', name: 'Nequi', about: 'Apruebas en tu app, sin salir del celular' },
  { id: 'pse', mark: 'PSE', name: 'PSE', about: 'Desde la cuenta de tu banco' },
] as const

/** The payment that is going on, for a screen of it. Without one the flow starts again (PAY-02). */
export function WithSession({ children }: { children: (session: PaymentSession) => ReactNode }) {
  const [session] = useState(() => {
    const kept = readPaymentSession()
    const isWhole = kept !== null && kept.invoice_id !== '' && kept.customer_data.full_name !== ''
    if (!isWhole) clearPaymentSession()
    return isWhole ? kept : null
  })
  return session === null ? <Navigate to={paths.payments} replace /> : children(session)
}

/** What is being paid, in one line. */
export function PaidLine({ session }: { session: PaymentSession }) {
  const what = session.numbers.length === 1 ? `Factura ${session.numbers[0]}` : `${session.numbers.length} facturas`
  return (
    <>
      {what} · <strong>{pesosLabel(money(session.amount))}</strong>
    </>
  )
}

/** The chooser (PAY-02). */
export function MethodPage() {
  return <WithSession>{(session) => <Chooser session={session} />}</WithSession>
}

function Chooser({ session }: { session: PaymentSession }) {
  const navigate = useNavigate()
  const [method, setMethod] = useState<'nq' | 'pse' | null>(null)
  const next = (): void => {
    if (method === null) return
    writePaymentSession(chosen(session))
    void navigate(paths.payWith(method))
  }
  return (
    <Page title="¿Cómo quieres pagar?" subtitle={<PaidLine session={session} />}>
      <div className="paying">
        <fieldset className="paying">
          <legend className="visually-hidden">Medio de pago</legend>
          {METHODS.map(({ id, mark, name, about }) => (
            <label key={id} className="choice">
              <input
                type="radio"
                name="method"
                id={id}
                value={id}
                checked={method === id}
                onChange={() => setMethod(id)}
              />
              <span className="choice__mark" aria-hidden="true">
                {mark}
              </span>
              <span className="choice__text">
                <strong>{name}</strong>
                <small>{about}</small>
              </span>
            </label>
          ))}
        </fieldset>
        <div className="paying__two">
          <Button size="large" onClick={() => void navigate(paths.payments)}>
            Volver
          </Button>
          <Button
            variant="primary"
            size="large"
            disabledReason={method === null ? 'Elige primero Nequi o PSE' : undefined}
            onClick={next}
          >
            Siguiente
          </Button>
        </div>
      </div>
    </Page>
  )
}
