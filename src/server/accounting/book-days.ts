import { type Day, day } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** The days of a book: this month up to today without others. Throws a Refusal on `from` when it is after `to`. */
export function bookDays(query: { from?: Day | undefined; to?: Day | undefined }, today: Day): { from: Day; to: Day } {
  const to = query.to ?? today
  const from = query.from ?? day(`${to.slice(0, 7)}-01`)
  if (from > to) throw refuseField('invalid', 'from', 'El primer día va antes que el último')
  return { from, to }
}
