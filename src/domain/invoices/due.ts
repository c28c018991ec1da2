import { addBusinessDays, nextBusinessDay } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { cutDateOf, nextPeriod, periodOf } from '#domain/core/period.ts'

/** The days for payment of a client without a payment day. A choice of the product, not of a regulator. */
export const TERM_DAYS = 10

/** The last day for the delivery of an invoice (R2.1). `notice`: business days, 'billing.delivery_notice' of the table of parameters. */
export const sendByOn = (due: Day, notice: number): Day => addBusinessDays(due, -notice)

/**
 * The day on which an invoice is due: the first payment day of the client from the issue on (the last day of a shorter month), or
 * TERM_DAYS after the issue for a client without a payment day. When that day is too soon for the delivery notice, it is the first
 * business day with the complete notice; otherwise it does not move, also when it is not a business day.
 */
export function dueOn(issued: Day, paymentDate: number | null, notice: number): Day {
  const preferred = paymentDate === null ? addDays(issued, TERM_DAYS) : nextDateOf(issued, paymentDate)
  return sendByOn(preferred, notice) >= issued ? preferred : addBusinessDays(nextBusinessDay(issued), notice)
}

/** The last day to pay without being overdue: the due day, or the next business day when it is not one (R2.25). */
export const lastPayableOn = (due: Day): Day => nextBusinessDay(due)

function nextDateOf(from: Day, date: number): Day {
  const thisMonth = cutDateOf(periodOf(from), date)
  return thisMonth >= from ? thisMonth : cutDateOf(nextPeriod(periodOf(from)), date)
}

/**
 * Whether an invoice was not delivered by the last day for it: sent later, or not sent and that day has passed (R2.1). `sentOn`: null
 * when it was not sent.
 */
export const isLateDelivery = (sendBy: Day, sentOn: Day | null, today: Day): boolean => (sentOn ?? today) > sendBy
