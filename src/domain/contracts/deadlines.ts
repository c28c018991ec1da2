import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { billingPeriodOf, cutDateOf, nextPeriod } from '#domain/core/period.ts'

/** The last day of a request that takes effect at a cut (R2.9). `notice`: business days. */
export const lastDayToAsk = (cut: Day, notice: number): Day => addBusinessDays(cut, -notice)

/**
 * The cut at which a contract ends for a termination requested on `requestedOn`: the first cut with the complete notice (R2.9).
 * `notice`: business days, 'contract.termination_notice' of the table of parameters.
 */
export function terminationOn(requestedOn: Day, cutDay: number, notice: number): Day {
  let period = billingPeriodOf(requestedOn, cutDay)
  while (lastDayToAsk(cutDateOf(period, cutDay), notice) < requestedOn) period = nextPeriod(period)
  return cutDateOf(period, cutDay)
}

/**
 * The first day of a plan requested on `requestedOn`: the first day of the next billing period, or of a later one when the notice is
 * not complete (R2.10). `notice`: business days, 'contract.plan_change_notice' of the table of parameters.
 */
export const planChangeFrom = (requestedOn: Day, cutDay: number, notice: number): Day =>
  addDays(terminationOn(requestedOn, cutDay, notice), 1)

/**
 * The same for a request that is recorded on a later day, `today`: it keeps the period that its own day gives it (R2.10), or takes the next
 * one when that period has begun.
 */
export function planChangeRecorded(requestedOn: Day, today: Day, cutDay: number, notice: number): Day {
  const from = planChangeFrom(requestedOn, cutDay, notice)
  return from > today ? from : addDays(cutDateOf(billingPeriodOf(today, cutDay), cutDay), 1)
}

/** The last day for the installation after the signature (R2.14). `days`: business days, 'contract.installation_days' of the table of parameters. */
export const installationDueOn = (signedOn: Day, days: number): Day => addBusinessDays(signedOn, days)
