import { addMonths, type Day, day, dayLabel } from '#domain/core/days.ts'
import { isYearly, startsAtOnce } from './new-value.ts'
import type { ParameterHistory } from './parameter.ts'

/** How many months before the last day of its last value a number is announced. */
const WARNING_MONTHS = 3

/** Why a regulated number needs a new value: it has none today, or its last known value ends on a day. */
export type RunOut = { kind: 'missing' } | { kind: 'ends'; on: Day }

/**
 * Whether a number has no value today, or its last value ends within WARNING_MONTHS. The value of a yearly number without a last day is the one
 * of the year in which it begins. Null for a number whose first value is not in force yet.
 */
export function runOutOf({ key, current, others }: ParameterHistory, today: Day): RunOut | null {
  // Without a value there is no emergency.
  if (startsAtOnce(key)) return null
  const values = [...(current ? [current] : []), ...others]
  const next = values.filter(({ valid_from }) => valid_from > today)
  if (current === null) return next.length > 0 && next.length === values.length ? null : { kind: 'missing' }
  const on = values
    .map(({ valid_from, valid_to }) => valid_to ?? (isYearly(key) ? day(`${valid_from.slice(0, 4)}-12-31`) : null))
    .reduce((last, end) => (last === null || end === null ? null : end > last ? end : last))
  return on !== null && on < addMonths(today, WARNING_MONTHS) ? { kind: 'ends', on } : null
}

/** 'Salario mínimo mensual: falta el valor de hoy'. */
export const runOutLabel = (label: string, runOut: RunOut): string =>
  runOut.kind === 'missing'
    ? `${label}: no tiene un valor para hoy`
    : `${label}: el último valor que conocemos va hasta el ${dayLabel(runOut.on)}`
