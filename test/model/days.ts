/**
 * The calendar of the model: days are texts, 'YYYY-MM-DD'. Written independently of the product's, from the rules and from the
 * printed calendars, so that an error in one is not repeated in the other.
 */

/** Colombian holidays from Monday to Friday, as the calendars of those years print them. */
const HOLIDAYS = new Set(
  `2027-01-01 2027-01-11 2027-03-22 2027-03-25 2027-03-26 2027-05-10 2027-05-31 2027-06-07 2027-07-05 2027-07-20 2027-08-16
   2027-10-18 2027-11-01 2027-11-15 2027-12-08 2028-01-10 2028-03-20 2028-04-13 2028-04-14 2028-05-01 2028-05-29 2028-06-19
   2028-06-26 2028-07-03 2028-07-20 2028-08-07 2028-08-21 2028-10-16 2028-11-06 2028-11-13 2028-12-08 2028-12-25`.split(
    /\s+/,
  ),
)
/** The clock of a sequence is always within the years of HOLIDAYS. */
export const FIRST_INSTANT = Date.parse('2027-01-04T15:00:00Z')
export const LAST_INSTANT = Date.parse('2028-10-20T15:00:00Z')

const DAY_MS = 86_400_000
/** Bogotá has been five hours behind UTC since 1993. */
const BEHIND_MS = 5 * 3_600_000

const text = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const dayAt = (instant: number): string => text(instant - BEHIND_MS)
export const plusDays = (day: string, count: number): string => text(Date.parse(day) + count * DAY_MS)
const countDays = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
/** Every day from one to another, both included. */
export const daysFrom = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) + 1 }, (_, index) => plusDays(from, index))

const isBusiness = (day: string): boolean =>
  !HOLIDAYS.has(day) && ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

function businessDays(from: string, count: number): string {
  let day = from
  for (let left = Math.abs(count); left > 0; left -= isBusiness(day) ? 1 : 0) day = plusDays(day, Math.sign(count))
  return day
}

export const monthOf = (day: string): string => day.slice(0, 7)
export const monthAfter = (month: string, count: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
}
/** The whole months from a day to another. A month that has no such day ends on its last one. */
export function monthsFrom(from: string, to: string): number {
  let count = 0
  while (cutOf(monthAfter(monthOf(from), count + 1), Number(from.slice(8))) <= to) count += 1
  return count
}
/** The same day of some months before. A month that has no such day gives its last one. */
export const sameDayMonthsBefore = (day: string, count: number): string =>
  cutOf(monthAfter(monthOf(day), -count), Number(day.slice(8)))
export const lastOf = (month: string): string => plusDays(`${monthAfter(month, 1)}-01`, -1)
/** The cut of a month: its day of the month, or the last one of a shorter month. */
const cutOf = (month: string, cutDay: number): string => {
  const wanted = `${month}-${String(cutDay).padStart(2, '0')}`
  return wanted < lastOf(month) ? wanted : lastOf(month)
}
/** The first and the last day of a billing period. */
export const boundsOf = (month: string, cutDay: number): [from: string, to: string] => [
  plusDays(cutOf(monthAfter(month, -1), cutDay), 1),
  cutOf(month, cutDay),
]

const DELIVERY_NOTICE = 5
const CUT_NOTICE = 3
const TERM_DAYS = 10

/** The client's payment day or ten days after the issue, and at least five business days after the issue. */
export function dueOn(issued: string, paymentDate: number | null): string {
  const own = (date: number): string => {
    const near = cutOf(monthOf(issued), date)
    return near >= issued ? near : cutOf(monthAfter(monthOf(issued), 1), date)
  }
  const wanted = paymentDate === null ? plusDays(issued, TERM_DAYS) : own(paymentDate)
  if (businessDays(wanted, -DELIVERY_NOTICE) >= issued) return wanted
  return noticeFrom(issued)
}

/** The first business day with the complete delivery notice. */
export const noticeFrom = (day: string): string => businessDays(payableUntil(day), DELIVERY_NOTICE)

/** A due day that is not a business day can be paid until the next one. */
export const payableUntil = (due: string): string => (isBusiness(due) ? due : businessDays(due, 1))

/** The first cut that is at least three business days away: a contract ends on it, and another plan begins after it. */
export function cutWithNotice(asked: string, cutDay: number): string {
  let month = monthOf(asked)
  while (cutOf(month, cutDay) < asked || businessDays(cutOf(month, cutDay), -CUT_NOTICE) < asked)
    month = monthAfter(month, 1)
  return cutOf(month, cutDay)
}
