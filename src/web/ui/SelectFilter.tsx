import type { ReactNode } from 'react'

type Props = {
  label: string
  /** The label of the option without a filter; null when one of the options is always chosen. */
  all?: string | null
  options: readonly { value: string; label: string }[]
  value: string | undefined
  /** Called with an empty text for the option without a filter. */
  onChange: (value: string) => void
}

/** A filter with some options, above a list. Put it in `TableFilters`. */
export function SelectFilter({ label, all = 'Todos', options, value = '', onChange }: Props) {
  return (
    <label>
      <span>{label}</span>
      <select className="input" value={value} onChange={(event) => onChange(event.target.value)}>
        {all !== null && <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A filter of a range of days, above a list. Put it in `TableFilters`. */
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
