import { useState } from 'react'
import { addDays, addMonths, type Day, dayOf, isDay } from '#domain/core/days.ts'
import { blockOf, firstOfMonth, type Range } from '#domain/reports/period.ts'
import type { Span } from '#domain/reports/report.ts'
import { useTableUrl } from '#web/core/table-url.ts'

/** The periods that a user chooses by name; 'otro' is two days. */
const PRESETS = ['mes', 'anterior', 'trimestre', 'doce', 'ano', 'otro'] as const
type Preset = (typeof PRESETS)[number]
const PRESET_LABELS: Readonly<Record<Preset, string>> = {
  mes: 'Este mes',
  anterior: 'Mes anterior',
  trimestre: 'Últimos 3 meses',
  doce: 'Últimos 12 meses',
  ano: 'Este año',
  otro: 'Otras fechas',
}
export const PRESET_OPTIONS = PRESETS.map((value) => ({ value, label: PRESET_LABELS[value] }))

export type ReportPeriod = {
  preset: Preset
  /** The days in the query of the report. */
  query: { from?: Day; to?: Day }
  range: Range
  today: Day
  onPreset: (value: string) => void
  onDay: (name: 'from' | 'to', value: string) => void
}

const REMEMBERED = 'enlace-report-period'

/** The period of a report: of the page address, else the one that the user chose last on this device. */
export function useReportRange(span: Span): ReportPeriod {
  const { filters, onFilters } = useTableUrl()
  const [today] = useState(() => dayOf(new Date()))
  const [remembered, setRemembered] = useState(() => presetOf(localStorage.getItem(REMEMBERED)))
  const chosen = filters['period'] === undefined ? remembered : presetOf(filters['period'])
  const range = span === 'range' || span === 'past' ? rangeOf(chosen, filters, today) : blockRange(span, filters, today)
  const onPreset = (value: string): void => {
    const preset = presetOf(value)
    if (preset !== 'otro') localStorage.setItem(REMEMBERED, preset)
    setRemembered(preset === 'otro' ? remembered : preset)
    onFilters(
      preset === 'otro' ? { period: preset, from: range.from, to: range.to } : { period: preset, from: '', to: '' },
    )
  }
  const onDay = (name: 'from' | 'to', value: string): void => onFilters({ period: 'otro', ...range, [name]: value })
  return { preset: chosen, query: span === 'today' ? {} : range, range, today, onPreset, onDay }
}

const presetOf = (text: string | null): Preset => PRESETS.find((known) => known === text) ?? 'mes'

function rangeOf(preset: Preset, filters: Readonly<Record<string, string>>, today: Day): Range {
  const month = firstOfMonth(today)
  if (preset === 'anterior') return { from: addMonths(month, -1), to: addDays(month, -1) }
  if (preset === 'trimestre') return { from: addMonths(month, -2), to: today }
  if (preset === 'doce') return { from: addMonths(month, -11), to: today }
  if (preset === 'ano') return { from: blockOf(addMonths(month, 1 - Number(month.slice(5, 7))), 6).from, to: today }
  if (preset === 'otro') return typedRange(filters, today)
  return { from: month, to: today }
}

/** The days of the address; a day that does not exist, or an empty range, is this month. */
function typedRange({ from = '', to = '' }: Readonly<Record<string, string>>, today: Day): Range {
  return isDay(from) && isDay(to) && from <= to ? { from, to } : { from: firstOfMonth(today), to: today }
}

/** The quarter or half year of the address, else the current one. */
function blockRange(
  span: 'today' | 'quarter' | 'half',
  { to = '' }: Readonly<Record<string, string>>,
  today: Day,
): Range {
  if (span === 'today') return { from: today, to: today }
  const { from, to: last } = blockOf(isDay(to) ? to : today, span === 'quarter' ? 3 : 6)
  return { from, to: last }
}
