import type { Day } from '#domain/core/days.ts'
import { ABOUT_LABELS } from './about.ts'

export type Filters = { about: string | undefined; from: Day | undefined; to: Day | undefined }

/** What it is about, and between which days. */
export function BinnacleFilters({
  filters,
  onFilter,
}: {
  filters: Filters
  onFilter: (name: string, value: string) => void
}) {
  return (
    <div className="table-filters">
      <label>
        <span>Sobre</span>
        <select
          className="input"
          value={filters.about ?? ''}
          onChange={(event) => onFilter('about', event.target.value)}
        >
          <option value="">Todo</option>
          {Object.entries(ABOUT_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name}>
          <span>{name === 'from' ? 'Desde' : 'Hasta'}</span>
          <input
            className="input"
            type="date"
            value={filters[name] ?? ''}
            onChange={(event) => onFilter(name, event.target.value)}
          />
        </label>
      ))}
    </div>
  )
}
