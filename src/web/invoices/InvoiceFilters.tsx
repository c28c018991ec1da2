import { isDay, shortDayLabel } from '#domain/core/days.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { ELECTRONIC_LABELS, PENDING_ELECTRONIC, type PendingElectronic } from '#domain/invoices/electronic.ts'
import { BALANCE_FILTERS, BALANCE_LABELS, INVOICE_STATUSES, STATUS_LABELS } from '#domain/invoices/invoice.ts'
import { idFilterOf } from '#web/core/table-address.ts'
import type { Chip } from '#web/ui/FilterChips.tsx'
import { MonthSelect } from '#web/ui/MonthSelect.tsx'
import { SelectFilter, TableFilters } from '#web/ui/SelectFilter.tsx'

/** Filters by status and by month. A range of days comes from a link to this page, as chips that can be removed. */
export function InvoiceFilters({
  status,
  balance,
  period,
  electronic,
  onFilter,
  onFilters,
}: {
  status: string
  balance: string
  period: string
  electronic: string
  onFilter: (name: string, value: string) => void
  onFilters: (changes: Readonly<Record<string, string>>) => void
}) {
  return (
    <TableFilters>
      <SelectFilter
        label="Estado"
        options={STATE_OPTIONS}
        value={electronic === '' ? status : `${AT_DIAN}${electronic}`}
        onChange={(value) => onFilters(stateChange(value))}
      />
      <SelectFilter
        label="Saldo"
        options={BALANCE_FILTERS.map((value) => ({ value, label: BALANCE_LABELS[value] }))}
        value={balance}
        onChange={(value) => onFilter('balance', value)}
      />
      <label>
        <span>Período</span>
        <MonthSelect
          all="Todos"
          value={isPeriod(period) ? period : null}
          onChange={(chosen) => onFilter('period', chosen ?? '')}
        />
      </label>
    </TableFilters>
  )
}

const AT_DIAN = 'dian:'

const dianLabel = (state: PendingElectronic): string => `DIAN: ${ELECTRONIC_LABELS[state].toLowerCase()}`

/** The states of an invoice, and those of its electronic document that someone waits for or must look at. */
const STATE_OPTIONS = [
  ...INVOICE_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
  ...PENDING_ELECTRONIC.map((value) => ({ value: `${AT_DIAN}${value}`, label: dianLabel(value) })),
]

/** One of the two states takes the place of the other. */
const stateChange = (value: string) =>
  value.startsWith(AT_DIAN)
    ? { status: '', electronic: value.slice(AT_DIAN.length) }
    : { status: value, electronic: '' }

/** The filters of this list in the page address; other parameters are ignored. */
export function readFilters(filters: Readonly<Record<string, string>>) {
  const dayAt = (name: string) => {
    const text = filters[name]
    return text !== undefined && isDay(text) ? text : undefined
  }
  return {
    status: INVOICE_STATUSES.find((known) => known === filters['status']),
    balance: BALANCE_FILTERS.find((known) => known === filters['balance']),
    period: filters['period'] !== undefined && isPeriod(filters['period']) ? filters['period'] : undefined,
    from: dayAt('from'),
    to: dayAt('to'),
    due_from: dayAt('due_from'),
    due_to: dayAt('due_to'),
    payable_from: dayAt('payable_from'),
    payable_to: dayAt('payable_to'),
    client_id: idFilterOf(filters, 'client_id'),
    billed: filters['billed'] === 'true' ? ('true' as const) : undefined,
    plan: filters['plan']?.slice(0, 120),
    municipality_code: /^\d{5}$/.test(filters['municipality_code'] ?? '') ? filters['municipality_code'] : undefined,
    technician_id: idFilterOf(filters, 'technician_id'),
    electronic: PENDING_ELECTRONIC.find((known) => known === filters['electronic']),
  }
}

const DAYS = {
  from: 'Emitida desde',
  to: 'Emitida hasta',
  due_from: 'Vence desde',
  due_to: 'Vence hasta',
  payable_from: 'Último día de pago desde',
  payable_to: 'Último día de pago hasta',
} as const
const DAY_KEYS = ['from', 'to', 'due_from', 'due_to', 'payable_from', 'payable_to'] as const

/** The label of each active filter. `client`, `place` and `technician`: the names of those of the filter, while they are known. */
export function chipsOf(
  filters: ReturnType<typeof readFilters>,
  { client, place, technician }: Record<'client' | 'place' | 'technician', string | undefined>,
): Chip[] {
  const { status, balance, client_id, period, billed, plan, municipality_code, technician_id, electronic } = filters
  return [
    ...(client_id ? [{ key: 'client_id', label: `Cliente: ${client ?? 'uno'}` }] : []),
    ...(balance ? [{ key: 'balance', label: `Saldo: ${BALANCE_LABELS[balance]}` }] : []),
    ...(status ? [{ key: 'status', label: `Estado: ${STATUS_LABELS[status]}` }] : []),
    ...(period ? [{ key: 'period', label: `Período: ${periodLabel(period)}` }] : []),
    ...DAY_KEYS.flatMap((key) => {
      const day = filters[key]
      return day === undefined ? [] : [{ key, label: `${DAYS[key]}: ${shortDayLabel(day)}` }]
    }),
    ...(plan ? [{ key: 'plan', label: `Plan: ${plan}` }] : []),
    ...(municipality_code ? [{ key: 'municipality_code', label: `Municipio: ${place ?? municipality_code}` }] : []),
    ...(technician_id ? [{ key: 'technician_id', label: `Técnico: ${technician ?? 'uno'}` }] : []),
    ...(electronic ? [{ key: 'electronic', label: dianLabel(electronic) }] : []),
    ...(billed ? [{ key: 'billed', label: 'Sin saldos iniciales' }] : []),
  ]
}
