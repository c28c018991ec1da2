import { addDays, type Day, monthsBetween } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { billingPeriodOf, type DayRange, nextPeriod, type Period, periodBounds } from '#domain/core/period.ts'
import type { Permanence } from './contract.ts'
import { exitValue, permanenceEndsOn, permanenceTable } from './permanence.ts'

/** The terms of a permanence clause. `pauses`: the suspensions at the request of the client. */
export type Clause = {
  discounted_value: Money
  permanence_months: number
  permanence_from: Day | null
  billing_cut_day: number
  pauses: readonly DayRange[]
}

/**
 * The months of pause up to a day, counted separately for each pause: its whole billing periods, which are the months that a pause
 * takes (R2.11), or its whole calendar months when they are more. A period can be shorter than a calendar month: with the cut on 30,
 * March has 30 days.
 */
export const pausedMonths = (
  { pauses, billing_cut_day }: Pick<Clause, 'pauses' | 'billing_cut_day'>,
  on: Day,
): number =>
  pauses.reduce((total, pause) => {
    const last = pause.to_on === null || pause.to_on > on ? on : pause.to_on
    if (last < pause.from_on) return total
    const months = monthsBetween(pause.from_on, addDays(last, 1))
    return total + Math.max(months, wholePeriods(pause.from_on, last, billing_cut_day))
  }, 0)

function wholePeriods(from: Day, last: Day, cutDay: number): number {
  const first = billingPeriodOf(from, cutDay)
  let next: Period = periodBounds(first, cutDay).from_on === from ? first : nextPeriod(first)
  let count = 0
  for (; periodBounds(next, cutDay).to_on <= last; next = nextPeriod(next)) count += 1
  return count
}

/** The cost of a termination on a day under the clause of a contract; zero without a clause (R2.8). */
export const exitValueOn = (clause: Clause, on: Day): Money =>
  clause.permanence_from === null || clause.permanence_months === 0
    ? ZERO
    : exitValue(clause.discounted_value, clause.permanence_from, on, clause.permanence_months, pausedMonths(clause, on))

/** The last day of a clause that is in force on a day, with the pauses up to that day. Null without a clause, and for one that has ended. */
export function clauseEndOn(clause: Clause, on: Day): Day | null {
  const permanence = permanenceOf(clause, on, false)
  return permanence !== null && permanence.ends_on >= on ? permanence.ends_on : null
}

/** The permanence of a contract today. Null without a clause. `isOver`: the contract has ended, so the exit value is zero. */
export function permanenceOf(clause: Clause, today: Day, isOver: boolean): Permanence | null {
  const { permanence_from: from, permanence_months: months } = clause
  if (from === null || months === 0) return null
  return {
    months,
    from_on: from,
    ends_on: permanenceEndsOn(from, months, pausedMonths(clause, today)),
    table: permanenceTable(clause.discounted_value, months),
    exit_value_today: isOver ? ZERO : exitValueOn(clause, today),
  }
}

/**
 * As permanenceOf, for a page or a text of the contract: its last day also counts the pauses that are planned. A document of a day keeps
 * the last day of permanenceOf. A pause that begins after the clause does not make it longer.
 */
export function plannedPermanenceOf(clause: Clause, today: Day, isOver: boolean): Permanence | null {
  const permanence = permanenceOf(clause, today, isOver)
  if (permanence === null) return null
  const { from_on, months } = permanence
  const counted: DayRange[] = []
  let ends_on = permanenceEndsOn(from_on, months)
  for (const pause of clause.pauses.toSorted((one, other) => (one.from_on < other.from_on ? -1 : 1))) {
    if (pause.from_on > ends_on) break
    counted.push(pause)
    const last = counted.reduce((on, { to_on }) => (to_on !== null && to_on > on ? to_on : on), today)
    ends_on = permanenceEndsOn(from_on, months, pausedMonths({ ...clause, pauses: counted }, last))
  }
  return { ...permanence, ends_on }
}
