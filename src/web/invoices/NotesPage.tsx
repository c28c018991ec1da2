import type { ReactNode } from 'react'
import { isDay, shortDayLabel } from '#domain/core/days.ts'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import { type CreditNoteRow, creditNoteApi, NOTE_SORTS } from '#domain/invoices/credit-note-api.ts'
import { listProps } from '#web/core/list-props.ts'
import { useRead } from '#web/core/queries.ts'
import { RowLink } from '#web/core/RowLink.tsx'
import { Settled } from '#web/core/Settled.tsx'
import { idFilterOf } from '#web/core/table-address.ts'
import { useTableUrl } from '#web/core/table-url.ts'
import { useDownloadAction } from '#web/core/use-download-action.ts'
import { ExportMenu } from '#web/exports/ExportMenu.tsx'
import { Figure } from '#web/ui/Facts.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { Page } from '#web/ui/Page.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState, NoMatch } from '#web/ui/States.tsx'
import { type Column, Table } from '#web/ui/Table.tsx'

const columnsWith = (send: (note: CreditNoteRow) => ReactNode): readonly Column<CreditNoteRow>[] => [
  {
    key: 'number',
    header: 'Número',
    cell: ({ id, number }) => <RowLink to={paths.view('credit-note', id)}>{number}</RowLink>,
    sortable: true,
  },
  { key: 'issued_on', header: 'Emitida', cell: ({ issued_on }) => shortDayLabel(issued_on), card: 'hidden' },
  {
    key: 'client',
    header: 'Cliente y factura',
    card: 'title',
    cell: ({ client, invoice }) => (
      <span className="two-lines">
        <RowLink to={paths.client(client.id)}>{client.name}</RowLink>
        <small className="in-card">
          <RowLink to={paths.view('invoice', invoice.id)}>{invoice.number}</RowLink>
        </small>
      </span>
    ),
  },
  {
    key: 'concept',
    header: 'Concepto y motivo',
    cell: ({ concept_code, concept }) => (concept_code === null ? concept : `${concept_code}. ${concept}`),
  },
  {
    key: 'total',
    header: 'Total',
    cell: ({ total }) => <strong>{pesosLabel(total)}</strong>,
    align: 'end',
    card: 'amount',
  },
  { key: 'send', header: 'Correo', cell: send },
]

/** The credit notes of the company (INV-10). `send`: the button that sends one by email. */
export function NotesPage({ send }: { send: (note: CreditNoteRow) => ReactNode }) {
  const url = useTableUrl({ list: 'notes', sorts: NOTE_SORTS })
  const filters = readFilters(url.filters)
  const query = { ...url.query, ...filters }
  const list = useRead(creditNoteApi.list, { query }, { keepPrevious: true })
  const conceptList = useRead(creditNoteApi.concepts, {})
  const concepts = conceptList.data?.data ?? []
  const download = useDownloadAction({
    endpoint: creditNoteApi.pdf,
    inputOf: pdfOf,
    keyOf: ({ id }: CreditNoteRow) => id,
  })
  const isFiltered = url.q !== '' || Object.values(filters).some((value) => value !== undefined)
  return (
    <Page
      title="Notas crédito"
      subtitle="Lo que corrigió una factura ya emitida"
      actions={<ExportMenu list="credit_notes" filters={query} />}
    >
      <Settled reads={[list, conceptList]}>
        {list.data && (
          <div className="figures-row">
            <Figure label="Base" value={pesosLabel(list.data.totals.subtotal)} />
            <Figure label="IVA" value={pesosLabel(list.data.totals.vat)} />
            <Figure
              label="Total"
              value={pesosLabel(list.data.totals.total)}
              note={`${list.data.totals.count} ${list.data.totals.count === 1 ? 'nota' : 'notas'}${isFiltered ? ', con estos filtros' : ''}`}
            />
          </div>
        )}
        <Table
          caption="Notas crédito de la empresa"
          columns={columnsWith(send)}
          {...listProps(url, list)}
          rowKey={(note) => note.id}
          rowName={(note) => note.number}
          tools={
            <>
              <SearchField label="Buscar por nombre, cédula o número" value={url.q} onSearch={url.onSearch} />
              <TableFilters>
                <SelectFilter
                  label="Concepto"
                  options={concepts.map(({ code, name }) => ({ value: code, label: `${code}. ${name}` }))}
                  value={filters.concept_code}
                  onChange={(value) => url.onFilter('concept_code', value)}
                />
                <DayFilters from={filters.from} to={filters.to} onFilter={url.onFilter} />
              </TableFilters>
              <FilterChips chips={chipsOf(filters)} onRemove={(key) => url.onFilter(key, '')} onClear={url.onClear} />
            </>
          }
          empty={<NoNotes isFiltered={isFiltered} onClear={url.onClear} />}
          actions={[download]}
        />
      </Settled>
    </Page>
  )
}

const pdfOf = ({ id }: CreditNoteRow) => ({ params: { id } })

function readFilters(filters: Readonly<Record<string, string>>) {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  const code = filters['concept_code'] ?? ''
  return {
    client_id: idFilterOf(filters, 'client_id'),
    concept_code: /^[1-9]$/.test(code) ? code : undefined,
    from: dayAt('from'),
    to: dayAt('to'),
  }
}

const chipsOf = ({ client_id, concept_code, from, to }: ReturnType<typeof readFilters>) => [
  ...(client_id ? [{ key: 'client_id', label: 'De un cliente' }] : []),
  ...(concept_code ? [{ key: 'concept_code', label: `Concepto: ${concept_code}` }] : []),
  ...(from ? [{ key: 'from', label: `Desde: ${shortDayLabel(from)}` }] : []),
  ...(to ? [{ key: 'to', label: `Hasta: ${shortDayLabel(to)}` }] : []),
]

const NoNotes = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <NoMatch onClear={onClear}>Prueba con otras fechas o con otro concepto.</NoMatch>
  ) : (
    <EmptyState title="Aún no hay notas crédito">Se emiten desde una factura, con el botón «Nota crédito».</EmptyState>
  )
