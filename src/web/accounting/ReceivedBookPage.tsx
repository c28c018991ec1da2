import {
  RECEIVED_KIND_LABELS,
  RECEIVED_KINDS,
  type ReceivedRow,
  type ReceivedTotals,
} from '#domain/accounting/received-book.ts'
import { receivedBookApi } from '#domain/accounting/received-book-api.ts'
import { isDay, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/payment.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { Settled } from '#web/core/Settled.tsx'
import { useTableUrl } from '#web/core/table-url.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { Page } from '#web/ui/Page.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'
import { ClientLines } from './ClientLines.tsx'

/** What was collected, document by document: payments, less reversals and refunds, each on its own day. */
export function ReceivedBookPage() {
  const url = useTableUrl({ list: 'received-book', pageSize: 20 })
  const dayAt = (name: 'from' | 'to') => {
    const text = url.filters[name] ?? ''
    return isDay(text) ? text : undefined
  }
  const method = PAYMENT_METHODS.find((known) => known === url.filters['method'])
  const kind = RECEIVED_KINDS.find((known) => known === url.filters['kind'])
  const query = {
    page: url.query.page,
    page_size: url.query.page_size,
    from: dayAt('from'),
    to: dayAt('to'),
    method,
    kind,
  }
  const list = useRead(receivedBookApi.list, { query }, { keepPrevious: true })
  const range = list.data?.range
  return (
    <Page
      title="Libro de recaudo"
      subtitle="Pagos, reversos y devoluciones, cada uno en su fecha"
      actions={<ExportMenu list="received_book" filters={query} />}
    >
      <Settled reads={[list]}>
        {list.data && <Totals totals={list.data.totals} />}
        <Table
          caption="Movimientos del recaudo"
          columns={COLUMNS}
          {...listProps(url, list)}
          rowKey={({ id }) => id}
          rowName={({ kind: own, number }) => `${RECEIVED_KIND_LABELS[own].toLowerCase()} ${number}`}
          tools={
            <TableFilters>
              <SelectFilter
                label="Movimiento"
                options={RECEIVED_KINDS.map((value) => ({ value, label: RECEIVED_KIND_LABELS[value] }))}
                value={kind}
                onChange={(value) => url.onFilter('kind', value)}
              />
              <SelectFilter
                label="Medio"
                options={PAYMENT_METHODS.map((value) => ({ value, label: METHOD_LABELS[value] }))}
                value={method}
                onChange={(value) => url.onFilter('method', value)}
              />
              <DayFilters from={query.from ?? range?.from} to={query.to ?? range?.to} onFilter={url.onFilter} />
            </TableFilters>
          }
          empty={
            <EmptyState title="No hay movimientos en esas fechas">
              Aquí aparecen los pagos, los reversos y las devoluciones por su fecha.
            </EmptyState>
          }
        />
      </Settled>
    </Page>
  )
}

const Totals = ({ totals }: { totals: ReceivedTotals }) => (
  <div className="figures-row">
    <Figure label="Suma de los movimientos" value={pesosLabel(totals.amount)} note="Menos reversos y devoluciones" />
    <Figure label="Retenciones" value={pesosLabel(totals.withheld)} note="No entraron en dinero" />
  </div>
)

const COLUMNS: readonly Column<ReceivedRow>[] = [
  {
    key: 'number',
    header: 'Movimiento',
    cell: ({ kind, number }) => `${RECEIVED_KIND_LABELS[kind]} ${number}`,
    card: 'title',
  },
  { key: 'on', header: 'Fecha', cell: ({ on }) => shortDayLabel(on) },
  { key: 'client', header: 'Cliente', cell: ({ client }) => <ClientLines client={client} /> },
  { key: 'method', header: 'Medio', cell: ({ method }) => METHOD_LABELS[method] },
  { key: 'withheld', header: 'Retenciones', cell: ({ withheld }) => pesosLabel(withheld), align: 'end' },
  {
    key: 'amount',
    header: 'Valor',
    cell: ({ amount }) => <strong>{pesosLabel(amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
