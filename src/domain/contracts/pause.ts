import { addMonths, type Day, dayLabel } from '#domain/core/days.ts'
import { billingPeriodOf, type DayRange, nextPeriod, type Period, periodBounds } from '#domain/core/period.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** The limits of pauses: at most `max` periods in `window` months (R2.11). */
export type PauseRules = { max: number; window: number }

/** A contract as its pauses are counted. `pauses`: the suspensions at the request of the client. */
export type PausedContract = { billing_cut_day: number; pauses: readonly DayRange[] }

/**
 * Throws Refusal for a pause that does not begin on the first day of a billing period, or with no month left in the year (R2.11).
 * The sentence says when it can begin.
 */
export function assertPause(contract: PausedContract, today: Day, rules: PauseRules): void {
  const begins = nextPauseOn(contract, today, rules)
  if (begins === today) return
  const day = `puede empezar el ${dayLabel(begins)}`
  if (monthsLeft(contract, today, rules) === 0) {
    const used = `Ya usó los ${rules.max} meses de pausa de los últimos ${rules.window}`
    throw refuseField('refused', 'kind', `${used}: la próxima ${day}`)
  }
  throw refuseField('refused', 'kind', `La pausa se pide antes de que empiece el período: ${day}`)
}

/** The first day from `from` on when a pause may begin: the first day of a period, with a month left. */
export function nextPauseOn(contract: PausedContract, from: Day, rules: PauseRules): Day {
  let period = billingPeriodOf(from, contract.billing_cut_day)
  let begins = firstDayOf(period, contract)
  while (begins < from || monthsLeft(contract, begins, rules) === 0) {
    period = nextPeriod(period)
    begins = firstDayOf(period, contract)
  }
  return begins
}

/** The last day of an open pause: the cut of the last period that the client may pause. */
export function pauseEndsOn(contract: PausedContract, from: Day, rules: PauseRules): Day {
  let period = billingPeriodOf(from, contract.billing_cut_day)
  for (let left = monthsLeft(contract, from, rules); left > 1; left -= 1) period = nextPeriod(period)
  return periodBounds(period, contract.billing_cut_day).to_on
}

const firstDayOf = (period: Period, { billing_cut_day }: PausedContract): Day =>
  periodBounds(period, billing_cut_day).from_on

/** The periods that may still be paused on a day: those with a day of an earlier pause, in the window before it, are used. */
function monthsLeft(contract: PausedContract, on: Day, { max, window }: PauseRules): number {
  const since = addMonths(on, -window)
  const used = new Set<Period>()
  for (const { from_on, to_on } of contract.pauses) {
    if (from_on >= on) continue
    const last = to_on === null || to_on >= on ? on : to_on
    let period = billingPeriodOf(from_on, contract.billing_cut_day)
    for (; firstDayOf(period, contract) <= last; period = nextPeriod(period)) {
      const { from_on: first, to_on: cut } = periodBounds(period, contract.billing_cut_day)
      if (cut >= since && first < on) used.add(period)
    }
  }
  return Math.max(0, max - used.size)
}
