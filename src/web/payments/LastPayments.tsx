import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import { Card } from '#web/ui/Page.tsx'
import { TransactionBadge } from './TransactionBadge.tsx'

/** The last attempts and receipts, each with a link to its voucher. */
export function LastPayments({ payments }: { payments: readonly Transaction[] }) {
  if (payments.length === 0) return null
  return (
    <Card title="Últimos pagos" actions={<Link to={paths.transactions}>Ver todos</Link>}>
      <ul className="payments-list" role="list">
        {payments.map((payment) => (
          <li key={payment.id} className="payments-list__one">
            <span>
              {shortDayLabel(payment.day)} · {METHOD_LABELS[payment.method]}
              <br />
              <strong className="figures">{pesosLabel(payment.amount)}</strong>
            </span>
            {payment.receipt && payment.status !== 'reversed' ? (
              <Link to={paths.view('voucher', payment.receipt.id)}>Ver recibo</Link>
            ) : (
              <TransactionBadge status={payment.status} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
