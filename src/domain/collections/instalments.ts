import { nextBusinessDay } from '#domain/core/calendar.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, money, plus, sum } from '#domain/core/money.ts'
import { ROUNDING_MAX } from '#domain/payments/payment.ts'

type Instalment = { due_on: Day; amount: Money }

/** What reduced the debt of an invoice of an agreement, and on which day. `is_money`: a payment or credit in favour, and no credit note. */
type Reduction = { invoice_id: string; on: Day; amount: Money; is_money: boolean }

/**
 * An invoice of an agreement: `amount` is its part there, and `disputed` what a claim that was opened after the agreement contests of it
 * now: it is not payable, so it is not missing (R2.15). `extended`: what such a claim did not give back, which has a day of its own to pay.
 */
type AgreedInvoice = { id: string; amount: Money; disputed: Money; extended: Money; extended_to_on: Day | null }

/** The instalments of an agreement with what was paid of them. */
export type AgreedDebt = {
  amount: Money
  instalments: readonly Instalment[]
  invoices: readonly AgreedInvoice[]
  reductions: readonly Reduction[]
}

/** The last day to pay an instalment: its day, or the next business day (R2.25). */
export const instalmentPayableUntil = ({ due_on }: Pick<Instalment, 'due_on'>): Day => nextBusinessDay(due_on)

/** What was paid of an agreement by the end of a day, or until now: of each invoice at most its part. */
export function paidOfAgreement(
  { invoices, reductions }: Pick<AgreedDebt, 'invoices' | 'reductions'>,
  until?: Day,
): Money {
  return sum(invoices.map((invoice) => paidOf(invoice, reductions, until)))
}

function paidOf({ id, amount }: AgreedInvoice, reductions: readonly Reduction[], until?: Day): Money {
  const own = reductions.filter(({ invoice_id, on }) => invoice_id === id && (until === undefined || on <= until))
  return within(
    own.reduce((total, one) => total + one.amount, 0),
    amount,
  )
}

/**
 * Whether the first instalments, of which `due` is asked, are covered. Less than a peso is not missing of them while another one asks for it:
 * cash has no centavos, and a credit note may leave some.
 */
export const isCovered = (covered: Money, due: Money, { amount }: Pick<AgreedDebt, 'amount'>): boolean =>
  covered >= due || (due < amount && due - covered < ROUNDING_MAX)

/**
 * Whether an agreement is on time on a day: what was paid, is contested, or may still be paid after a claim covers the instalments whose
 * last day has passed.
 */
export const isAgreementOnTime = (agreement: AgreedDebt, on: Day): boolean =>
  isCovered(coveredOn(agreement, on), dueBefore(agreement.instalments, on), agreement)

/** What is not missing of an agreement on a day: what was paid, is contested, or may still be paid after a claim. */
export function coveredOn({ invoices, reductions }: Pick<AgreedDebt, 'invoices' | 'reductions'>, on: Day): Money {
  const covered = invoices.map((invoice) => {
    const { amount, disputed, extended, extended_to_on } = invoice
    const payableLater = extended_to_on !== null && extended_to_on >= on ? extended : 0
    return within(paidOf(invoice, reductions) + disputed + payableLater, amount)
  })
  return sum(covered)
}

/** What is missing of the part of each invoice of an agreement, without what is contested. */
export const roomsOfAgreement = ({
  invoices,
  reductions,
}: Pick<AgreedDebt, 'invoices' | 'reductions'>): { id: string; amount: Money }[] =>
  invoices.map((invoice) => ({
    id: invoice.id,
    amount: within(invoice.amount - paidOf(invoice, reductions) - invoice.disputed, invoice.amount),
  }))

/** What is contested of an agreement and was not paid: of each invoice at most what is left of its part. */
export const disputedOfAgreement = ({ invoices, reductions }: Pick<AgreedDebt, 'invoices' | 'reductions'>): Money =>
  sum(
    invoices.map((invoice) =>
      within(invoice.disputed, within(invoice.amount - paidOf(invoice, reductions), invoice.amount)),
    ),
  )

/**
 * The last day on which an agreement is on time without another payment: the last day to pay its first instalment that is not paid, or an
 * earlier one on which a part that a claim extended could be paid. With all covered, the last day to pay its last instalment.
 */
export function agreementRunsUntil(agreement: AgreedDebt): Day {
  const days = [
    ...agreement.instalments.map(instalmentPayableUntil),
    ...agreement.invoices.flatMap(({ extended_to_on }) => (extended_to_on === null ? [] : [extended_to_on])),
  ].toSorted()
  const last = days.find((day) => !isAgreementOnTime(agreement, addDays(day, 1))) ?? days.at(-1)
  if (last === undefined) throw new Error('an agreement without instalments')
  return last
}

/** Whether an agreement was on time at the end of a past day, by what was paid until then. */
export const wasRunningOn = (agreement: AgreedDebt, on: Day): boolean =>
  isAgreementOnTime({ ...agreement, reductions: agreement.reductions.filter((one) => one.on <= on) }, on)

/**
 * Whether each instalment whose last day was before a day was paid by its last day, or by the day that a claim left for its part, also when
 * the payment was loaded later.
 */
export const wasAgreementOnTime = (agreement: AgreedDebt, before: Day): boolean =>
  agreement.instalments.every((instalment) => {
    const until = instalmentPayableUntil(instalment)
    const due = sum(
      agreement.instalments.filter(({ due_on }) => due_on <= instalment.due_on).map(({ amount }) => amount),
    )
    const paid = sum(agreement.invoices.map((invoice) => paidInTime(invoice, agreement, until)))
    return until >= before || isCovered(paid, due, agreement)
  })

/** What was paid of an invoice by a day, and of its extended part by its own day. */
function paidInTime(invoice: AgreedInvoice, { reductions }: Pick<AgreedDebt, 'reductions'>, until: Day): Money {
  const { extended, extended_to_on } = invoice
  const paid = paidOf(invoice, reductions, until)
  if (extended_to_on === null || extended_to_on <= until) return paid
  return plus(paid, within(paidOf(invoice, reductions, extended_to_on) - paid, extended))
}

/** How an agreement ends when nothing of it is owed: kept by a payment, cancelled when no money came in. Null while it is owed. */
export function settledOutcome(agreement: AgreedDebt): 'kept' | 'cancelled' | null {
  if (paidOfAgreement(agreement) < agreement.amount) return null
  return agreement.reductions.some(({ is_money, amount }) => is_money && amount > 0) ? 'kept' : 'cancelled'
}

const dueBefore = (instalments: readonly Instalment[], on: Day): Money =>
  sum(instalments.filter((one) => instalmentPayableUntil(one) < on).map(({ amount }) => amount))

const within = (value: number, max: Money): Money => money(Math.max(0, Math.min(value, max)))
