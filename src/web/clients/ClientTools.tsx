import { useState } from 'react'
import { DEBT_FILTERS, DEBT_LABELS } from '#domain/clients/client.ts'
import type { TableState } from '#web/core/table-url.ts'
import { Button } from '#web/ui/Button.tsx'
import { FilterChips } from '#web/ui/FilterChips.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { ViewMenu } from '#web/views/ViewMenu.tsx'
import { type ClientFilters, type FilterNames, filterChips, moreFilterChips, USER_STATUSES } from './client-filters.ts'
import { MoreFiltersDialog } from './MoreFiltersDialog.tsx'

type Props = {
  url: TableState
  filters: ClientFilters
  names: FilterNames
  /** The department and the municipality of the filter. */
  place: { department: string; city: string } | undefined
}

/** The search box and the filters of the list of clients. */
export function ClientTools({ url, filters, names, place }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { is_active, debt, plan_id } = filters
  const more = moreFilterChips(filters, names.city)
  return (
    <>
      <SearchField label="Buscar por nombre, cédula, celular o contrato" value={url.q} onSearch={url.onSearch} />
      <TableFilters>
        <SelectFilter
          label="Deuda"
          all="Todas"
          options={DEBT_FILTERS.map((value) => ({ value, label: DEBT_LABELS[value] }))}
          value={debt}
          onChange={(value) => url.onFilter('debt', value)}
        />
        <SelectFilter
          label="Plan"
          options={names.plans.map(({ id, name }) => ({ value: id, label: name }))}
          value={plan_id}
          onChange={(value) => url.onFilter('plan_id', value)}
        />
        <SelectFilter
          label="Estado"
          options={USER_STATUSES}
          value={is_active === undefined ? undefined : String(is_active)}
          onChange={(value) => url.onFilter('is_active', value)}
        />
        <Button onClick={() => setOpen(true)}>
          {more.length === 0 ? 'Más filtros' : `Más filtros (${more.length})`}
        </Button>
      </TableFilters>
      <ViewMenu list="clients" at="narrow" />
      <FilterChips
        chips={[...filterChips(filters, names), ...more]}
        onRemove={(key) => url.onFilter(key, '')}
        onClear={url.onClear}
      />
      {isOpen && (
        <MoreFiltersDialog filters={filters} place={place} onApply={url.onFilters} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
