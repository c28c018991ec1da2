import { addDays, type Day, day, fieldsOf, weekdayOf } from './days.ts'

/** Easter Sunday of a year in the Gregorian calendar (Meeus/Butcher). */
export function easter(year: number): Day {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const moonShift = Math.floor((8 * century + 13) / 25)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const toSunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const days = epact + toSunday - 7 * late + 114
  return dayIn(year, Math.floor(days / 31), (days % 31) + 1)
}

const FIXED: readonly [month: number, date: number][] = [
  [1, 1],
  [5, 1],
  [7, 20],
  [8, 7],
  [12, 8],
  [12, 25],
]

/** Holidays that move to the next Monday when they do not fall on a Monday. */
const MOVED: readonly [month: number, date: number][] = [
  [1, 6],
  [3, 19],
  [6, 29],
  [8, 15],
  [10, 12],
  [11, 1],
  [11, 11],
]

/** Days from Easter Sunday: Holy Thursday, Good Friday, and Ascension, Corpus Christi and Sacred Heart on their Mondays. */
const FROM_EASTER = [-3, -2, 43, 64, 71]

const holidays = new Map<number, readonly Day[]>()

/** The holidays of a year in order, each day once, although two holidays may fall on it (Ley 51 de 1983). */
export function holidaysOf(year: number): readonly Day[] {
  const cached = holidays.get(year)
  if (cached) return cached
  const sunday = easter(year)
  const days = [
    ...FIXED.map(([month, date]) => dayIn(year, month, date)),
    ...MOVED.map(([month, date]) => mondayFrom(dayIn(year, month, date))),
    ...FROM_EASTER.map((offset) => addDays(sunday, offset)),
  ]
  const sorted = [...new Set(days)].toSorted()
  holidays.set(year, sorted)
  return sorted
}

export const isHoliday = (value: Day): boolean => holidaysOf(fieldsOf(value).year).includes(value)

/** Monday to Friday and not a holiday. A Saturday is not a business day. */
export function isBusinessDay(value: Day): boolean {
  const weekday = weekdayOf(value)
  return weekday !== 0 && weekday !== 6 && !isHoliday(value)
}

/**
 * The day on which a term of `count` business days ends. The day of the event does not count; a negative count goes back.
 * Zero returns the day itself, also when it is not a business day.
 */
export function addBusinessDays(from: Day, count: number): Day {
  const step = Math.sign(count)
  let current = from
  for (let remaining = Math.abs(count); remaining > 0; ) {
    current = addDays(current, step)
    if (isBusinessDay(current)) remaining -= 1
  }
  return current
}

/** The day itself when it is a business day, otherwise the first business day after it. */
export const nextBusinessDay = (from: Day): Day => (isBusinessDay(from) ? from : addBusinessDays(from, 1))

const dayIn = (year: number, month: number, date: number): Day =>
  day([String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-'))

const mondayFrom = (value: Day): Day => addDays(value, (8 - weekdayOf(value)) % 7)
