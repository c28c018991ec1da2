import { addBusinessDays } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { billingPeriodOf, cutOn, nextPeriod } from '#domain/core/period.ts'

/** The last day for asking that something takes effect at a cut (R2.9). `notice` is counted in business days. */
export const lastDayToAsk = (cut: Day, notice: number): Day => addBusinessDays(cut, -notice)

/**
 * The cut on which a contract ends when its end is asked for on a day: the coming one when asked in time, otherwise the next
 * that leaves the notice whole (R2.9). `notice`: 'contract.termination_notice' of the dated table.
 */
export function terminationOn(askedOn: Day, cutDay: number, notice: number): Day {
  let period = billingPeriodOf(askedOn, cutDay)
  while (lastDayToAsk(cutOn(period, cutDay), notice) < askedOn) period = nextPeriod(period)
  return cutOn(period, cutDay)
}

/**
 * The first day of a plan that is asked for on a day: that of the next billing period, or of the one after it when asked too
 * late (R2.10). `notice`: 'contract.plan_change_notice' of the dated table.
 */
export const planChangeFrom = (askedOn: Day, cutDay: number, notice: number): Day =>
  addDays(terminationOn(askedOn, cutDay, notice), 1)

/** The last day for installing what was signed (R2.14). `days`: 'contract.installation_days' of the dated table. */
export const installationDueOn = (signedOn: Day, days: number): Day => addBusinessDays(signedOn, days)
