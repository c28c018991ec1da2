import { type Money, money } from '#domain/core/money.ts'
import type { Debts } from '#domain/payments/online.ts'
import { type Owed, onlineProblem, payableSum } from './begin-payment.ts'
import type { PaymentSession } from './payment-session.ts'

/** How the invoices of a payment session are now: what may be offered for them. */
export type DebtState =
  | { kind: 'payable'; invoices: readonly Owed[]; amount: Money }
  /** An attempt is pending for one of them. */
  | { kind: 'pending'; attemptId: string; number: string }
  | { kind: 'paid' }
  | { kind: 'blocked'; why: string }

/** Compares what the session wants to pay with what is owed now. Some that were paid meanwhile leave the rest to pay. */
export function debtStateOf(session: Pick<PaymentSession, 'invoice_ids'>, debts: Debts): DebtState {
  const owed = debts.invoices.filter(({ id }) => session.invoice_ids.includes(id))
  if (owed.length === 0) return { kind: 'paid' }
  for (const { attempt_id, number } of owed)
    if (attempt_id !== null) return { kind: 'pending', attemptId: attempt_id, number }
  const invoices = owed.filter(({ payable }) => payable > 0)
  if (invoices.length === 0)
    return { kind: 'blocked', why: 'Está en reclamo: mientras se resuelve no tienes que pagarla.' }
  const why = onlineProblem(debts, invoices)
  if (why !== undefined) return { kind: 'blocked', why }
  return { kind: 'payable', invoices, amount: payableSum(invoices) }
}

/** The session with the invoices and the amount of now: the button says what will be charged. */
export const withDebt = (session: PaymentSession, invoices: readonly Owed[], amount: Money): PaymentSession => ({
  ...session,
  invoice_id: invoices[0]?.id ?? '',
  invoice_ids: invoices.map(({ id }) => id),
  numbers: invoices.map(({ number }) => number),
  amount: money(amount),
})
