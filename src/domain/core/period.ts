import * as z from 'zod/mini'
import { addDays, type Day, day, daysBetween, daysInMonth, monthName } from './days.ts'
import { fractionOf, type Money, PESO } from './money.ts'

declare const billingPeriod: unique symbol

/** A billing period, 'YYYY-MM': the month of its cut. It starts on the day after the previous cut (R7.10). */
export type Period = string & { readonly [billingPeriod]: true }

/** A range of days, both included. `to_on` is null while it has no end. */
export type DayRange = { from_on: Day; to_on: Day | null }
export type PeriodBounds = { from_on: Day; to_on: Day }

export const isPeriod = (text: string): text is Period => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** A period from trusted text. Throws RangeError when it is not a month. */
export function period(text: string): Period {
  if (!isPeriod(text)) throw new RangeError(`not a period: ${text}`)
  return text
}

/** A period in JSON and in a form. */
export const PeriodText = z.custom<Period>((value) => typeof value === 'string' && isPeriod(value), {
  error: 'Escribe un período como 2026-11',
})

/** The period of the calendar month of a day. The billing period of the day depends on the cut: see billingPeriodOf(). */
export const periodOf = (on: Day): Period => period(on.slice(0, 7))

/** The billing period that contains a day, for a cut day: after the cut it is the next one. */
export function billingPeriodOf(on: Day, cutDay: number): Period {
  const ofMonth = periodOf(on)
  return on <= cutDateOf(ofMonth, cutDay) ? ofMonth : nextPeriod(ofMonth)
}

export const nextPeriod = (of: Period): Period => shifted(of, 1)
export const previousPeriod = (of: Period): Period => shifted(of, -1)

/** The day of the cut: in a month without that day, the last one (R7.9). */
export function cutDateOf(of: Period, cutDay: number): Day {
  const date = Math.min(cutDay, daysInMonth(yearOf(of), monthOf(of)))
  return day(`${of}-${String(date).padStart(2, '0')}`)
}

/** The days of a period: from the day after the previous cut to the cut. */
export const periodBounds = (of: Period, cutDay: number): PeriodBounds => ({
  from_on: addDays(cutDateOf(previousPeriod(of), cutDay), 1),
  to_on: cutDateOf(of, cutDay),
})

/** 'noviembre de 2026' */
export const periodLabel = (of: Period): string => `${monthName(monthOf(of))} de ${yearOf(of)}`

/**
 * The days with service in a period, and the days of the period. Suspended days are subtracted, each of them once also where
 * suspensions overlap. The end of a range is the last day served or suspended.
 */
export function countServedDays(
  bounds: PeriodBounds,
  service: DayRange,
  suspensions: readonly DayRange[],
): { served: number; days: number } {
  const days = daysBetween(bounds.from_on, bounds.to_on) + 1
  const clip = (range: DayRange, from: number, to: number): [from: number, to: number] => [
    Math.max(from, daysBetween(bounds.from_on, range.from_on)),
    Math.min(to, range.to_on === null ? to : daysBetween(bounds.from_on, range.to_on)),
  ]
  const [first, last] = clip(service, 0, days - 1)
  let served = Math.max(0, last - first + 1)
  let uncounted = first
  for (const suspension of suspensions.toSorted((a, b) => daysBetween(b.from_on, a.from_on))) {
    const [from, to] = clip(suspension, uncounted, last)
    if (from > to) continue
    served -= to - from + 1
    uncounted = to + 1
  }
  return { served, days }
}

/**
 * The part of a monthly amount for the days served, half-up to the peso (R7.11). For the whole period it is the amount itself,
 * with its centavos; a part is never larger. Throws RangeError when `served` is not between 0 and `days`.
 */
export function prorate(monthly: Money, served: number, days: number): Money {
  if (served < 0 || served > days || days <= 0) throw new RangeError(`served ${served} of ${days} days`)
  if (served === days) return monthly
  const part = fractionOf(monthly, served, days, PESO)
  return Math.abs(part) > Math.abs(monthly) ? monthly : part
}

const yearOf = (of: Period): number => Number(of.slice(0, 4))
const monthOf = (of: Period): number => Number(of.slice(5, 7))

function shifted(of: Period, months: 1 | -1): Period {
  const monthCount = yearOf(of) * 12 + monthOf(of) - 1 + months
  return period(
    `${String(Math.floor(monthCount / 12)).padStart(4, '0')}-${String((monthCount % 12) + 1).padStart(2, '0')}`,
  )
}
