import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, plus, sum } from '#domain/core/money.ts'
import {
  type AgreedDebt,
  coveredOn,
  disputedOfAgreement,
  instalmentPayableUntil,
  isCovered,
  paidOfAgreement,
} from './instalments.ts'

/**
 * `claimed`: what is missing of it is in claim, or has a later day to pay (R2.15). `next`: the first one that is missing and on time.
 * `unpaid`: it was missing when its agreement ended.
 */
export const INSTALMENT_STATES = ['paid', 'claimed', 'late', 'next', 'later', 'unpaid'] as const
export type InstalmentState = (typeof INSTALMENT_STATES)[number]

/** An instalment as its client reads it. `left`: what is missing of it, without what is contested. */
export type InstalmentNow = {
  due_on: Day
  payable_until: Day
  amount: Money
  paid: Money
  left: Money
  state: InstalmentState
}

/** An agreement on a day. `paidUntil`: the last day whose payments are of it; null while it is open and when it was kept. */
type AgreementAt = { today: Day; isOpen: boolean; paidUntil: Day | undefined }

/** The instalments of an agreement in order. What was paid covers the first ones first, and then what is contested does. */
export function instalmentsOn(agreement: AgreedDebt, { today, isOpen, paidUntil }: AgreementAt): InstalmentNow[] {
  const paid = paidOfAgreement(agreement, paidUntil)
  const settled = isOpen ? plus(paid, disputedOfAgreement(agreement)) : paid
  const covered = isOpen ? coveredOn(agreement, today) : paid
  const before = agreement.instalments.map((_, index) =>
    sum(agreement.instalments.slice(0, index).map(({ amount }) => amount)),
  )
  const read = agreement.instalments.map((one, index) => {
    const { due_on, amount } = one
    const from = before[index] ?? money(0)
    const part = (total: Money): Money => money(Math.max(0, Math.min(total - from, amount)))
    const isWithin = (total: Money): boolean => isCovered(total, plus(from, amount), agreement)
    return {
      due_on,
      payable_until: instalmentPayableUntil(one),
      amount,
      paid: part(paid),
      left: minus(amount, part(settled)),
      isPaid: isWithin(paid),
      isSettled: isWithin(covered),
    }
  })
  const next = isOpen ? read.find((one) => !one.isSettled && one.payable_until >= today) : undefined
  return read.map(({ isPaid, isSettled, ...one }) => {
    if (isPaid) return { ...one, state: 'paid' }
    if (!isOpen) return { ...one, state: 'unpaid' }
    if (isSettled) return { ...one, state: 'claimed' }
    if (one.payable_until < today) return { ...one, state: 'late' }
    return { ...one, state: one.due_on === next?.due_on ? 'next' : 'later' }
  })
}
