import * as z from 'zod/mini'
import { type Day, DayText, daysBetween } from '#domain/core/days.ts'
import { type Money, Pesos, PesosSum } from '#domain/core/money.ts'

/** The ages of a debt on a day, in days since the last day to pay it, which moves when its due day is not a business day. `to`: null without an end. */
const PORTFOLIO_AGES = [
  { key: 'current', to: 0 },
  { key: 'days_30', to: 30 },
  { key: 'days_60', to: 60 },
  { key: 'days_90', to: 90 },
  { key: 'days_180', to: 180 },
  { key: 'days_360', to: 360 },
  { key: 'older', to: null },
] as const
export const PORTFOLIO_AGE_KEYS = PORTFOLIO_AGES.map(({ key }) => key)
export type PortfolioAge = (typeof PORTFOLIO_AGES)[number]['key']

export const PORTFOLIO_AGE_LABELS: Readonly<Record<PortfolioAge, string>> = {
  current: 'Por vencer',
  days_30: '1 a 30 días',
  days_60: '31 a 60 días',
  days_90: '61 a 90 días',
  days_180: '91 a 180 días',
  days_360: '181 a 360 días',
  older: 'Más de 360 días',
}

/** The age on a day of what could be paid until another one. */
export function ageOn(due: Day, on: Day): PortfolioAge {
  const days = daysBetween(due, on)
  return PORTFOLIO_AGES.find(({ to }) => to === null || days <= to)?.key ?? 'older'
}

/** An invoice that was owed at the end of a day, also in part (PUC 130505). */
export const PortfolioRow = z.object({
  id: z.uuid(),
  number: z.string(),
  client: z.object({ name: z.string(), identification: z.string() }),
  issued_on: DayText,
  due_on: DayText,
  age: z.enum(PORTFOLIO_AGE_KEYS),
  balance: Pesos,
})
export type PortfolioRow = z.output<typeof PortfolioRow>

/** The sums by age; `credit`: the credit in favour of the clients, which is apart and never subtracted. */
export const PortfolioTotals = z.object({
  ages: z.array(z.object({ age: z.enum(PORTFOLIO_AGE_KEYS), invoices: z.number(), balance: PesosSum })),
  balance: PesosSum,
  credit: PesosSum,
})
export type PortfolioTotals = z.output<typeof PortfolioTotals>

/** The credit in favour of a client at the end of a day (PUC 280505). */
export const AdvanceRow = z.object({
  id: z.uuid(),
  client: z.object({ name: z.string(), identification: z.string() }),
  credit: Pesos,
})
export type AdvanceRow = z.output<typeof AdvanceRow>

/** The sums of some amounts by their ages, in the order of PORTFOLIO_AGES. */
export const agesOf = (rows: readonly { age: PortfolioAge; invoices: number; balance: Money }[]) =>
  PORTFOLIO_AGES.flatMap(({ key }) => rows.filter(({ age }) => age === key))
