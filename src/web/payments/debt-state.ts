import { type Money, money, pesosLabel } from '#domain/core/money.ts'
import type { PayableInstalment } from '#domain/payments/instalment.ts'
import type { Debts } from '#domain/payments/online.ts'
import { onlineProblem, payableSum, type UnpaidInvoice } from './begin-payment.ts'
import type { PaymentSession } from './payment-session.ts'

/** The current state of the invoices of a payment session, which decides what the page offers. */
export type DebtState =
  | { kind: 'payable'; invoices: readonly UnpaidInvoice[]; amount: Money; instalment?: PaymentSession['instalment'] }
  /** An attempt is pending for one of them. */
  | { kind: 'pending'; attemptId: string; number: string }
  | { kind: 'paid' }
  | { kind: 'blocked'; why: string }

/**
 * Compares the invoices of the session with the current debts. When some were paid in between, the rest remains payable. Of an instalment
 * what is missing now is payable.
 */
export function debtStateOf(
  session: Pick<PaymentSession, 'invoice_ids' | 'instalment'>,
  debts: Debts,
  instalments: readonly PayableInstalment[] = [],
): DebtState {
  if (session.instalment !== undefined) return instalmentState(session.instalment, debts, instalments)
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

/** The state of an instalment. One that is not the next one of its agreement any more was paid. */
function instalmentState(
  { agreement_id, position }: NonNullable<PaymentSession['instalment']>,
  debts: Debts,
  instalments: readonly PayableInstalment[],
): DebtState {
  const next = instalments.find((one) => one.agreement_id === agreement_id && one.position === position)
  if (next === undefined) return { kind: 'paid' }
  const invoices = debts.invoices.filter(({ id }) => next.invoices.some((part) => part.id === id))
  for (const { attempt_id, number } of invoices)
    if (attempt_id !== null) return { kind: 'pending', attemptId: attempt_id, number }
  const { is_available, minimum } = debts.online
  if (is_available && next.amount < minimum)
    return { kind: 'blocked', why: `Los pagos en línea son desde ${pesosLabel(minimum)}. Paga la cuota en la oficina.` }
  const why = is_available ? undefined : onlineProblem(debts, invoices)
  if (why !== undefined) return { kind: 'blocked', why }
  const instalment = { agreement_id, position, last_position: next.last_position }
  return { kind: 'payable', invoices, amount: next.amount, instalment }
}

/** The session with the current invoices and amount: the button shows the amount that will be charged. */
export const withDebt = (
  session: PaymentSession,
  { invoices, amount, instalment }: Extract<DebtState, { kind: 'payable' }>,
): PaymentSession => ({
  ...session,
  ...(instalment && { instalment }),
  invoice_id: invoices[0]?.id ?? '',
  invoice_ids: invoices.map(({ id }) => id),
  numbers: invoices.map(({ number }) => number),
  amount: money(amount),
})
