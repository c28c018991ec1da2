import type { Day } from '#domain/core/days.ts'
import type { Range } from '#domain/reports/period.ts'
import {
  REPORTS,
  type Report,
  type ReportCell,
  type ReportColumn,
  type ReportName,
  type ReportRow,
  type ReportTotal,
  type Unit,
} from '#domain/reports/report.ts'

/** What a report reads its figures for. `previous`: the range to compare with. */
export type Asked = { range: Range; previous: Range; today: Day }

/** A column of a report, by its unit. */
export const column = (key: string, label: string, unit: Unit): ReportColumn => ({ key, label, unit })
export const row = (
  cells: readonly ReportCell[],
  href: string | null = null,
  hrefs?: readonly (string | null)[],
): ReportRow => ({
  cells: [...cells],
  href,
  ...(hrefs && { hrefs: [...hrefs] }),
})

/** A percentage with one decimal; null of nothing. */
export const shareCell = (part: number, of: number): number | null =>
  of === 0 ? null : Math.round((part * 1_000) / of) / 10

/** A mean with one decimal; null of nothing. */
export const meanOf = (all: number, of: number): number | null => (of === 0 ? null : Math.round((all * 10) / of) / 10)

export const total = (
  key: string,
  label: string,
  unit: Unit,
  value: number | null,
  { previous = null, href = null }: { previous?: number | null; href?: string | null } = {},
): ReportTotal => ({ key, label, unit, value, previous, href })

type Parts = Pick<Report, 'columns' | 'rows' | 'totals'> & {
  chart?: string[]
  note?: string
  /** False for figures that exist for today only. */
  hasPrevious?: boolean
}

/** The report of a name with its parts. */
export const reportOf = (
  name: ReportName,
  { range, previous }: Asked,
  { chart, note, hasPrevious = true, ...parts }: Parts,
): Report => ({
  name,
  title: REPORTS[name].title,
  range,
  previous: hasPrevious ? previous : null,
  ...parts,
  chart: chart ?? null,
  note: note ?? null,
})

/** The address of a list with its filters. */
export const listOf = (path: string, filters: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(filters).toString()}`
