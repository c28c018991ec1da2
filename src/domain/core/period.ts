import * as z from 'zod/mini'
import { addDays, type Day, day, daysBetween, daysInMonth, monthName } from './days.ts'
import { fractionOf, type Money, PESO } from './money.ts'

declare const billingPeriod: unique symbol

/** A billing period, 'YYYY-MM': the month in which its cut falls. It starts the day after the cut before (R7.10). */
export type Period = string & { readonly [billingPeriod]: true }

/** A stretch of days, both included. Without an end it goes on. */
export type Stretch = { from_on: Day; to_on: Day | null }
export type PeriodBounds = { from_on: Day; to_on: Day }

export const isPeriod = (text: string): text is Period => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** A period out of trusted text. Throws when there is no such month. */
export function period(text: string): Period {
  if (!isPeriod(text)) throw new RangeError(`not a period: ${text}`)
  return text
}

/** A period on the wire. */
export const PeriodText = z.custom<Period>((value) => typeof value === 'string' && isPeriod(value), {
  error: 'Escribe un período como 2026-11',
})

/** The period named after the month of a day. Whether the day belongs to it depends on the cut: see billingPeriodOf(). */
export const periodOf = (on: Day): Period => period(on.slice(0, 7))

/** The period that holds a day, for a cut day: after the cut it is the next one. */
export function billingPeriodOf(on: Day, cutDay: number): Period {
  const own = periodOf(on)
  return on <= cutOn(own, cutDay) ? own : nextPeriod(own)
}

export const nextPeriod = (of: Period): Period => shifted(of, 1)
export const previousPeriod = (of: Period): Period => shifted(of, -1)

/** The day of the cut: in a month without that day, the last one (R7.9). */
export function cutOn(of: Period, cutDay: number): Day {
  const date = Math.min(cutDay, daysInMonth(yearOf(of), monthOf(of)))
  return day(`${of}-${String(date).padStart(2, '0')}`)
}

/** From the day after the previous cut to the cut. */
export const periodBounds = (of: Period, cutDay: number): PeriodBounds => ({
  from_on: addDays(cutOn(previousPeriod(of), cutDay), 1),
  to_on: cutOn(of, cutDay),
})

/** 'noviembre de 2026' */
export const periodLabel = (of: Period): string => `${monthName(monthOf(of))} de ${yearOf(of)}`

/**
 * How many days of a period were served, of how many it has: days of service less the suspended ones, each of them once though
 * suspensions overlap. Ends are the last day served or suspended.
 */
export function servedDays(
  bounds: PeriodBounds,
  service: Stretch,
  suspensions: readonly Stretch[],
): { served: number; days: number } {
  const days = daysBetween(bounds.from_on, bounds.to_on) + 1
  const clip = (stretch: Stretch, from: number, to: number): [from: number, to: number] => [
    Math.max(from, daysBetween(bounds.from_on, stretch.from_on)),
    Math.min(to, stretch.to_on === null ? to : daysBetween(bounds.from_on, stretch.to_on)),
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
 * The part of a monthly amount for the days served, half-up to the peso (R7.11). The whole period is the amount itself, with
 * its centavos, and no part costs more than that. Throws when more days are served than there are.
 */
export function prorated(monthly: Money, served: number, days: number): Money {
  if (served < 0 || served > days || days <= 0) throw new RangeError(`served ${served} of ${days} days`)
  if (served === days) return monthly
  const part = fractionOf(monthly, served, days, PESO)
  return Math.abs(part) > Math.abs(monthly) ? monthly : part
}

const yearOf = (of: Period): number => Number(of.slice(0, 4))
const monthOf = (of: Period): number => Number(of.slice(5, 7))

function shifted(of: Period, by: 1 | -1): Period {
  const months = yearOf(of) * 12 + monthOf(of) - 1 + by
  return period(`${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`)
}
