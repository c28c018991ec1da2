import * as z from 'zod/mini'
import { addDays, addMonths, type Day, DayText, weekdayOf } from '#domain/core/days.ts'
import { firstOfMonth, type Range } from './period.ts'
import { REPORT_NAMES, REPORTS, type ReportName } from './report.ts'

export const EVERY = ['week', 'month'] as const
export type Every = (typeof EVERY)[number]
export const EVERY_LABELS: Readonly<Record<Every, string>> = {
  week: 'Cada semana, los lunes',
  month: 'Cada mes, el día 1',
}

const FILE_FORMATS = ['pdf', 'xlsx'] as const
export type FileFormat = (typeof FILE_FORMATS)[number]

/** The schedules of a company, and the users who receive one of them. */
export const SCHEDULES_MAX = 20
const RECIPIENTS_MAX = 10

export const NewSchedule = z.strictObject({
  report: z.enum(REPORT_NAMES, { error: 'Elige qué reporte enviar' }),
  every: z.enum(EVERY, { error: 'Elige cada cuánto' }),
  format: z.enum(FILE_FORMATS, { error: 'Elige PDF o Excel' }),
  user_ids: z
    .array(z.uuid({ error: 'Elige una persona de la lista' }))
    .check(
      z.minLength(1, { error: 'Elige al menos una persona' }),
      z.maxLength(RECIPIENTS_MAX, { error: `Elige máximo ${RECIPIENTS_MAX} personas` }),
    ),
})

export const Recipient = z.object({ id: z.uuid(), name: z.string(), email: z.string() })
export type Recipient = z.output<typeof Recipient>

export const Schedule = z.object({
  id: z.uuid(),
  report: z.enum(REPORT_NAMES),
  every: z.enum(EVERY),
  format: z.enum(FILE_FORMATS),
  /** The day of the next e-mail, and of the last one. */
  next_on: DayText,
  last_on: z.nullable(DayText),
  created_by: z.string(),
  recipients: z.array(Recipient),
})
export type Schedule = z.output<typeof Schedule>

/** The first day of sending after a day: the next Monday, or the first day of the next month. */
export function sendDayAfter(every: Every, on: Day): Day {
  if (every === 'month') return addMonths(firstOfMonth(on), 1)
  return addDays(on, 7 - ((weekdayOf(on) + 6) % 7))
}

/** The days that the e-mail of a day reports: the week or the month that ended the day before. */
export function sentRange(every: Every, on: Day): Range {
  return { from: every === 'month' ? addMonths(on, -1) : addDays(on, -7), to: addDays(on, -1) }
}

/** 'Facturación, cada mes, el día 1'. */
export const scheduleLabel = ({ report, every }: { report: ReportName; every: Every }): string =>
  `${REPORTS[report].title}, ${EVERY_LABELS[every].toLowerCase()}`
