import { isDay, shortDayLabel } from '#domain/core/days.ts'
import { pesos, pesosLabel } from '#domain/core/money.ts'
import { isPeriod, periodLabel } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import type { ReportCell, Unit } from './report.ts'

const count = new Intl.NumberFormat('es-CO')
const tenth = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })

/** A cell as a person reads it: '$ 1.234,00', '12', '3,5 %', 'Noviembre de 2026'; a dash for nothing. */
export function cellLabel(value: ReportCell, unit: Unit): string {
  if (value === null) return '—'
  if (typeof value === 'string')
    return isDay(value) ? shortDayLabel(value) : isPeriod(value) ? capitalise(periodLabel(value)) : value
  if (unit === 'pesos') return pesosLabel(pesos(value))
  if (unit === 'share') return `${tenth.format(value)} %`
  if (unit === 'days') return tenth.format(value)
  return unit === 'count' ? count.format(value) : String(value)
}

/** How much more or less than before, in words: '12,5 % más que antes'. Null without a figure to compare with. */
export function changeLabel(value: number | null, previous: number | null, unit: Unit): string | null {
  if (value === null || previous === null) return null
  if (value === previous) return 'Igual que antes'
  if (unit === 'share' || unit === 'days' || previous === 0) return `Antes: ${cellLabel(previous, unit)}`
  const change = tenth.format((Math.abs(value - previous) * 100) / Math.abs(previous))
  return `${change} % ${value > previous ? 'más' : 'menos'} que antes (${cellLabel(previous, unit)})`
}
