import { DOCUMENT_KIND_LABELS, DOCUMENT_KINDS } from '#domain/einvoices/document.ts'
import { REASON_CODES, REASONS } from '#domain/einvoices/rejection.ts'
import type { TableState } from '#web/core/table-url.ts'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { AGE_OPTIONS, type ElectronicFilters, electronicChips } from './electronic-filters.ts'
import { STATUS_OPTIONS } from './words.ts'

/** The search box and the filters of the documents. */
export function ElectronicTools({ url, filters }: { url: TableState; filters: ElectronicFilters }) {
  return (
    <>
      <SearchField label="Buscar por número, cliente, cédula o CUFE" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Estado"
          options={STATUS_OPTIONS}
          value={filters.status}
          onChange={(value) => url.onFilter('status', value)}
        />
        <SelectFilter
          label="Motivo"
          options={REASON_CODES.map((value) => ({ value, label: REASONS[value].words }))}
          value={filters.reason}
          onChange={(value) => url.onFilter('reason', value)}
        />
        <SelectFilter
          label="Tipo"
          options={DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_KIND_LABELS[value] }))}
          value={filters.kind}
          onChange={(value) => url.onFilter('kind', value)}
        />
        <SelectFilter
          label="Sin validar hace"
          options={AGE_OPTIONS}
          value={filters.age}
          onChange={(value) => url.onFilter('age', value)}
        />
      </TableFilters>
      <FilterChips chips={electronicChips(filters)} onRemove={(key) => url.onFilter(key, '')} onClear={url.onClear} />
    </>
  )
}
