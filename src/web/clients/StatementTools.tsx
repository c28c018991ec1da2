import { useState } from 'react'
import { clientApi } from '#domain/clients/api.ts'
import { STATEMENT_FORMATS, type StatementFormat } from '#domain/clients/statement.ts'
import { type Day, dayOf, isDay } from '#domain/core/days.ts'
import { download } from '#web/core/download.ts'
import { isFailure } from '#web/core/failure.ts'
import { type TableState, useTableUrl } from '#web/core/table-url.ts'
import { LazyMenu } from '#web/ui/LazyMenu.tsx'
import { DayFilters, SelectFilter } from '#web/ui/SelectFilter.tsx'
import { toastError } from '#web/ui/Toasts.tsx'
import { type StatementPeriod, statementPeriods } from './statement-period.ts'

const FORMAT_LABELS: Readonly<Record<StatementFormat, string>> = { pdf: 'PDF', xlsx: 'Excel (XLSX)', csv: 'CSV' }
const OTHER = 'other'

/** The period of a statement of account, kept in the address as `from` and `to`. Without them, the last twelve months. */
export function useStatementPeriod(): { url: TableState; period: StatementPeriod } {
  const url = useTableUrl()
  const [today] = useState(() => dayOf(new Date()))
  const [{ period: usual } = { period: { from: today, to: today } }] = statementPeriods(today)
  const dayAt = (name: 'from' | 'to'): Day => {
    const text = url.filters[name]
    return text !== undefined && isDay(text) ? text : usual[name]
  }
  return { url, period: { from: dayAt('from'), to: dayAt('to') } }
}

type Props = { clientId: string; url: TableState; period: StatementPeriod }

/** The choice of the period of a statement, and its two files. */
export function StatementTools({ clientId, url, period }: Props) {
  const [today] = useState(() => dayOf(new Date()))
  const periods = statementPeriods(today)
  const named = periods.find((one) => one.period.from === period.from && one.period.to === period.to)
  const [isOther, setOther] = useState(named === undefined)
  const [isBusy, setBusy] = useState(false)
  const choose = (value: string): void => {
    const chosen = periods.find((one) => one.value === value)
    setOther(chosen === undefined)
    if (chosen) url.onFilters(chosen.period)
  }
  const save = async (format: StatementFormat): Promise<void> => {
    setBusy(true)
    try {
      await download(clientApi.statementFile, { params: { id: clientId }, query: { ...period, format } })
    } catch (error) {
      if (!isFailure(error)) throw error
      toastError(error.message)
    } finally {
      setBusy(false)
    }
  }
  const isDates = isOther || named === undefined
  return (
    <div className="client-statement__tools">
      <div className="table-filters">
        <SelectFilter
          label="Período"
          all={null}
          options={[...periods, { value: OTHER, label: 'Otras fechas' }]}
          value={isDates ? OTHER : named.value}
          onChange={choose}
        />
        {isDates && <DayFilters from={period.from} to={period.to} onFilter={url.onFilter} />}
      </div>
      <LazyMenu
        label="Descargar el estado de cuenta"
        face={isBusy ? 'Preparando…' : 'Descargar'}
        items={STATEMENT_FORMATS.map((format) => ({
          label: FORMAT_LABELS[format],
          onSelect: () => void save(format),
        }))}
      />
    </div>
  )
}
