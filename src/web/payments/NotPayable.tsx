import { Link } from 'react-router'
import { paths } from '#domain/core/paths.ts'
import { paymentApi } from '#domain/payments/online-api.ts'
import { useRead } from '#web/core/queries.ts'
import { Card, Page } from '#web/ui/Page.tsx'
import type { DebtState } from './debt-state.ts'
import type { PaymentSession } from './payment-session.ts'
import './portal.css'

type Props = { session: PaymentSession; state: Exclude<DebtState, { kind: 'payable' }> }

/** Shown instead of the payment form: why these invoices cannot be paid now, and the link to continue. */
export function NotPayable({ session, state }: Props) {
  if (state.kind === 'paid' && session.instalment !== undefined) {
    return (
      <Frame
        title="Esta cuota ya no está por pagar"
        text="Ya se pagó, o tu acuerdo cambió. Mira en Gestión de pagos cuál es tu próxima cuota."
      >
        <ToDebts isMain />
      </Frame>
    )
  }
  if (state.kind === 'paid') return <AlreadyPaid numbers={session.numbers} />
  if (state.kind === 'blocked') {
    return (
      <Frame title="No se puede pagar en línea ahora" text={state.why}>
        <ToDebts isMain />
      </Frame>
    )
  }
  const isOwnNequi = session.attempt_id === state.attemptId && session.payment_method?.type === 'NEQUI'
  return (
    <Frame
      title="Ya hay un pago en proceso"
      text={`Ya hay un pago en proceso de la factura ${state.number}. No pagues de nuevo: si no se completa, aquí mismo puedes elegir otro medio.`}
    >
      {isOwnNequi && <p>Si prefieres otro medio, rechaza primero la solicitud en tu app Nequi.</p>}
      <Link className="button button--primary button--large" to={paths.processing(state.attemptId)}>
        Ver cómo va
      </Link>
      <ToDebts />
    </Frame>
  )
}

/** The receipt is searched among the newest ones; a debt that a credit note closed has none. */
function AlreadyPaid({ numbers }: { numbers: readonly string[] }) {
  const { data } = useRead(paymentApi.transactions, { query: { page: 1, page_size: 20 } })
  const payment = data?.data.find(
    ({ receipt, status, invoices }) =>
      receipt !== null && status !== 'reversed' && numbers.some((number) => invoices.includes(number)),
  )
  const isOne = numbers.length === 1
  const what = isOne ? `La factura ${numbers[0]} ya no tiene` : 'Tus facturas ya no tienen'
  return (
    <Frame
      title={isOne ? 'Esta factura ya está pagada' : 'Estas facturas ya están pagadas'}
      text={`${what} saldo por pagar. No tienes que hacer nada más.`}
    >
      {payment?.receipt && (
        <Link className="button button--primary button--large" to={paths.view('voucher', payment.receipt.id)}>
          Ver el recibo
        </Link>
      )}
      <ToDebts isMain={!payment} />
    </Frame>
  )
}

function Frame({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <Page title={title}>
      <div className="paying">
        <Card className="going">
          <p>{text}</p>
          {children}
        </Card>
      </div>
    </Page>
  )
}

const ToDebts = ({ isMain = false }: { isMain?: boolean }) => (
  <Link className={`button button--${isMain ? 'primary' : 'secondary'} button--large`} to={paths.payments}>
    Ver mis facturas
  </Link>
)
