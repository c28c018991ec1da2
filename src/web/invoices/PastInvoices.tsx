import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { dayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { periodLabel } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import { INVOICE_SORTS, invoiceApi } from '#domain/invoices/api.ts'
import { type InvoiceRow, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import type { RowAction } from '#web/ui/table-actions.ts'

const columns: readonly Column<InvoiceRow>[] = [
  {
    key: 'number',
    header: 'Factura',
    cell: (invoice) => <RowLink to={paths.view('invoice', invoice.id)}>{invoice.number}</RowLink>,
    card: 'title',
    sortable: true,
  },
  {
    key: 'period',
    header: 'Período',
    cell: ({ period }) => capitalise(periodLabel(period)),
    card: 'hidden',
  },
  {
    key: 'issued_on',
    header: 'Emitida',
    cell: (invoice) => dayLabel(invoice.issued_on),
    sortable: true,
    cardLabel: 'Emitida el',
  },
  {
    key: 'total',
    header: 'Total',
    cell: (invoice) => <strong>{pesosLabel(invoice.total)}</strong>,
    align: 'end',
    card: 'amount',
  },
  {
    key: 'status',
    header: 'Estado',
    cell: ({ status, badges }) =>
      badges.includes('en_reclamo') ? (
        <Badge tone="info">En reclamo</Badge>
      ) : (
        <Badge tone={status === 'pagado' ? 'good' : status === 'vencido' ? 'bad' : 'info'}>
          {STATUS_LABELS[status]}
        </Badge>
      ),
    card: 'badge',
  },
]

const pdfOf = ({ id }: InvoiceRow) => ({ params: { id } })

/** Every invoice of the client, each with its detail, its PDF, the claim on it and the action that pays it (TBL-01). */
export function PastInvoices({ pay }: { pay: RowAction<InvoiceRow> }) {
  const navigate = useNavigate()
  const url = useTableUrl({ list: 'own-invoices', sorts: INVOICE_SORTS })
  const download = useDownloadAction({ endpoint: invoiceApi.pdf, inputOf: pdfOf, keyOf: ({ id }: InvoiceRow) => id })
  const list = useRead(
    invoiceApi.list,
    { query: { page: url.page, page_size: url.pageSize, sort: url.query.sort } },
    { keepPrevious: true },
  )
  const heading = useRef<HTMLHeadingElement>(null)
  const { pathname, hash, key } = useLocation()
  const isAsked = `${pathname}${hash}` === paths.ownInvoices
  const isLoaded = list.data !== undefined
  useEffect(() => {
    // A new key is another press of the same link.
    if (!isAsked || !isLoaded || key === '') return
    heading.current?.scrollIntoView()
    heading.current?.focus({ preventScroll: true })
  }, [isAsked, isLoaded, key])
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="past-invoices">
        Todas mis facturas
      </h2>
      <Table
        caption="Todas tus facturas"
        columns={columns}
        {...listProps(url, list)}
        rowKey={(invoice) => invoice.id}
        rowName={(invoice) => `factura ${invoice.number}`}
        actions={[
          download,
          { kind: 'message', onPress: (invoice) => void navigate(paths.newPqrOfInvoice(invoice.id)) },
          pay,
        ]}
        empty={<EmptyState title="Aún no tienes facturas">La primera llega después de la fecha de corte.</EmptyState>}
      />
    </>
  )
}
