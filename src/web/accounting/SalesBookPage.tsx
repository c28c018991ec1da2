import { BOOK_KIND_LABELS, type SalesBookRow, type SalesBookTotals } from '#domain/accounting/sales-book.ts'
import { salesBookApi } from '#domain/accounting/sales-book-api.ts'
import { shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { capitalise } from '#domain/core/text.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import { useRead } from '#web/core/queries.ts'
import { Figure } from '#web/ui/Facts.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import type { Column } from '#web/ui/Table.tsx'
import { BookPage, useBookUrl } from './BookPage.tsx'
import { ClientLines } from './ClientLines.tsx'
import { InvoiceLink } from './InvoiceLink.tsx'

/** The sales book by VAT treatment, document by document. */
export function SalesBookPage() {
  const { url, page, dayOf } = useBookUrl('sales-book')
  const treatment = VAT_TREATMENTS.find((known) => known === url.filters['treatment'])
  const query = { ...page, from: dayOf('from'), to: dayOf('to'), treatment }
  const list = useRead(salesBookApi.list, { query }, { keepPrevious: true })
  const range = { from: query.from ?? list.data?.range.from, to: query.to ?? list.data?.range.to }
  return (
    <BookPage
      title="Libro de ventas"
      subtitle="Facturas y notas crédito con sus bases por tratamiento de IVA"
      exported={{ list: 'sales_book', filters: { ...query, ...range } }}
      url={url}
      list={list}
      figures={list.data && <Totals totals={list.data.totals} />}
      caption="Documentos del libro de ventas"
      columns={COLUMNS}
      rowName={({ number }) => number}
      filters={
        <TableFilters>
          <SelectFilter
            label="Tratamiento"
            options={VAT_TREATMENTS.map((value) => ({ value, label: capitalise(value) }))}
            value={treatment}
            onChange={(value) => url.onFilter('treatment', value)}
          />
          <DayFilters {...range} onFilter={url.onFilter} />
        </TableFilters>
      }
      empty={{
        title: 'No hay documentos en esas fechas',
        text: 'Aquí aparecen las facturas y las notas crédito por su fecha.',
      }}
    />
  )
}

const Totals = ({ totals }: { totals: SalesBookTotals }) => (
  <>
    <Figure label="Base gravada" value={pesosLabel(totals.taxed)} note={`IVA ${pesosLabel(totals.vat)}`} />
    <Figure label="Base exenta" value={pesosLabel(totals.exempt)} />
    <Figure label="Base excluida" value={pesosLabel(totals.excluded)} />
    {totals.opening !== 0 && (
      <Figure label="Ajustes de saldo inicial" value={pesosLabel(totals.opening)} note="Sin IVA de este libro" />
    )}
    <Figure label="Total" value={pesosLabel(totals.total)} note="Menos notas crédito" />
  </>
)

const COLUMNS: readonly Column<SalesBookRow>[] = [
  {
    key: 'number',
    header: 'Documento',
    cell: ({ id, number, kind }) => (
      <span className="two-lines">
        {kind === 'invoice' ? <InvoiceLink id={id} number={number} /> : number}
        <small>{BOOK_KIND_LABELS[kind]}</small>
      </span>
    ),
    card: 'title',
  },
  { key: 'issued_on', header: 'Fecha', cell: ({ issued_on }) => shortDayLabel(issued_on) },
  { key: 'client', header: 'Cliente', cell: ({ client }) => <ClientLines client={client} /> },
  { key: 'taxed', header: 'Gravado', cell: ({ taxed }) => pesosLabel(taxed), align: 'end' },
  { key: 'vat', header: 'IVA', cell: ({ vat }) => pesosLabel(vat), align: 'end' },
  { key: 'exempt', header: 'Exento', cell: ({ exempt }) => pesosLabel(exempt), align: 'end' },
  { key: 'excluded', header: 'Excluido', cell: ({ excluded }) => pesosLabel(excluded), align: 'end' },
  { key: 'opening', header: 'Saldo inicial', cell: ({ opening }) => pesosLabel(opening), align: 'end' },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total }) => <strong>{pesosLabel(total)}</strong>,
    align: 'end',
    card: 'amount',
  },
]
