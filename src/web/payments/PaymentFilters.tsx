import { isDay } from '#domain/core/days.ts'
import { METHOD_LABELS, PAYMENT_METHODS } from '#domain/payments/payment.ts'

/** The filters of the address that this list knows; whatever else stands there is left alone. */
export function readFilters(filters: Readonly<Record<string, string>>) {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  return { method: PAYMENT_METHODS.find((known) => known === filters['method']), from: dayAt('from'), to: dayAt('to') }
}

type Props = { filters: ReturnType<typeof readFilters>; onFilter: (name: string, value: string) => void }

/** By which way, and between which days. */
export function PaymentFilters({ filters, onFilter }: Props) {
  return (
    <div className="table-filters">
      <label>
        <span>Medio</span>
        <select
          className="input"
          value={filters.method ?? ''}
          onChange={(event) => onFilter('method', event.target.value)}
        >
          <option value="">Todos</option>
          {PAYMENT_METHODS.map((method) => (
            <option key={method} value={method}>
              {METHOD_LABELS[method]}
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
