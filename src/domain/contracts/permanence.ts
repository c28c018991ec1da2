import { addDays, addMonths, type Day, monthsBetween } from '#domain/core/days.ts'
import { floorPesos, type Money, money, ZERO } from '#domain/core/money.ts'

/**
 * What leaving early costs in each month of a permanence clause: the discounted or deferred connection charge, going down by
 * equal parts, whole pesos down (R2.8). Month 1 is the whole sum. `months`: at most 'contract.permanence_max' of the dated
 * table. Throws when there is no month, or the sum is negative.
 */
export function permanenceTable(discounted: Money, months: number): Money[] {
  if (!Number.isInteger(months) || months < 1 || discounted < 0)
    throw new RangeError(`no clause over ${months} months and ${discounted} centavos`)
  return Array.from({ length: months }, (_, passed) =>
    floorPesos(money(Number((BigInt(discounted) * BigInt(months - passed)) / BigInt(months)))),
  )
}

/**
 * What leaving on a day costs. `suspendedMonths`: whole months without service at the client's own wish up to that day, in
 * which the clause stands still. Zero before the clause starts and after it ends.
 */
export function exitValue(
  discounted: Money,
  startsOn: Day,
  on: Day,
  months: number,
  suspendedMonths: number = 0,
): Money {
  if (on < startsOn) return ZERO
  const passed = Math.max(0, monthsBetween(startsOn, on) - suspendedMonths)
  return permanenceTable(discounted, months)[passed] ?? ZERO
}

/** The last day on which leaving costs something: suspended months are added at the end. */
export const permanenceEndsOn = (startsOn: Day, months: number, suspendedMonths: number = 0): Day =>
  addDays(addMonths(startsOn, months + suspendedMonths), -1)
