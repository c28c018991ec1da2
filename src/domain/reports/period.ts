import { addDays, addMonths, type Day, daysBetween, daysInMonth, fieldsOf } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** A range of days, both included. */
export type Range = { from: Day; to: Day }

/** The longest range of a report, in days: three years. */
const REPORT_DAYS_MAX = 1_096
/** A longer range is shown by month. */
const BY_DAY_MAX = 31

/** The range of a report: the requested one, or this month up to today. Throws a Refusal for a range that is empty or too long. */
export function reportRange(asked: { from?: Day | undefined; to?: Day | undefined }, today: Day): Range {
  const to = asked.to ?? today
  const from = asked.from ?? firstOfMonth(to)
  if (from > to) throw refuseField('invalid', 'from', 'El primer día va antes que el último')
  if (daysBetween(from, to) >= REPORT_DAYS_MAX) throw refuseField('invalid', 'from', 'Elige máximo tres años')
  return { from, to }
}

/** Throws a Refusal for a range with days that have not come: what ends or begins on them may still change. */
export function assertPast({ to }: Range, today: Day): void {
  if (to > today) throw refuseField('invalid', 'to', 'El último día es hoy o uno anterior')
}

/**
 * The range to compare with: as many months before when it begins on the first day of a month, else as many days before. A part of a
 * month is compared with the same part of an earlier one.
 */
export function previousRange({ from, to }: Range): Range {
  if (fieldsOf(from).date !== 1) {
    const days = daysBetween(from, to) + 1
    return { from: addDays(from, -days), to: addDays(from, -1) }
  }
  const [start, end] = [fieldsOf(from), fieldsOf(to)]
  const months = (end.year - start.year) * 12 + end.month - start.month + 1
  const isWhole = end.date === daysInMonth(end.year, end.month)
  return { from: addMonths(from, -months), to: isWhole ? addDays(from, -1) : addMonths(to, -months) }
}

/** The parts of a range that a report shows, one row each: its days, or its months when it is longer than a month. */
export function partsOf({ from, to }: Range): { key: string; range: Range }[] {
  const byDay = daysBetween(from, to) < BY_DAY_MAX
  const parts: { key: string; range: Range }[] = []
  for (let first = from; first <= to; ) {
    const last = byDay ? first : earlier(lastOfMonth(first), to)
    parts.push({ key: byDay ? first : first.slice(0, 7), range: { from: first, to: last } })
    first = addDays(last, 1)
  }
  return parts
}

/** The quarter that contains a day, or the half year (`months` 6). */
export function blockOf(on: Day, months: 3 | 6): Range & { year: number; number: number } {
  const { year, month } = fieldsOf(on)
  const number = Math.ceil(month / months)
  const from = addMonths(firstOfMonth(on), (number - 1) * months + 1 - month)
  return { from, to: addDays(addMonths(from, months), -1), year, number }
}

export const firstOfMonth = (on: Day): Day => addDays(on, 1 - fieldsOf(on).date)
const lastOfMonth = (on: Day): Day => addDays(addMonths(firstOfMonth(on), 1), -1)
const earlier = (a: Day, b: Day): Day => (a < b ? a : b)
