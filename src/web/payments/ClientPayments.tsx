import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'

const SHOWN_MAX = 5

/** The last payments of a client, each with its receipt, and a link to all of them (CLI-03). */
export function ClientPayments({ clientId }: { clientId: string }) {
  const read = useRead(manualPaymentApi.list, {
    query: { client_id: clientId, sort: '-paid_on', page: 1, page_size: SHOWN_MAX },
  })
  return (
    <Card title="Últimos pagos">
      <Query of={read} lines={5}>
        {({ data: payments, meta }) =>
          payments.length === 0 ? (
            <EmptyState title="Sin pagos">Aquí quedan sus recibos.</EmptyState>
          ) : (
            <>
              <RowList label="Últimos pagos">
                {payments.map((payment) => (
                  <li key={payment.id}>
                    <span className="two-lines">
                      <Link to={paths.view('voucher', payment.id)}>Recibo {payment.number}</Link>
                      <small>
                        {shortDayLabel(payment.paid_on)} · {METHOD_LABELS[payment.method]}
                      </small>
                    </span>
                    {payment.reversed ? (
                      <Badge tone="quiet">Reversado</Badge>
                    ) : (
                      <strong className="figures">{pesosLabel(payment.amount)}</strong>
                    )}
                  </li>
                ))}
              </RowList>
              <Link to={paths.transactionsOf(clientId)}>
                {meta?.total === 1 ? 'Ver su pago en la lista' : `Ver sus ${meta?.total ?? ''} pagos`}
              </Link>
            </>
          )
        }
      </Query>
    </Card>
  )
}
