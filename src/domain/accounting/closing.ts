import * as z from 'zod/mini'
import { addDays, type Day, DayText } from '#domain/core/days.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { trimmedText } from '#domain/core/text.ts'

/** One change of the closing day. `closed_through`: the last closed day, null when every day was opened again. */
export const BookClosing = z.object({
  position: z.number(),
  closed_through: z.nullable(DayText),
  reason: z.nullable(z.string()),
  actor_name: z.string(),
  created_at: z.iso.datetime(),
})
export type BookClosing = z.output<typeof BookClosing>

export const NewBookClosing = z.strictObject({
  /** The last day to close; null opens every day again. */
  closed_through: z.nullable(DayText),
  /** Required when a closed day is opened again. */
  reason: z.optional(trimmedText(300)),
})
export type NewBookClosing = z.output<typeof NewBookClosing>

/** Whether a change opens days that are closed. */
export const opensDays = (closing: Pick<NewBookClosing, 'closed_through'>, current: Day | null): boolean =>
  current !== null && (closing.closed_through === null || closing.closed_through < current)

/** Throws a Refusal when the day is not before today, is the one in force, or is earlier without a reason. */
export function assertClosing(closing: NewBookClosing, current: Day | null, today: Day): void {
  const { closed_through: day, reason } = closing
  if (day !== null && day >= today) {
    throw refuseField('invalid', 'closing.closed_through', 'Solo se cierran días que ya pasaron: hoy sigue abierto')
  }
  if (day === current) {
    const copy = day === null ? 'No hay ningún día cerrado' : 'Ese ya es el día de cierre'
    throw refuseField('conflict', 'closing.closed_through', copy)
  }
  if (opensDays(closing, current) && (reason ?? '') === '') {
    throw refuseField('invalid', 'closing.reason', 'Escribe por qué se abren días que ya estaban cerrados')
  }
}

/** The first day that is open; null when no day is closed. */
export const firstOpenDay = (closedThrough: Day | null): Day | null =>
  closedThrough === null ? null : addDays(closedThrough, 1)
