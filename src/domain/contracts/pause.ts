import { addDays, addMonths, type Day, dayLabel } from '#domain/core/days.ts'
import {
  billingPeriodOf,
  type DayRange,
  nextPeriod,
  type Period,
  type PeriodBounds,
  periodBounds,
} from '#domain/core/period.ts'
import { refuseField } from '#domain/core/refusal.ts'

/** The limits of pauses: at most `max` periods in `window` months (R2.11). */
export type PauseRules = { max: number; window: number }

/** A contract as its pauses are counted. `pauses`: the suspensions at the request of the client. */
export type PausedContract = { billing_cut_day: number; pauses: readonly DayRange[] }

/** A pause as it is asked for. */
export type PauseRequest = { from: Day; months: number }

/** How many months before its first day a pause may be asked for. */
const AHEAD_MONTHS = 12

/**
 * The first and the last day of a pause that is asked for today. It takes whole billing periods: from the first day of one to a cut.
 * Throws Refusal on `from` for another first day, or when no month is left in the year (R2.11), and on `months` when fewer are left.
 */
export function plannedPause(
  contract: PausedContract,
  { from, months }: PauseRequest,
  today: Day,
  rules: PauseRules,
): PeriodBounds {
  const begins = nextPauseOn(contract, from < today ? today : from, rules)
  const day = `puede empezar el ${dayLabel(begins)}`
  if (from > addMonths(today, AHEAD_MONTHS))
    throw refuseField('refused', 'from', `Una pausa se pide para los próximos ${AHEAD_MONTHS} meses`)
  const left = monthsLeft(contract, from, rules)
  if (from !== begins) {
    const used = `Ya usó los ${rules.max} meses de pausa de los últimos ${rules.window}: la próxima ${day}`
    throw refuseField('refused', 'from', left === 0 ? used : `La pausa se pide antes de que empiece el período: ${day}`)
  }
  if (months > left) {
    const most = left === 1 ? 'Le queda 1 mes' : `Le quedan ${left} meses`
    throw refuseField('refused', 'months', `${most} de pausa de los ${rules.max} que hay en ${rules.window} meses`)
  }
  return { from_on: from, to_on: lastDayOf(contract, from, months) }
}

/** The first day from `from` on when a pause may begin: the first day of a period, with a month left. Throws a Refusal when there is no pause. */
export function nextPauseOn(contract: PausedContract, from: Day, rules: PauseRules): Day {
  if (rules.max === 0) throw refuseField('refused', 'from', 'Hoy no hay meses de pausa: su máximo por norma es cero')
  let period = billingPeriodOf(from, contract.billing_cut_day)
  let begins = firstDayOf(period, contract)
  while (begins < from || monthsLeft(contract, begins, rules) === 0) {
    period = nextPeriod(period)
    begins = firstDayOf(period, contract)
  }
  return begins
}

/** The last day of a pause without a planned end: the cut of the last period that the client may pause. */
export const pauseEndsOn = (contract: PausedContract, from: Day, rules: PauseRules): Day =>
  lastDayOf(contract, from, Math.max(1, monthsLeft(contract, from, rules)))

function lastDayOf({ billing_cut_day }: PausedContract, from: Day, months: number): Day {
  let period = billingPeriodOf(from, billing_cut_day)
  for (let left = months; left > 1; left -= 1) period = nextPeriod(period)
  return periodBounds(period, billing_cut_day).to_on
}

/** The pause of a contract that is in force on a day or begins later. Null without one. */
export function currentOrNextPause(pauses: readonly DayRange[], today: Day): PeriodBounds | null {
  for (const { from_on, to_on } of pauses) if (to_on !== null && to_on >= today) return { from_on, to_on }
  return null
}

/** The first day from a day on that is not in a pause, from which the service is charged. Null in a pause without a last day. */
export function firstChargedDay(pauses: readonly DayRange[], from: Day): Day | null {
  const pause = pauses.find(({ from_on, to_on }) => from_on <= from && (to_on === null || to_on >= from))
  if (pause === undefined) return from
  return pause.to_on === null ? null : firstChargedDay(pauses, addDays(pause.to_on, 1))
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
