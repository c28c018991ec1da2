import { type Money, money } from '#domain/core/money.ts'
import type { Debts } from '#domain/payments/online.ts'
import { onlineProblem, payableSum, type UnpaidInvoice } from './begin-payment.ts'
import type { PaymentSession } from './payment-session.ts'

/** The current state of the invoices of a payment session, which decides what the page offers. */
export type DebtState =
  | { kind: 'payable'; invoices: readonly UnpaidInvoice[]; amount: Money }
  /** An attempt is pending for one of them. */
  | { kind: 'pending'; attemptId: string; number: string }
  | { kind: 'paid' }
  | { kind: 'blocked'; why: string }

/** Compares the invoices of the session with the current debts. When some were paid in between, the rest remains payable. */
export function debtStateOf(session: Pick<PaymentSession, 'invoice_ids'>, debts: Debts): DebtState {
  const unpaid = debts.invoices.filter(({ id }) => session.invoice_ids.includes(id))
  if (unpaid.length === 0) return { kind: 'paid' }
  for (const { attempt_id, number } of unpaid)
    if (attempt_id !== null) return { kind: 'pending', attemptId: attempt_id, number }
  const invoices = unpaid.filter(({ payable }) => payable > 0)
  if (invoices.length === 0)
    return { kind: 'blocked', why: 'Está en reclamo: mientras se resuelve no tienes que pagarla.' }
  const why = onlineProblem(debts, invoices)
  if (why !== undefined) return { kind: 'blocked', why }
  return { kind: 'payable', invoices, amount: payableSum(invoices) }
}

/** The session with the current invoices and amount: the button shows the amount that will be charged. */
export const withDebt = (
  session: PaymentSession,
  invoices: readonly UnpaidInvoice[],
  amount: Money,
): PaymentSession => ({
  ...session,
  invoice_id: invoices[0]?.id ?? '',
  invoice_ids: invoices.map(({ id }) => id),
  numbers: invoices.map(({ number }) => number),
  amount: money(amount),
})
