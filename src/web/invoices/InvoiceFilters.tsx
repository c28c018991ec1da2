import { isDay, shortDayLabel } from '#domain/core/days.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { INVOICE_STATUSES, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { idAt } from '#web/core/table-address.ts'
import type { Chip } from '#web/ui/FilterChips.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'

/** Filters by status and by month. A range of days comes from a link to this page, as chips that can be removed. */
export function InvoiceFilters({
  status,
  period,
  onFilter,
}: {
  status: string
  period: string
  onFilter: (name: string, value: string) => void
}) {
  return (
    <TableFilters>
      <SelectFilter
        label="Estado"
        options={INVOICE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
        value={status}
        onChange={(value) => onFilter('status', value)}
      />
      <label>
        <span>Período</span>
        <input
          className="input"
          type="month"
          placeholder="2026-11"
          value={period}
          onChange={(event) => onFilter('period', isPeriod(event.target.value) ? event.target.value : '')}
        />
      </label>
    </TableFilters>
  )
}

/** The filters of this list in the page address; other parameters are ignored. */
export function readFilters(filters: Readonly<Record<string, string>>) {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  return {
    status: INVOICE_STATUSES.find((known) => known === filters['status']),
    period: filters['period'] !== undefined && isPeriod(filters['period']) ? filters['period'] : undefined,
    from: dayAt('from'),
    to: dayAt('to'),
    due_from: dayAt('due_from'),
    due_to: dayAt('due_to'),
    client_id: idAt(filters, 'client_id'),
    billed: filters['billed'] === 'true' ? ('true' as const) : undefined,
  }
}

const DAYS = { from: 'Emitida desde', to: 'Emitida hasta', due_from: 'Vence desde', due_to: 'Vence hasta' } as const
const DAY_KEYS = ['from', 'to', 'due_from', 'due_to'] as const

/** The label of each active filter. */
export function chipsOf(filters: ReturnType<typeof readFilters>): Chip[] {
  const { status, period, billed, client_id } = filters
  return [
    ...(status ? [{ key: 'status', label: `Estado: ${STATUS_LABELS[status]}` }] : []),
    ...(period ? [{ key: 'period', label: `Período: ${periodLabel(period)}` }] : []),
    ...DAY_KEYS.flatMap((key) => {
      const day = filters[key]
      return day === undefined ? [] : [{ key, label: `${DAYS[key]}: ${shortDayLabel(day)}` }]
    }),
    ...(client_id ? [{ key: 'client_id', label: 'De un cliente' }] : []),
    ...(billed ? [{ key: 'billed', label: 'Sin saldos iniciales' }] : []),
  ]
}
