import { Link } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import { extendedPartLabel } from '#domain/invoices/invoice.ts'
import type { Debts } from '#domain/payments/online.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Page.tsx'
import { Alert } from '#web/ui/States.tsx'

type Invoice = Debts['invoices'][number]
type Props = { invoice: Invoice; blocked: string | undefined; onPay: () => void }

/** One unpaid invoice: its amount, its due date, and the button that pays it. */
export function DebtCard({ invoice, blocked, onPay }: Props) {
  return (
    <Card>
      <div className="debt">
        <div className="debt__head">
          <Link className="debt__number" to={paths.view('invoice', invoice.id)}>
            Factura {invoice.number}
          </Link>
          <DebtBadge invoice={invoice} />
        </div>
        <div className="debt__head">
          <span className="debt__about">
            {isPeriod(invoice.period) ? capitalise(periodLabel(invoice.period)) : invoice.period}
            <br />
            {dueLabel(invoice)}
            {invoice.extended && (
              <>
                <br />
                {extendedPartLabel(invoice.extended)}
              </>
            )}
            {invoice.disputed_amount > 0 && invoice.payable > 0 && (
              <>
                <br />
                En reclamo, no se cobra: {pesosLabel(invoice.disputed_amount)}
              </>
            )}
          </span>
          <span className="debt__amount">{pesosLabel(invoice.payable)}</span>
        </div>
        <DebtAction invoice={invoice} blocked={blocked} onPay={onPay} />
      </div>
    </Card>
  )
}

function DebtAction({ invoice, blocked, onPay }: Props) {
  if (invoice.attempt_id !== null) {
    return (
      <Alert>
        Hay un pago en proceso de esta factura. No pagues de nuevo.{' '}
        <Link to={paths.processing(invoice.attempt_id)}>Ver cómo va</Link>
      </Alert>
    )
  }
  if (invoice.payable === 0 && invoice.covered > 0)
    return <Alert>La cubre tu saldo a favor: no tienes que pagarla.</Alert>
  if (invoice.payable === 0) return <Alert>Está en reclamo: mientras se resuelve no tienes que pagarla.</Alert>
  return (
    <>
      <Button
        variant="primary"
        size="large"
        disabledReason={blocked}
        onClick={onPay}
        aria-label={`Pagar la factura ${invoice.number}`}
      >
        Pagar
      </Button>
      {blocked && <p className="debt__about">{blocked}</p>}
    </>
  )
}

/** The due day, and the last day to pay when it is later. In an agreement each instalment has its day. */
export const dueLabel = ({
  due_on,
  last_payable_on,
  is_agreed,
  status,
}: Pick<Invoice, 'due_on' | 'last_payable_on' | 'is_agreed' | 'status'>): string => {
  if (is_agreed) return 'En acuerdo de pago: paga cada cuota en su día'
  const due = `${status === 'vencido' ? 'Venció' : 'Vence'} el ${dayLabel(due_on)}`
  return last_payable_on > due_on && status !== 'vencido'
    ? `${due}, puedes pagar hasta el ${dayLabel(last_payable_on)}`
    : due
}

/** The status of a debt, as its client sees it. */
export function DebtBadge({ invoice }: { invoice: Pick<Invoice, 'status' | 'attempt_id' | 'payable'> }) {
  if (invoice.attempt_id !== null) return <Badge tone="warn">En proceso</Badge>
  if (invoice.payable === 0) return <Badge tone="info">En reclamo</Badge>
  return invoice.status === 'vencido' ? <Badge tone="bad">Vencida</Badge> : <Badge tone="info">Por vencer</Badge>
}
