import { addBusinessDays, isBusinessDay } from '#domain/core/calendar.ts'
import type { Day } from '#domain/core/days.ts'

/** The last business day that is not after a day: a provider signs and installs on these. */
export const workdayUntil = (day: Day): Day => (isBusinessDay(day) ? day : addBusinessDays(day, -1))
