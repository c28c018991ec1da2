import { useState } from 'react'
import { dayOf } from '#domain/core/days.ts'
import { isPeriod, nextPeriod, type Period, periodLabel, periodOf, previousPeriod } from '#domain/core/period.ts'
import { capitalise } from '#domain/core/text.ts'
import type { ControlProps } from './Field.tsx'

/** The months that a choice has around the current one, unless it says how many ahead. */
const MONTHS_AHEAD = 12
const MONTHS_BACK = 60

type Props = Partial<ControlProps> & {
  value: Period | null
  /** The label of the choice without a month; without it one is always chosen. */
  all?: string
  /** How many months after the current one. */
  ahead?: number
  onChange: (period: Period | null) => void
}

/** A month, in Spanish in every browser: the native control has the language of the browser, and some browsers have none. */
export function MonthSelect({ value, all, ahead = MONTHS_AHEAD, onChange, ...control }: Props) {
  const [current] = useState(() => periodOf(dayOf(new Date())))
  const groups = Map.groupBy(monthsAround(current, value, ahead), (period) => period.slice(0, 4))
  return (
    <select
      {...control}
      className="input"
      value={value ?? ''}
      onChange={({ target }) => onChange(isPeriod(target.value) ? target.value : null)}
    >
      {all !== undefined && <option value="">{all}</option>}
      {[...groups].map(([year, periods]) => (
        <optgroup key={year} label={year}>
          {periods.map((period) => (
            <option key={period} value={period}>
              {capitalise(periodLabel(period))}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

/** The months around the current one, the newest first, with the chosen one also when it is another. */
export function monthsAround(current: Period, chosen: Period | null, ahead = MONTHS_AHEAD): Period[] {
  const months = new Set<Period>(chosen === null ? [current] : [current, chosen])
  let [after, before] = [current, current]
  for (let index = 0; index < ahead; index += 1) months.add((after = nextPeriod(after)))
  for (let index = 0; index < MONTHS_BACK; index += 1) months.add((before = previousPeriod(before)))
  return [...months].toSorted().toReversed()
}
