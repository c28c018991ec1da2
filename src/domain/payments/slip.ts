import { addDays, type Day, startOfDay } from '#domain/core/days.ts'
import { DAY_MS, HOUR_MS } from '#domain/core/durations.ts'
import { type OnlineMethod, PAGE_METHOD } from '#domain/integrations/online-method.ts'
import { nextCheckAt } from './attempt.ts'
import { nextPageCheckAt } from './wompi-page.ts'

/** The method whose payer gets a slip and pays in cash with it. */
export const SLIP_METHOD = 'bancolombia_collect' satisfies OnlineMethod

/** The days after the one on which a slip was asked for, until the end of which it is paid. */
const SLIP_DAYS = 3

/**
 * The last second to pay a slip that is asked for on a day: 23:59:59 of its third day in Bogotá, or of the last day of the instalment that
 * it pays (`until`), after which the money would not keep the agreement.
 */
export function slipExpiry(today: Day, until: Day | null = null): Date {
  const own = addDays(today, SLIP_DAYS)
  const last = until !== null && until >= today && until < own ? until : own
  return new Date(startOfDay(addDays(last, 1)).getTime() - 1_000)
}

const CHECK_EACH_MS = 2 * HOUR_MS
/** The days of a slip, and one more: the provider may say late that it was paid or not. */
const CHECKED_OFTEN_MS = (SLIP_DAYS + 2) * DAY_MS

/**
 * The instant of the next query to the provider about a payment of a method, null after the last one. A slip is paid at any hour of
 * its days and its event may be lost: after the first hour it is queried each two hours while it may be paid.
 */
export function nextCheckOf(method: OnlineMethod, createdAt: Date, now: Date): Date | null {
  const next = (method === PAGE_METHOD ? nextPageCheckAt(createdAt, now) : null) ?? nextCheckAt(createdAt, now)
  const age = now.getTime() - createdAt.getTime()
  if (method !== SLIP_METHOD || next === null || age < HOUR_MS || age >= CHECKED_OFTEN_MS) return next
  const often = createdAt.getTime() + (Math.floor(age / CHECK_EACH_MS) + 1) * CHECK_EACH_MS
  return new Date(Math.min(next.getTime(), often))
}
