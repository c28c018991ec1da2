import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import {
  fractionOf,
  type Money,
  minus,
  multiply,
  PESO,
  Pesos,
  pesosLabel,
  plus,
  roundDownToPesos,
  sum,
  ZERO,
} from '#domain/core/money.ts'
import { type Period, periodLabel } from '#domain/core/period.ts'
import { listLabel } from '#domain/core/text.ts'
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

/** Minutes without service, and the monthly price of their days. */
export const PricedMinutes = z.object({ price: Pesos, minutes: z.number() })
export type PricedMinutes = z.output<typeof PricedMinutes>

/** The minutes of each price once, in the order in which the prices begin; a price without minutes is left out. */
export function byPrice(parts: readonly PricedMinutes[]): PricedMinutes[] {
  const minutes = new Map<Money, number>()
  for (const part of parts.filter((one) => one.minutes > 0)) {
    minutes.set(part.price, (minutes.get(part.price) ?? 0) + part.minutes)
  }
  return [...minutes].map(([price, added]) => ({ price, minutes: added }))
}

export const minutesIn = (parts: readonly PricedMinutes[]): number =>
  parts.reduce((total, { minutes }) => total + minutes, 0)

/** The monthly price added up once for each minute. Minutes of two prices are compared and divided by it. */
export const weightOf = (parts: readonly PricedMinutes[]): Money =>
  sum(parts.map(({ price, minutes }) => multiply(price, minutes)))

/**
 * What is given back for the minutes without service of one month of the calendar: the monthly price of their day divided by the hours of
 * a month, for each hour, times the factor (R2.7). The sum is rounded once, half-up to the peso, and is never more than the price of the
 * month, which is the average of the minutes when there are two. `longest`: the minutes of the longest outage of the month, with those of
 * another month: an outage is not two because a month ends.
 */
export function compensationOf(
  parts: readonly PricedMinutes[],
  rules: CompensationRules,
  longest = minutesIn(parts),
): Money {
  const minutes = minutesIn(parts)
  if (minutes === 0 || Math.max(minutes, longest) <= rules.thresholdMinutes) return ZERO
  const weight = weightOf(parts)
  const amount = fractionOf(weight, rules.factorBps, rules.monthHours * 60 * 10_000, PESO)
  const price = fractionOf(weight, 1, minutes)
  return amount > price ? roundDownToPesos(price) : amount
}

/** The minutes of one holder in a month, by weightOf. `before`: those of the holders before it; `all`: those of every holder. */
type HolderWeight = { weight: Money; before: Money; all: Money }

/** The share of one holder in what is given back for a month: by its minutes (R2.12). The shares of all holders add up to it. */
export function partOfCompensation(total: Money, { weight, before, all }: HolderWeight): Money {
  if (weight === 0) return ZERO
  return minus(fractionOf(total, plus(before, weight), all, PESO), fractionOf(total, before, all, PESO))
}

/** The description of its line on the invoice. It says the hours of each price when the price changed in the month. */
export function compensationLabel(parts: readonly PricedMinutes[], month: Period): string {
  const label = `Compensación por ${durationLabel(minutesIn(parts))} sin servicio en ${periodLabel(month)}`
  const prices = byPrice(parts)
  return prices.length < 2 ? label : `${label}: ${pricesLabel(prices)}`
}

/** '24 h a $ 60.000,00 al mes y 48 h a $ 90.000,00 al mes'. */
export const pricesLabel = (parts: readonly PricedMinutes[]): string =>
  listLabel(parts.map(({ price, minutes }) => `${durationLabel(minutes)} a ${pesosLabel(price)} al mes`))

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
