import { addDays, addMonths, type Day, day } from '#domain/core/days.ts'
import { sum, ZERO } from '#domain/core/money.ts'
import { type Period, periodOf, previousPeriod } from '#domain/core/period.ts'
import type { Chart, Figure } from '#domain/dashboard/figures.ts'
import type { Tx } from '#server/core/tx.ts'
import { collectedByMonth, countLateClients, type OverdueByAge, overdueByAge, totalOf } from './company-queries.ts'

const MONTHS = 12
const AGES = ['0-30', '31-60', '61-90', '91+'] as const

type MoneyFigure = Extract<Figure, { unit: 'COP' }>

/** The money figures of the financial and admin dashboards, without their links. */
export async function readMoney(tx: Tx, today: Day) {
  const first = day(`${periodOf(today)}-01`)
  // The same days of the previous month; for the 31st, up to its last day.
  const [beforeFirst, beforeTo] = [day(`${previousPeriod(periodOf(today))}-01`), addMonths(today, -1)]
  const [collected, before, ofToday, invoiced, invoicedBefore, invoicedLastMonth, byMonth, overdue, late] =
    await Promise.all([
      totalOf(tx, 'collected', first, today),
      totalOf(tx, 'collected', beforeFirst, beforeTo),
      totalOf(tx, 'collected', today, today),
      totalOf(tx, 'invoiced', first, today),
      totalOf(tx, 'invoiced', beforeFirst, beforeTo),
      totalOf(tx, 'invoiced', beforeFirst, addDays(first, -1)),
      collectedByMonth(tx, firstDayOfMonths(today)),
      overdueByAge(tx, today),
      countLateClients(tx, today),
    ])
  const figure = (key: MoneyFigure['key'], rest: Omit<MoneyFigure, 'key' | 'unit' | 'href'>): MoneyFigure => ({
    key,
    unit: 'COP',
    href: null,
    ...rest,
  })
  const months: Chart = {
    key: 'collected_by_month',
    bars: monthsOf(today).map((period) => byMonth.find((row) => row.period === period) ?? { period, amount: ZERO }),
  }
  return {
    /** The previous month, complete. */
    lastMonth: {
      invoiced: invoicedLastMonth.amount,
      collected: byMonth.find((row) => row.period === previousPeriod(periodOf(today)))?.amount ?? ZERO,
    },
    collected: figure('collected_month', {
      value: collected.amount,
      previous: before.amount,
      parts: { payments: collected.documents },
    }),
    today: figure('collected_today', {
      value: ofToday.amount,
      previous: null,
      parts: { payments: ofToday.documents },
    }),
    invoiced: figure('invoiced_month', {
      value: invoiced.amount,
      previous: invoicedBefore.amount,
      parts: { invoices: invoiced.documents },
    }),
    overdue: figure('overdue', {
      value: sum(overdue.map(({ amount }) => amount)),
      previous: null,
      parts: { invoices: overdue.reduce((all, row) => all + row.invoices, 0), late_clients: late },
    }),
    byMonth: months,
    ageing: ageingOf(overdue),
  }
}

const ageingOf = (overdue: readonly OverdueByAge[]): Chart => ({
  key: 'ageing',
  bars: AGES.map((age) => overdue.find((row) => row.age === age) ?? { age, amount: ZERO, invoices: 0 }),
})

/** The last twelve months, this one included, the oldest first. */
export function monthsOf(today: Day): Period[] {
  const months = [periodOf(today)]
  while (months.length < MONTHS) months.unshift(previousPeriod(months[0] ?? periodOf(today)))
  return months
}

/** The first day of the oldest of the last twelve months. */
export const firstDayOfMonths = (today: Day): Day => day(`${monthsOf(today)[0] ?? periodOf(today)}-01`)
