import { useState } from 'react'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { INVOICE_STATUSES, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { EmptyState } from '#web/ui/States.tsx'
import { type Column, type Sort, Table, type TableView } from '#web/ui/Table.tsx'
import { ACTION_LABELS, type ActionKind, type RowAction } from '#web/ui/table-actions.ts'

type Invoice = { id: string; number: string; client: string; total: number; isPaid: boolean }

const ROWS: readonly Invoice[] = [
  'Yenny Bohórquez Díaz',
  'Ferretería Ardila Ltda.',
  'Hernán Ñáñez Caicedo',
  'Luz Marina Quiñónez',
].map((client, index) => ({
  id: String(index),
  number: `AF-01834${index}`,
  client,
  total: 79_900 + index * 20_000,
  isPaid: index % 2 === 0,
}))

const columns: readonly Column<Invoice>[] = [
  { key: 'number', header: 'Número', cell: (row) => row.number, sortable: true },
  { key: 'client', header: 'Cliente', cell: (row) => row.client, sortable: true, card: 'title' },
  { key: 'total', header: 'Total', cell: (row) => pesosLabel(pesos(row.total)), align: 'end', card: 'amount' },
  {
    key: 'status',
    header: 'Estado',
    cell: (row) => (row.isPaid ? <Badge tone="good">Pagado</Badge> : <Badge tone="bad">Vencido</Badge>),
    card: 'badge',
  },
]

const PAYMENT_STATUSES = INVOICE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))

const KINDS = Object.keys(ACTION_LABELS).filter((kind): kind is ActionKind => kind in ACTION_LABELS)
const allActions: readonly RowAction<Invoice>[] = KINDS.map((kind) => ({
  kind,
  onPress: () => undefined,
  disabledReason: (row) => (kind === 'pay' && row.isPaid ? 'Ya está pagada' : undefined),
}))
const ignore = (): void => undefined

/** The reusable table: with rows, loading, empty, without a match and with an error. */
export function KitTables() {
  const [sort, setSort] = useState<Sort>(null)
  const [view, setView] = useState<Omit<TableView, 'onChange'>>({ hidden: [], isCompact: false })
  const common = {
    caption: 'Facturas',
    columns,
    rowKey: (row: Invoice) => row.id,
    rowName: (row: Invoice) => row.number,
    page: 1,
    pageSize: 4,
    total: 1204,
    onPage: ignore,
    onPageSize: ignore,
  }
  return (
    <>
      <Table
        {...common}
        rows={ROWS}
        actions={allActions}
        view={{ ...view, onChange: (changes) => setView({ ...view, ...changes }) }}
        sort={sort}
        onSort={setSort}
        tools={
          <>
            <SearchField label="Buscar por nombre o número" value="" onSearch={ignore} />
            <TableFilters>
              <SelectFilter label="Estado" options={PAYMENT_STATUSES} value="" onChange={ignore} />
              <DayFilters from={undefined} to={undefined} onFilter={ignore} />
            </TableFilters>
            <FilterChips chips={[{ key: 'period', label: 'Período: nov 2026' }]} onRemove={ignore} onClear={ignore} />
          </>
        }
      />
      <Table {...common} rows={undefined} />
      <Table {...common} rows={[]} total={0} />
      <Table
        {...common}
        rows={[]}
        total={0}
        empty={<EmptyState kind="no-match" action={<Button>Limpiar filtros</Button>} />}
      />
      <Table {...common} rows={undefined} error={{ message: 'No hay conexión.', code: 'NETWORK', retry: ignore }} />
    </>
  )
}
