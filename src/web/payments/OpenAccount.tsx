import { Link } from 'react-router'
import { dayLabel, shortDayLabel } from '#domain/core/days.ts'
import { minus, pesosLabel, sum } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { payableOf, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import type { DeskAccount, DeskInvoice } from '#domain/payments/desk-account.ts'
import { manualPaymentApi } from '#domain/payments/manual-api.ts'
import { Query } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Card } from '#web/ui/Page.tsx'
import { RowList } from '#web/ui/RowList.tsx'
import './desk-payment.css'

/** What a client owes: the debt, what of it is overdue, the credit in favour, and the open invoices, the oldest due first (CLI-03). */
export function OpenAccount({ clientId }: { clientId: string }) {
  const read = useRead(manualPaymentApi.account, { params: { client_id: clientId } })
  return (
    <Query of={read} lines={3} height={72}>
      {({ data: account }) => (
        <>
          <div className="account-figures">
            <Figure
              label="Debe"
              value={pesosLabel(minus(account.balance, account.disputed))}
              note={debtNote(account)}
            />
            <Figure label="Vencido" {...overdueOf(account)} />
            <Figure label="A favor" value={pesosLabel(account.credit)} note={creditNote(account)} />
          </div>
          {account.invoices.length > 0 && (
            <Card title="Por pagar">
              <RowList label="Facturas por pagar">
                {account.invoices.map((invoice) => (
                  <OpenInvoice key={invoice.id} invoice={invoice} />
                ))}
              </RowList>
            </Card>
          )}
        </>
      )}
    </Query>
  )
}

function OpenInvoice({ invoice }: { invoice: DeskInvoice }) {
  return (
    <li>
      <span className="two-lines">
        <span>
          <Link to={paths.view('invoice', invoice.id)}>{invoice.number}</Link>{' '}
          {invoice.status === 'vencido' && <Badge tone="bad">{STATUS_LABELS.vencido}</Badge>}
        </span>
        <small>
          {invoice.status === 'vencido' ? 'Venció' : 'Vence'} el {shortDayLabel(invoice.due_on)}
          {invoice.balance < invoice.total && `, de ${pesosLabel(invoice.total)}`}
          {invoice.disputed_amount > 0 && `. En reclamo ${pesosLabel(invoice.disputed_amount)}`}
        </small>
      </span>
      <strong className="figures">{pesosLabel(invoice.balance)}</strong>
    </li>
  )
}

function debtNote({ disputed, invoices: { length } }: DeskAccount): string {
  if (disputed > 0) return `Sin ${pesosLabel(disputed)} en reclamo, que no se cobran`
  if (length === 0) return 'No tiene facturas por pagar'
  return length === 1 ? 'En una factura' : `En ${length} facturas`
}

function overdueOf({ invoices }: DeskAccount) {
  const overdue = invoices.filter(({ status }) => status === 'vencido')
  const value = pesosLabel(sum(overdue.map(payableOf)))
  const [oldest] = overdue
  return oldest ? { value, note: `Desde el ${dayLabel(oldest.due_on)}` } : { value, note: 'Está al día' }
}

function creditNote({ credit, owed, balance, disputed }: DeskAccount): string {
  if (credit === 0) return 'Sin saldo a favor'
  if (owed >= credit) return 'Por devolver: no paga facturas'
  if (owed > 0) return `De ellos, ${pesosLabel(owed)} por devolver`
  return balance > disputed ? 'Se puede cruzar con lo que debe' : 'Paga su próxima factura'
}
