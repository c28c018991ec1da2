import type { Day } from '#domain/core/days.ts'
import { fractionOf, type Money, minus, PESO, ZERO } from '#domain/core/money.ts'
import { type Period, periodLabel } from '#domain/core/period.ts'
import { type Parameter, valueInForce } from '#domain/parameters/parameter.ts'

/**
 * The regulated numbers of the compensation (R2.7). `thresholdMinutes`: more than them, without interruption or added up in a month, are
 * compensated, from the first one.
 */
export type CompensationRules = { thresholdMinutes: number; factorBps: number; monthHours: number }

/** The rules of a day. Throws Refusal when a parameter has no value on it. */
export const compensationRulesOn = (parameters: readonly Parameter[], on: Day): CompensationRules => ({
  thresholdMinutes: valueInForce(parameters, 'service.outage_threshold', on),
  factorBps: valueInForce(parameters, 'service.outage_factor', on),
  monthHours: valueInForce(parameters, 'service.outage_month_hours', on),
})

/**
 * What is given back for the minutes without service of one month of the calendar, rounded half-up to the peso: the monthly price
 * divided by the hours of a month, for each hour, times the factor (R2.7). Never more than the price of the month. `longest`: the
 * minutes of the longest outage of the month, with those of another month: an outage is not two because a month ends.
 */
export function compensationOf(price: Money, minutes: number, rules: CompensationRules, longest = minutes): Money {
  if (Math.max(minutes, longest) <= rules.thresholdMinutes) return ZERO
  const amount = fractionOf(price, minutes * rules.factorBps, rules.monthHours * 60 * 10_000, PESO)
  return amount > price ? price : amount
}

/** The minutes of one holder in a month. `before`: those of the holders before it; `all`: those of every holder. */
type HolderMinutes = { minutes: number; before: number; all: number }

/** The share of one holder in what is given back for a month: by its minutes (R2.12). The shares of all holders add up to it. */
export function partOfCompensation(total: Money, { minutes, before, all }: HolderMinutes): Money {
  if (minutes === 0) return ZERO
  return minus(fractionOf(total, before + minutes, all, PESO), fractionOf(total, before, all, PESO))
}

/** The description of its line on the invoice. */
export const compensationLabel = (minutes: number, month: Period): string =>
  `Compensación por ${durationLabel(minutes)} sin servicio en ${periodLabel(month)}`

/** '2 h 42 min', or '10 h'. */
export function durationLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return `${rest} min`
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** A contract in a month: what its outages are worth, what invoices gave back, and the price, less than zero, of the waiting charge. */
export type MonthAccount = { due: Money; billed: Money; open: Money | null }

/** What to do with the charge that waits for the next invoice: `price` of a new one, of the same one, or null to remove it. */
export type ChargeChange = { kind: 'none' } | { kind: 'insert' | 'update'; price: Money } | { kind: 'delete' }

/**
 * The change of the waiting charge, so that the invoices give back what is due once. What an invoice already gave back is not taken
 * again from the client when a correction makes the outage shorter.
 */
export function chargeChangeOf({ due, billed, open }: MonthAccount): ChargeChange {
  if (due <= billed) return open === null ? { kind: 'none' } : { kind: 'delete' }
  const price = minus(billed, due)
  if (open === null) return { kind: 'insert', price }
  return open === price ? { kind: 'none' } : { kind: 'update', price }
}
