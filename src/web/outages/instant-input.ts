import { HOUR_MS } from '#domain/core/durations.ts'

/** The value of a control `datetime-local` in Bogotá, without seconds. Colombia has one time zone, without daylight saving time. */
export const inputOf = (instant: Date): string => new Date(instant.getTime() - OFFSET_MS).toISOString().slice(0, 16)

/** The instant of the value of such a control. Another text is returned as it is, for the schema to refuse it. */
export function instantOf(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value)) return value
  const time = Date.parse(`${value}:00-05:00`)
  return Number.isNaN(time) ? value : new Date(time).toISOString()
}

const OFFSET_MS = 5 * HOUR_MS
