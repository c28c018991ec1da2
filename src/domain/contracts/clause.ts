import { addDays, type Day, monthsBetween } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { DayRange } from '#domain/core/period.ts'
import type { Permanence } from './contract.ts'
import { exitValue, permanenceEndsOn, permanenceTable } from './permanence.ts'

/** The terms of a permanence clause. `pauses`: the suspensions at the request of the client. */
export type Clause = {
  discounted_value: Money
  permanence_months: number
  permanence_from: Day | null
  pauses: readonly DayRange[]
}

/** The whole months of pause up to a day, counted separately for each pause. */
export const pausedMonths = (pauses: readonly DayRange[], on: Day): number =>
  pauses.reduce((total, pause) => {
    const last = pause.to_on === null || pause.to_on > on ? on : pause.to_on
    return last < pause.from_on ? total : total + monthsBetween(pause.from_on, addDays(last, 1))
  }, 0)

/** The cost of a termination on a day under the clause of a contract; zero without a clause (R2.8). */
export const exitValueOn = (clause: Clause, on: Day): Money =>
  clause.permanence_from === null || clause.permanence_months === 0
    ? ZERO
    : exitValue(
        clause.discounted_value,
        clause.permanence_from,
        on,
        clause.permanence_months,
        pausedMonths(clause.pauses, on),
      )

/** The permanence of a contract today. Null without a clause. `isOver`: the contract has ended, so the exit value is zero. */
export function permanenceOf(clause: Clause, today: Day, isOver: boolean): Permanence | null {
  const { permanence_from: from, permanence_months: months } = clause
  if (from === null || months === 0) return null
  return {
    months,
    from_on: from,
    ends_on: permanenceEndsOn(from, months, pausedMonths(clause.pauses, today)),
    table: permanenceTable(clause.discounted_value, months),
    exit_value_today: isOver ? ZERO : exitValueOn(clause, today),
  }
}
