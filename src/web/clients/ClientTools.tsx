import { useState } from 'react'
import type { TableState } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { type ClientFilters, moreFilterChips, USER_STATUSES } from './client-filters.ts'
import { MoreFiltersDialog } from './MoreFiltersDialog.tsx'

/** The search box and the filters of the list of clients. */
export function ClientTools({ url, filters }: { url: TableState; filters: ClientFilters }) {
  const [isOpen, setOpen] = useState(false)
  const status = USER_STATUSES.find(({ value }) => value === String(filters.is_active))
  const more = moreFilterChips(filters)
  return (
    <>
      <SearchField label="Buscar por nombre, cédula, celular o contrato" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Estado"
          options={USER_STATUSES}
          value={status?.value}
          onChange={(value) => url.onFilter('is_active', value)}
        />
        <Button onClick={() => setOpen(true)}>
          {more.length === 0 ? 'Más filtros' : `Más filtros (${more.length})`}
        </Button>
      </TableFilters>
      <FilterChips
        chips={[...(status ? [{ key: 'is_active', label: `Estado: ${status.label}` }] : []), ...more]}
        onRemove={(key) => url.onFilter(key, '')}
        onClear={url.onClear}
      />
      {isOpen && <MoreFiltersDialog filters={filters} onApply={url.onFilters} onClose={() => setOpen(false)} />}
    </>
  )
}
