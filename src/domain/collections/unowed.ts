import type { Day } from '#domain/core/days.ts'
import { type Money, minus, ZERO } from '#domain/core/money.ts'
import { lastPayableOn } from '#domain/invoices/due.ts'
import { causeOf } from './decision.ts'

/**
 * An invoice that a cut contract had on the day of its cut. `owed`: what was owed of it before that day by what is known today: without
 * the payments of an earlier day that were registered since, and without what turned out not to be owed. `is_corrected`: there is one of
 * these. `disputed` and `is_agreed`: what was in claim and whether an agreement had it on that day, which did not count for the cut.
 */
export type CutInvoice = {
  owed: Money
  disputed: Money
  is_agreed: boolean
  due_on: Day
  must_be_sent: boolean
  sent_on: Day | null
  is_corrected: boolean
}

/**
 * Whether the debt of a cut turned out not to have been owed, so that its reconnection is not charged (R2.5): something was corrected
 * since, and what is left would not have cut the service. `minimum`: that of the policy that cut it; null when a person did.
 */
export function isCutUnowed(
  invoices: readonly CutInvoice[],
  { cut_on, minimum, deliveryDays }: { cut_on: Day; minimum: Money | null; deliveryDays: number },
): boolean {
  if (!invoices.some(({ is_corrected }) => is_corrected)) return false
  const overdue = invoices.map(({ owed, disputed, is_agreed, due_on, must_be_sent, sent_on }) => ({
    overdue: disputed < owed ? minus(owed, disputed) : ZERO,
    disputed,
    // A claim that was decided since may have given the invoice a later day.
    since: lastPayableOn(due_on),
    due_on,
    must_be_sent,
    sent_on,
    is_agreed,
  }))
  const left = causeOf(overdue, deliveryDays, cut_on)
  return left <= 0 || (minimum !== null && left < minimum)
}
