import { type Money, pesosLabel, sum } from '#domain/core/money.ts'
import type { Debts } from '#domain/payments/online.ts'
import { type PaymentSession, writePaymentSession } from './payment-session.ts'

export type UnpaidInvoice = Debts['invoices'][number]

/** The invoices that can be paid now: without a pending attempt, and with an amount that is not in dispute. */
export const payableNow = (debts: Debts): UnpaidInvoice[] =>
  debts.invoices.filter((invoice) => invoice.attempt_id === null && invoice.payable > 0)

export const payableSum = (invoices: readonly UnpaidInvoice[]): Money => sum(invoices.map((invoice) => invoice.payable))

/** Whether the whole amount of these invoices is in dispute: nothing is payable. */
const isAllDisputed = (invoices: readonly UnpaidInvoice[]): boolean => invoices.every(({ payable }) => payable === 0)

/** Why these cannot be paid online now, in a sentence; undefined when they can. */
export function onlineProblem(
  { online, desk, invoices: all }: Debts,
  invoices: readonly UnpaidInvoice[],
): string | undefined {
  if (!online.is_available) return `${desk.name} no tiene pagos en línea por ahora`
  if (invoices.length === 0)
    return isAllDisputed(all)
      ? 'Lo que debes está en reclamo: no se cobra mientras se resuelve'
      : 'Ya hay un pago en proceso'
  if (payableSum(invoices) >= online.minimum) return undefined
  return `Los pagos en línea son desde ${pesosLabel(online.minimum)}. Págala junto con otra, o en la oficina.`
}

/** Begins a payment of invoices, or of an instalment over them (`agreed`): stores the session that the next screens need. It replaces the session that was there. */
export function beginPaying(
  { payer }: Debts,
  invoices: readonly UnpaidInvoice[],
  agreed?: Pick<PaymentSession, 'instalment' | 'amount'>,
): void {
  writePaymentSession({
    invoice_id: invoices[0]?.id ?? '',
    invoice_ids: invoices.map((invoice) => invoice.id),
    numbers: invoices.map((invoice) => invoice.number),
    currency: 'COP',
    amount: payableSum(invoices),
    ...agreed,
    customer_email: payer.email ?? '',
    customer_data: { full_name: payer.name, phone_number: payer.phone ?? '' },
    document: { type: payer.type_identification, number: payer.identification },
    payment_method: null,
    acceptance_terms: false,
    unanswered: null,
    attempt_id: null,
    went_to_bank: false,
  })
}
