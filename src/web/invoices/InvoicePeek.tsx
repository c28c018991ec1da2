import { Link } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { invoiceApi } from '#domain/invoices/api.ts'
import type { Invoice } from '#domain/invoices/invoice.ts'
import { PeekPanel } from '#web/core/PeekPanel.tsx'
import { ReadState } from '#web/core/Query.tsx'
import { useRead } from '#web/core/queries.ts'
import type { Peek } from '#web/core/use-peek.ts'
import { Facts } from '#web/ui/Facts.tsx'
import { InvoiceBadges } from './InvoiceBadges.tsx'
import { InvoiceLines, InvoiceMovements } from './InvoiceLines.tsx'

/** An invoice beside the list: what is owed of it, its charges and its payments. */
export function InvoicePeek({ id, peek }: { id: string; peek: Peek }) {
  const read = useRead(invoiceApi.get, { params: { id } }, { keepPrevious: true })
  const invoice = read.data?.data
  return (
    <PeekPanel
      peek={peek}
      title={invoice ? `Factura ${invoice.number}` : 'Factura'}
      to={paths.view('invoice', id)}
      open="Abrir la factura"
    >
      {invoice ? <Content invoice={invoice} /> : <ReadState of={read} lines={6} height={24} />}
    </PeekPanel>
  )
}

const Content = ({ invoice }: { invoice: Invoice }) => (
  <>
    <InvoiceBadges invoice={invoice} />
    <p className="peek__amount figures">{pesosLabel(invoice.balance)} por pagar</p>
    <Facts
      facts={[
        { label: 'Cliente', value: <Link to={paths.client(invoice.client_id)}>{invoice.client.name}</Link> },
        ...(invoice.no_contract
          ? [{ label: 'Contrato', value: <Link to={paths.contract(invoice.no_contract)}>{invoice.no_contract}</Link> }]
          : []),
        { label: 'Emitida', value: dayLabel(invoice.issued_on) },
        { label: 'Vence', value: dayLabel(invoice.due_on) },
      ]}
    />
    <InvoiceLines invoice={invoice} />
    <InvoiceMovements invoice={invoice} />
  </>
)
