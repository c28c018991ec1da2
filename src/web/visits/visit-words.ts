import { addBusinessDays } from '#domain/core/calendar.ts'
import { type Day, dayLabel, weekdayOf } from '#domain/core/days.ts'
import { isOpenVisit, timeOfVisitLabel, VISIT_STATE_LABELS, type Visit, type VisitState } from '#domain/visits/visit.ts'
import type { Tone } from '#web/ui/Badge.tsx'

export const VISIT_TONES: Readonly<Record<VisitState, Tone>> = {
  planned: 'info',
  moved: 'warn',
  done: 'good',
  missed: 'bad',
  cancelled: 'quiet',
}

/** The state of a visit in words: one without a day is not planned yet. */
export const stateLabel = ({ state, day }: Pick<Visit, 'state' | 'day'>): string =>
  isOpenVisit(state) && day === null ? 'Por programar' : VISIT_STATE_LABELS[state]

const WEEKDAYS = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'] as const

export const weekdayLabel = (day: Day): string => WEEKDAYS[weekdayOf(day)] ?? ''

/** 'Lunes 23 de noviembre de 2026, en la mañana'. */
export function whenLabel({ day, ...time }: Pick<Visit, 'day' | 'slot' | 'from_time' | 'to_time'>): string {
  if (day === null) return 'Sin día todavía'
  const [weekday, hour] = [weekdayLabel(day), timeOfVisitLabel(time)]
  return `${weekday.slice(0, 1).toUpperCase()}${weekday.slice(1)} ${dayLabel(day)}, ${hour.slice(0, 1).toLowerCase()}${hour.slice(1)}`
}

/** Business days before the last legal day of an installation in which the board marks it (R2.14). */
const DUE_SOON = 5

/** The mark of an installation that is near or after its last legal day. Null for the others. */
export function dueMark({ due_on, state }: Visit, today: Day): { tone: Tone; text: string } | null {
  if (due_on === null || !isOpenVisit(state)) return null
  if (due_on < today) return { tone: 'bad', text: `El plazo venció el ${dayLabel(due_on)}` }
  if (addBusinessDays(today, DUE_SOON) < due_on) return null
  return { tone: 'warn', text: due_on === today ? 'El plazo vence hoy' : `El plazo vence el ${dayLabel(due_on)}` }
}
