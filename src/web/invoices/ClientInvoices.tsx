import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { InvoiceBadges } from './InvoiceBadges.tsx'

const SHOWN_MAX = 5

/** The last invoices of a client, with a link to all of them (CLI-03). */
export function ClientInvoices({ clientId }: { clientId: string }) {
  const read = useRead(invoiceApi.list, { query: { client_id: clientId, page: 1, page_size: SHOWN_MAX } })
  return (
    <Card title="Facturas">
      <Query of={read} lines={5}>
        {({ data: invoices, meta }) =>
          invoices.length === 0 ? (
            <EmptyState title="Sin facturas">La primera llega con la facturación del mes.</EmptyState>
          ) : (
            <>
              <RowList label="Últimas facturas">
                {invoices.map((invoice) => (
                  <li key={invoice.id}>
                    <span className="two-lines">
                      <Link className="client-name" to={paths.view('invoice', invoice.id)}>
                        {invoice.number}
                      </Link>
                      <small>
                        Vence {shortDayLabel(invoice.due_on)} ·{' '}
                        <span className="figures">{pesosLabel(invoice.total)}</span>
                      </small>
                    </span>
                    <InvoiceBadges invoice={invoice} />
                  </li>
                ))}
              </RowList>
              <Link to={paths.invoicesOf(clientId)}>
                {meta?.total === 1 ? 'Ver su factura en la lista' : `Ver sus ${meta?.total ?? ''} facturas`}
              </Link>
              <Link to={paths.notesOf(clientId)}>Ver sus notas crédito</Link>
            </>
          )
        }
      </Query>
    </Card>
  )
}
