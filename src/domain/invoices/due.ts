import { addBusinessDays, nextBusinessDay } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { cutOn, nextPeriod, periodOf } from '#domain/core/period.ts'

/** How long a client without a day of the month has for paying. The product's own choice, not a regulator's. */
export const TERM_DAYS = 10

/** The last day for delivering an invoice (R2.1). `notice`: business days, 'billing.delivery_notice' of the dated table. */
export const sendByOn = (due: Day, notice: number): Day => addBusinessDays(due, -notice)

/**
 * When an invoice is due: on the client's own day of the month, the first one from the issue on (the last of a shorter month),
 * or ten days after the issue without one. Moved to the first business day that leaves the notice whole when that is too soon;
 * otherwise it stays where it falls, business day or not.
 */
export function dueOn(issued: Day, paymentDate: number | null, notice: number): Day {
  const wanted = paymentDate === null ? addDays(issued, TERM_DAYS) : nextDateOf(issued, paymentDate)
  return sendByOn(wanted, notice) >= issued ? wanted : addBusinessDays(nextBusinessDay(issued), notice)
}

function nextDateOf(from: Day, date: number): Day {
  const thisMonth = cutOn(periodOf(from), date)
  return thisMonth >= from ? thisMonth : cutOn(nextPeriod(periodOf(from)), date)
}
