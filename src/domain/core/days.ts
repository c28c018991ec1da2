import * as z from 'zod/mini'
import { DAY_MS, MINUTE_MS } from './durations.ts'

declare const bogotaDay: unique symbol

/** A calendar day in Bogotá, 'YYYY-MM-DD'. Not an instant: it has no hour and no zone. */
export type Day = string & { readonly [bogotaDay]: true }

/** The time zone of the product. An IANA name, because the offset was not always -05:00 (1992–93). */
export const ZONE = 'America/Bogota'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether a text is a 'YYYY-MM-DD' day that exists in the calendar. */
export function isDay(text: string): text is Day {
  const match = DAY.exec(text)
  if (!match) return false
  const [, year, month, date] = match.map(Number)
  return (
    month !== undefined &&
    month >= 1 &&
    month <= 12 &&
    date !== undefined &&
    date >= 1 &&
    date <= daysInMonth(year ?? 0, month)
  )
}

/** A day from trusted text. Throws RangeError when it does not exist. */
export function day(text: string): Day {
  if (!isDay(text)) throw new RangeError(`not a day: ${text}`)
  return text
}

/** The years that a user can mean: outside of them PostgreSQL and the calendar of JavaScript differ. */
const isInRange = (text: string): boolean => text >= '1900-01-01' && text < '2200-01-01'

/** A day in JSON and in a form. */
export const DayText = z.custom<Day>((value) => typeof value === 'string' && isDay(value) && isInRange(value), {
  error: 'Escribe una fecha que exista',
})

const INSTANT_MAX = 40

/**
 * An instant in JSON, ISO 8601, whose day in UTC and in Bogotá a user can mean. The format allows any number of decimals; `INSTANT_MAX`
 * limits them.
 */
export const instantField = (error: string) =>
  z.iso.datetime({ error, abort: true }).check(
    z.maxLength(INSTANT_MAX, { error, abort: true }),
    z.refine((text) => isInRange(text) && hasDay(new Date(text)), { error }),
  )

/** The number of days of a month. `month` is 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** The day `count` days later, or earlier when it is negative. Computed in UTC, so that the time zone of the server does not change it. */
export const addDays = (from: Day, count: number): Day =>
  day(new Date(Date.parse(from) + count * DAY_MS).toISOString().slice(0, 10))

/** The number of days from `from` to `to`: 0 for the same day, negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** The same date `count` months later, or the last day of that month when it is shorter: 31 January + 1 is 28 February. */
export function addMonths(from: Day, count: number): Day {
  const { year, month, date } = fieldsOf(from)
  const first = new Date(Date.UTC(year, month - 1 + count, 1)).toISOString().slice(0, 8)
  const last = daysInMonth(Number(first.slice(0, 4)), Number(first.slice(5, 7)))
  return day(`${first}${String(Math.min(date, last)).padStart(2, '0')}`)
}

/** The number of whole months from a day to a later one: the largest count for which addMonths() does not pass it. */
export function monthsBetween(from: Day, to: Day): number {
  const [start, end] = [fieldsOf(from), fieldsOf(to)]
  const months = (end.year - start.year) * 12 + end.month - start.month
  return addMonths(from, months) > to ? months - 1 : months
}

/** The day of the week: 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (value: Day): number => new Date(Date.parse(value)).getUTCDay()

const bogotaDate = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The Bogotá day in which an instant falls. */
export const dayOf = (instant: Date): Day => day(bogotaDate.format(instant))

/** The first instant of a day in Bogotá. The offset is constant: Colombia has had no daylight saving time since 1993. */
export const startOfDay = (value: Day): Date => instantAt(value, '00:00')

/** The instant of a time of the clock in Bogotá. `time`: 'HH:MM' or 'HH:MM:SS'; an invalid date for another text. */
export const instantAt = (value: Day, time: string): Date => new Date(`${value}T${time}-05:00`)

/** Whether the Bogotá day of an instant is one that a user can mean: from 1900 to 2199. */
export const hasDay = (instant: Date): boolean =>
  Number.isFinite(instant.getTime()) && isInRange(bogotaDate.format(instant))

/** '2026-11-20' → { year: 2026, month: 11, date: 20 }. */
export function fieldsOf(value: Day): { year: number; month: number; date: number } {
  return { year: Number(value.slice(0, 4)), month: Number(value.slice(5, 7)), date: Number(value.slice(8, 10)) }
}

/** Reads 'dd/mm/aaaa', 'd/m/aaaa' or 'aaaa-mm-dd' as a user types it. Null when it is not a day. */
export function parseDay(text: string): Day | null {
  const match = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})$/.exec(text.trim())
  const iso = match ? `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}` : text.trim()
  return isDay(iso) ? iso : null
}

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const

export const monthName = (month: number): string => MONTHS[month - 1] ?? ''

/** '5 de diciembre de 2026' (FMT-01). */
export function dayLabel(value: Day): string {
  const { year, month, date } = fieldsOf(value)
  return `${date} de ${monthName(month)} de ${year}`
}

/** '05/12/2026', for dense tables and typed fields. */
export const shortDayLabel = (value: Day): string => `${value.slice(8)}/${value.slice(5, 7)}/${value.slice(0, 4)}`

const clock = new Intl.DateTimeFormat('es-CO', { timeZone: ZONE, hour: 'numeric', minute: '2-digit', hour12: true })

/** '3:04 p. m.' in Bogotá. */
export const timeLabel = (instant: Date): string => clock.format(instant).replace(/[\u00a0\u202f]/g, ' ')

/** 'a las 3:04 p. m.', and 'a la 1:07 p. m.', in Bogotá. */
export function atTimeLabel(instant: Date): string {
  const label = timeLabel(instant)
  return `${label.startsWith('1:') ? 'a la' : 'a las'} ${label}`
}

const time = new Intl.DateTimeFormat('en-GB', { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** '15:04' in Bogotá, as a field of a time has it. */
export const timeInBogota = (instant: Date): string => time.format(instant)

/** '5 de diciembre de 2026, 3:04 p. m.' in Bogotá. */
export function instantLabel(instant: Date): string {
  return `${dayLabel(dayOf(instant))}, ${timeLabel(instant)}`
}

/** '05/12/2026, 3:04 p. m.' in Bogotá, for dense tables. */
export const shortInstantLabel = (instant: Date): string => `${shortDayLabel(dayOf(instant))}, ${timeLabel(instant)}`

/** 'Ahora', 'Hace 5m', 'Hace 2h', 'Hace 3d' (FMT-01). A future instant is 'Ahora'. */
export function agoLabel(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / MINUTE_MS)
  if (minutes < 1) return 'Ahora'
  if (minutes < 60) return `Hace ${minutes}m`
  if (minutes < 24 * 60) return `Hace ${Math.floor(minutes / 60)}h`
  return `Hace ${Math.floor(minutes / (24 * 60))}d`
}
