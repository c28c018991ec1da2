import { Fragment } from 'react'
import {
  RECEIVED_DAY_LABELS,
  RECEIVED_DAYS,
  RECEIVED_KIND_LABELS,
  RECEIVED_KINDS,
  type ReceivedRow,
  type ReceivedTotals,
} from '#domain/accounting/received-book.ts'
import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/payment.ts'
import { useRead } from '#web/core/queries.ts'
import type { TableState } from '#web/core/table-url.ts'
import { Figure } from '#web/ui/Facts.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { ClientLines } from './ClientLines.tsx'
import { DeskLink } from './DeskLink.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'

/** What was collected, document by document: payments, less reversals and refunds, by the day of their entries. */
export function ReceivedBookPage() {
  const { url, page, dayOf } = useBookUrl('received-book')
  const method = PAYMENT_METHODS.find((known) => known === url.filters['method'])
  const kind = RECEIVED_KINDS.find((known) => known === url.filters['kind'])
  const day = RECEIVED_DAYS.find((known) => known === url.filters['day'])
  const query = { ...page, from: dayOf('from'), to: dayOf('to'), day, method, kind }
  const list = useRead(receivedBookApi.list, { query }, { keepPrevious: true })
  const range = { from: query.from ?? list.data?.range.from, to: query.to ?? list.data?.range.to }
  return (
    <BookPage
      title="Libro de recaudo"
      subtitle="Lo que entró en caja y bancos por su fecha contable, como en los comprobantes, sin los gastos ni los faltantes de los cierres de caja. Un mes cerrado no cambia."
      exported={{ list: 'received_book', filters: { ...query, ...range } }}
      url={url}
      list={list}
      figures={list.data && <Totals totals={list.data.totals} />}
      caption="Movimientos del recaudo"
      columns={COLUMNS}
      rowName={({ kind: own, number }) => `${RECEIVED_KIND_LABELS[own].toLowerCase()} ${number}`}
      filters={filtersOf(url, { ...query, ...range })}
      empty={{
        title: 'No hay movimientos en esas fechas',
        text: 'Aquí aparecen los pagos, los reversos y las devoluciones por su fecha.',
      }}
    />
  )
}

type Shown = { [name in 'kind' | 'method' | 'day' | 'from' | 'to']: string | undefined }

const filtersOf = (url: TableState, shown: Shown) => (
  <TableFilters>
    <SelectFilter
      label="Movimiento"
      options={RECEIVED_KINDS.map((value) => ({ value, label: RECEIVED_KIND_LABELS[value] }))}
      value={shown.kind}
      onChange={(value) => url.onFilter('kind', value)}
    />
    <SelectFilter
      label="Medio"
      options={PAYMENT_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
      value={shown.method}
      onChange={(value) => url.onFilter('method', value)}
    />
    <SelectFilter
      label="Fecha"
      all={null}
      options={RECEIVED_DAYS.map((value) => ({ value, label: RECEIVED_DAY_LABELS[value] }))}
      value={shown.day ?? 'posted'}
      onChange={(value) => url.onFilter('day', value)}
    />
    <DayFilters from={shown.from} to={shown.to} onFilter={url.onFilter} />
  </TableFilters>
)

const Totals = ({ totals }: { totals: ReceivedTotals }) => (
  <>
    <Figure label="Suma de los movimientos" value={pesosLabel(totals.amount)} note="Menos reversos y devoluciones" />
    <Figure label="Retenciones" value={pesosLabel(totals.withheld)} note="No entraron en dinero" />
  </>
)

/** The number of a movement; a payment opens its receipt, and a reversal says which one it reverses. */
function Movement({ row: { kind, number, receipt } }: { row: ReceivedRow }) {
  const label = `${RECEIVED_KIND_LABELS[kind]} ${number}`
  if (receipt === null) return label
  const to = paths.view('voucher', receipt.id)
  if (kind === 'payment') return <DeskLink to={to}>{label}</DeskLink>
  return (
    <span className="two-lines">
      {label}
      <small>
        del <DeskLink to={to}>recibo {receipt.number}</DeskLink>
      </small>
    </span>
  )
}

/** The day of the entries, and that of the money where it is another one. */
const Days = ({ row: { posted_on, made_on } }: { row: ReceivedRow }) =>
  made_on === posted_on ? (
    shortDayLabel(posted_on)
  ) : (
    <span className="two-lines">
      {shortDayLabel(posted_on)}
      <small>Pagado el {shortDayLabel(made_on)}</small>
    </span>
  )

const COLUMNS: readonly Column<ReceivedRow>[] = [
  {
    key: 'number',
    header: 'Movimiento',
    cell: (row) => <Movement row={row} />,
    card: 'title',
  },
  { key: 'on', header: 'Fecha contable', cell: (row) => <Days row={row} /> },
  { key: 'client', header: 'Cliente', cell: ({ client }) => <ClientLines client={client} /> },
  { key: 'method', header: 'Medio', cell: ({ method }) => METHOD_LABELS[method] },
  {
    key: 'invoices',
    header: 'Facturas',
    cell: ({ invoices }) =>
      invoices.map(({ id, number }, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <InvoiceLink id={id} number={number} />
        </Fragment>
      )),
  },
  {
    key: 'withheld',
    header: 'Retenciones',
    cell: ({ withheld }) => pesosLabel(withheld),
    align: 'end',
    cardLabel: 'Retenciones',
    isOffCard: ({ withheld }) => withheld === 0,
  },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
