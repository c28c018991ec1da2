import { addDays, type Day, dayLabel } from '#domain/core/days.ts'

/** Whether entries may be dated on a day. `closedThrough`: the last closed day of the company, null when none is. */
export const isOpenDay = (day: Day, closedThrough: Day | null): boolean => closedThrough === null || day > closedThrough

/** The day on which a document is posted: its own day, or today when that day is closed. Today is always open. */
export const postingDay = (day: Day, closedThrough: Day | null, today: Day): Day =>
  isOpenDay(day, closedThrough) ? day : today

/** The sentence that refuses a closed day. */
export const closedDayCopy = (closedThrough: Day): string =>
  `La contabilidad está cerrada hasta el ${dayLabel(closedThrough)}: usa una fecha desde el ${dayLabel(addDays(closedThrough, 1))}`
