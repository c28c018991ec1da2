import * as z from 'zod/mini'
import { addDays, type Day, DayText, daysBetween } from '#domain/core/days.ts'
import { fractionOf, type Money, minus, money, PesosSum, plus, sum, ZERO } from '#domain/core/money.ts'
import {
  cutDateOf,
  nextPeriod,
  type Period,
  type PeriodBounds,
  PeriodText,
  periodBounds,
  periodOf,
} from '#domain/core/period.ts'

/** The last day of a calendar month is the cut of day 31. */
const LAST_DAY = 31

/** The first and the last day of a calendar month. */
export const monthBounds = (of: Period): PeriodBounds => periodBounds(of, LAST_DAY)

/**
 * An invoice as income, without VAT. `plan`: the part of its subtotal that is the monthly fee of `service`, the days with service of its
 * period; the rest is income of the day of issue. `notes`: its credit notes, each with its part of the monthly fee.
 */
export type IncomeDocument = {
  issued_on: Day
  subtotal: Money
  plan: Money
  service: PeriodBounds | null
  notes: readonly IncomeNote[]
}

/** `takes_last_days`: it takes back the last days of the period, because the contract ends before it. Another note takes all days evenly. */
export type IncomeNote = { on: Day; base: Money; plan: Money; takes_last_days: boolean }

/**
 * The income that is invoiced on a day and not earned yet (PUC 2705): the monthly fee of the days after it, less the notes of up to that
 * day. It depends only on what was posted up to that day, so a closed month does not change.
 */
export function deferredOn({ issued_on, plan, service, notes }: IncomeDocument, on: Day): Money {
  if (service === null || issued_on > on) return ZERO
  const posted = notes.filter((note) => note.on <= on)
  const left = minus(plan, sum(posted.filter(({ takes_last_days }) => !takes_last_days).map((note) => note.plan)))
  const last = sum(posted.filter(({ takes_last_days }) => takes_last_days).map((note) => note.plan))
  const days = daysBetween(service.from_on, service.to_on) + 1
  const given = Math.min(days, Math.max(0, daysBetween(service.from_on, on) + 1))
  return money(Math.max(0, minus(minus(left, fractionOf(left, given, days)), last)))
}

/** The amounts of a month. `income` is invoiced − credited + deferred_before − deferred_after, exactly. */
const amounts = {
  /** Posted in the month, without VAT. */
  invoiced: PesosSum,
  /** Credit notes of the month, without VAT; more than zero. */
  credited: PesosSum,
  /** In 2705 at the beginning of the month, and at its end. */
  deferred_before: PesosSum,
  deferred_after: PesosSum,
  /** The income of the month by its days of service. */
  income: PesosSum,
} as const
export const IncomeAmounts = z.object(amounts)
export type IncomeAmounts = z.output<typeof IncomeAmounts>

/** An invoice with what it adds to the income of a month. */
export const IncomeRow = z.object({
  id: z.uuid(),
  number: z.string(),
  client: z.object({ name: z.string(), identification: z.string() }),
  issued_on: DayText,
  service: z.nullable(z.object({ from_on: DayText, to_on: DayText })),
  ...amounts,
})
export type IncomeRow = z.output<typeof IncomeRow>

/** The sums of a month, and in which later months its deferred income is earned. */
export const IncomeTotals = z.object({
  ...amounts,
  deferred_by_month: z.array(z.object({ period: PeriodText, amount: PesosSum })),
})
export type IncomeTotals = z.output<typeof IncomeTotals>

/** What a document adds to the income of a calendar month. */
export function incomeOf(document: IncomeDocument, of: Period): IncomeAmounts {
  const { from_on, to_on } = monthBounds(of)
  const isOf = (on: Day): boolean => from_on <= on && on <= to_on
  const invoiced = isOf(document.issued_on) ? document.subtotal : ZERO
  const credited = sum(document.notes.filter(({ on }) => isOf(on)).map(({ base }) => base))
  const deferred_before = deferredOn(document, addDays(from_on, -1))
  const deferred_after = deferredOn(document, to_on)
  const income = plus(minus(invoiced, credited), minus(deferred_before, deferred_after))
  return { invoiced, credited, deferred_before, deferred_after, income }
}

/** The sums of a month over its documents. */
export function incomeTotals(documents: readonly IncomeDocument[], of: Period): IncomeTotals {
  const parts = documents.map((document) => incomeOf(document, of))
  const totalOf = (key: keyof IncomeAmounts): Money => sum(parts.map((part) => part[key]))
  return {
    invoiced: totalOf('invoiced'),
    credited: totalOf('credited'),
    deferred_before: totalOf('deferred_before'),
    deferred_after: totalOf('deferred_after'),
    income: totalOf('income'),
    deferred_by_month: deferredByMonth(documents, of),
  }
}

/** When the income that is deferred at the end of a month is earned, with the notes of up to that day. */
function deferredByMonth(documents: readonly IncomeDocument[], of: Period): IncomeTotals['deferred_by_month'] {
  const { to_on } = monthBounds(of)
  const known = documents
    .filter((document) => deferredOn(document, to_on) > 0)
    .map((document) => ({ ...document, notes: document.notes.filter(({ on }) => on <= to_on) }))
  const last = known.reduce(
    (latest, { service }) => (service && service.to_on > latest ? service.to_on : latest),
    to_on,
  )
  const months: IncomeTotals['deferred_by_month'] = []
  for (let month = nextPeriod(of); month <= periodOf(last); month = nextPeriod(month)) {
    const [before, after] = [addDays(monthBounds(month).from_on, -1), cutDateOf(month, LAST_DAY)]
    const amount = sum(known.map((document) => minus(deferredOn(document, before), deferredOn(document, after))))
    months.push({ period: month, amount })
  }
  return months
}
