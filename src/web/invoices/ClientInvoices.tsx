import { Link } from 'react-router'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { useSession } from '#web/core/session.ts'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { InvoiceBadges } from './InvoiceBadges.tsx'

const SHOWN_MAX = 5

/** The last invoices of a client, or of one contract, with a link to all those of the client (CLI-03). */
export function ClientInvoices({ clientId, contract }: { clientId: string; contract?: string }) {
  const read = useRead(invoiceApi.list, {
    query: { client_id: clientId, ...(contract ? { no_contract: contract } : {}), page: 1, page_size: SHOWN_MAX },
  })
  const isDesk = useSession().user?.metadata.role === 'financial'
  return (
    <Card title="Últimas facturas">
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
                      <Link to={paths.view('invoice', invoice.id)}>{invoice.number}</Link>
                      <small>
                        Vence {shortDayLabel(invoice.due_on)} ·{' '}
                        <span className="figures">{pesosLabel(invoice.total)}</span>
                      </small>
                    </span>
                    <InvoiceBadges invoice={invoice} />
                  </li>
                ))}
              </RowList>
              {isDesk && <Link to={paths.invoicesOf(clientId)}>{allLabel(meta?.total, contract)}</Link>}
            </>
          )
        }
      </Query>
    </Card>
  )
}

function allLabel(total: number | undefined, contract: string | undefined): string {
  if (contract) return 'Ver las facturas de su titular'
  return total === 1 ? 'Ver su factura en la lista' : `Ver sus ${total ?? ''} facturas`
}
