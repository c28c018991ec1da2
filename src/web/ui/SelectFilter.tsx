import type { ReactNode } from 'react'

type Props = {
  label: string
  /** The choice that filters nothing. */
  all?: string
  options: readonly { value: string; label: string }[]
  value: string | undefined
  /** Empty when everything is wanted. */
  onChange: (value: string) => void
}

/** One choice above a list. Put it in `TableFilters`. */
export function SelectFilter({ label, all = 'Todos', options, value = '', onChange }: Props) {
  return (
    <label>
      <span>{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** From a day and to a day, above a list. Put it in `TableFilters`. */
export function DayFilters({
  from = '',
  to = '',
  onFilter,
}: {
  from: string | undefined
  to: string | undefined
  onFilter: (name: 'from' | 'to', value: string) => void
}) {
  return (
    <>
      <label>
        <span>Desde</span>
        <input className="input" type="date" value={from} onChange={(event) => onFilter('from', event.target.value)} />
      </label>
      <label>
        <span>Hasta</span>
        <input className="input" type="date" value={to} onChange={(event) => onFilter('to', event.target.value)} />
      </label>
    </>
  )
}

/** The filters of a list, side by side. */
export const TableFilters = ({ children }: { children: ReactNode }) => <div className="table-filters">{children}</div>
