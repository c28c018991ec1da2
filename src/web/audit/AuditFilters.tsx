import type { Day } from '#domain/core/days.ts'
import { DayFilters, SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'
import { ABOUT_LABELS } from './subjects.ts'

export type Filters = { about: string | undefined; from: Day | undefined; to: Day | undefined }

/** Filters by subject and by a range of days. */
export function AuditFilters({
  filters,
  onFilter,
}: {
  filters: Filters
  onFilter: (name: string, value: string) => void
}) {
  return (
    <TableFilters>
      <SelectFilter
        label="Sobre"
        all="Todo"
        options={Object.entries(ABOUT_LABELS).map(([value, label]) => ({ value, label }))}
        value={filters.about}
        onChange={(value) => onFilter('about', value)}
      />
      <DayFilters from={filters.from} to={filters.to} onFilter={onFilter} />
    </TableFilters>
  )
}
