import { addDays, addMonths, type Day, monthsBetween } from '#domain/core/days.ts'
import { type Money, money, roundDownToPesos, ZERO } from '#domain/core/money.ts'

/**
 * The exit value in each month of a permanence clause: the discounted or deferred connection charge, reduced by equal parts and
 * rounded down to pesos (R2.8). Month 1 is the complete amount. `months`: at most 'contract.permanence_max' of the table of
 * parameters. Throws RangeError when there is no month, or the amount is negative.
 */
export function permanenceTable(discounted: Money, months: number): Money[] {
  if (!Number.isInteger(months) || months < 1 || discounted < 0)
    throw new RangeError(`no clause over ${months} months and ${discounted} centavos`)
  return Array.from({ length: months }, (_, passed) =>
    roundDownToPesos(money(Number((BigInt(discounted) * BigInt(months - passed)) / BigInt(months)))),
  )
}

/**
 * The cost of a termination whose last day of service is `on`: that day is served, so a clause whose months are all served costs
 * nothing (R2.8; the convention of months favours the client). `suspendedMonths`: whole months of suspension at the request of the client up to that day,
 * which do not count for the clause. Zero before the clause starts and after it ends.
 */
export function exitValue(
  discounted: Money,
  startsOn: Day,
  on: Day,
  months: number,
  suspendedMonths: number = 0,
): Money {
  if (on < startsOn) return ZERO
  const passed = Math.max(0, monthsBetween(startsOn, addDays(on, 1)) - suspendedMonths)
  return permanenceTable(discounted, months)[passed] ?? ZERO
}

/** The last day of the clause: suspended months are added at the end. */
export const permanenceEndsOn = (startsOn: Day, months: number, suspendedMonths: number = 0): Day =>
  addDays(addMonths(startsOn, months + suspendedMonths), -1)
