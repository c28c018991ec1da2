import { monthName } from '#domain/core/days.ts'
import { isPeriod } from '#domain/core/period.ts'
import type { Report, ReportCell, ReportColumn } from '#domain/reports/report.ts'
import { cellLabel } from '#domain/reports/words.ts'
import { shortPesos } from '#web/dashboard/axis.ts'
import { Columns } from '#web/dashboard/Columns.tsx'
import '#web/dashboard/dashboard.css'

const amountOf = (cell: ReportCell | undefined): number => (typeof cell === 'number' ? Math.max(0, cell) : 0)
const isDated = ({ columns }: Report): boolean => columns[0]?.key === 'part'

/** The chart of a report: columns for days and months, bars for the rest. Its figures are in the table below it. */
export function ReportChart({ report }: { report: Report }) {
  const series = report.columns.flatMap((column, at) => (report.chart?.includes(column.key) ? [{ ...column, at }] : []))
  return isDated(report) ? <DatedChart report={report} series={series} /> : <Bars report={report} series={series} />
}

type Series = ReportColumn & { at: number }

function DatedChart({ report, series }: { report: Report; series: readonly Series[] }) {
  const [first] = series
  if (!first) return null
  return (
    <>
      <Columns
        title={report.title}
        kinds={series.length === 1 ? ['money'] : ['joined', 'left']}
        markLabel={first.unit === 'pesos' ? shortPesos : String}
        bars={report.rows.map(({ cells }) => {
          const key = String(cells[0])
          const figures = series.map(({ at, label, unit }) => `${label} ${cellLabel(cells[at] ?? null, unit)}`)
          return {
            key,
            label: shortLabel(key, report.rows.length),
            values: series.map(({ at }) => amountOf(cells[at])),
            title: `${cellLabel(key, 'text')}: ${figures.join(', ')}`,
          }
        })}
      />
      {series.length > 1 && (
        <ul className="chart__legend" role="list">
          {series.map(({ key, label }, index) => (
            <li key={key} className={`chart__key chart__key--${index === 0 ? 'joined' : 'left'}`}>
              {label}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const MANY = 20

/** 'nov' for a month, '5' for a day; of many columns only some have a label. */
function shortLabel(key: string, count: number): string {
  if (isPeriod(key))
    return count > MANY && Number(key.slice(5)) % 3 !== 1 ? '' : monthName(Number(key.slice(5))).slice(0, 3)
  const date = Number(key.slice(8))
  return count > MANY && date % 5 !== 1 ? '' : String(date)
}

const BAR_HEIGHT = 12

/** A bar for each row, with its name and its value. */
function Bars({ report, series }: { report: Report; series: readonly Series[] }) {
  const [first] = series
  if (!first) return null
  const highest = Math.max(1, ...report.rows.map(({ cells }) => amountOf(cells[first.at])))
  return (
    <ul className="report-bars" role="list">
      {report.rows.map(({ cells }) => (
        <li key={String(cells[0])}>
          <span>{cells[0]}</span>
          <span className="figures">{cellLabel(cells[first.at] ?? null, first.unit)}</span>
          <svg viewBox={`0 0 100 ${BAR_HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <rect className="report-bars__ground" width="100" height={BAR_HEIGHT} />
            <rect
              className="report-bars__bar"
              width={(amountOf(cells[first.at]) * 100) / highest}
              height={BAR_HEIGHT}
            />
          </svg>
        </li>
      ))}
    </ul>
  )
}
