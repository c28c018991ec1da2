import { addDays, type Day } from '#domain/core/days.ts'
import { blockOf } from '#domain/reports/period.ts'
import type { Span } from '#domain/reports/report.ts'
import { DayFilters, SelectFilter } from '#web/ui/SelectFilter.tsx'
import { PRESET_OPTIONS, type ReportPeriod } from './use-report-range.ts'

/** The quarters and half years that can be chosen: those of two years. */
const BLOCKS_SHOWN = { quarter: 8, half: 4 } as const

/** The choice of the period of a report. A report of today has none. */
export function PeriodTools({ span, period }: { span: Span; period: ReportPeriod }) {
  if (span === 'today') return null
  return (
    <div className="table-filters report-tools">
      {span === 'range' || span === 'past' ? (
        <>
          <SelectFilter
            label="Período"
            all={null}
            options={PRESET_OPTIONS}
            value={period.preset}
            onChange={period.onPreset}
          />
          {period.preset === 'otro' && (
            <DayFilters from={period.range.from} to={period.range.to} onFilter={period.onDay} />
          )}
        </>
      ) : (
        <SelectFilter
          label={span === 'quarter' ? 'Trimestre' : 'Semestre'}
          all={null}
          options={blocksOf(span, period.today)}
          value={period.range.to}
          onChange={(to) => period.onDay('to', to)}
        />
      )}
    </div>
  )
}

/** The current quarter or half year and those before it, by their last day. */
function blocksOf(span: 'quarter' | 'half', today: Day): { value: string; label: string }[] {
  const options: { value: string; label: string }[] = []
  for (let on = today; options.length < BLOCKS_SHOWN[span]; ) {
    const { from, to, year, number } = blockOf(on, span === 'quarter' ? 3 : 6)
    options.push({ value: to, label: `${span === 'quarter' ? 'Trimestre' : 'Semestre'} ${number} de ${year}` })
    on = addDays(from, -1)
  }
  return options
}
