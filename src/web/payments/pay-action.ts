import type { InvoiceRow } from '#domain/invoices/invoice.ts'
import type { Debts } from '#domain/payments/online.ts'
import type { RowAction } from '#web/ui/table-actions.ts'
import { onlineProblem } from './begin-payment.ts'

/** The row action PAGAR of the client's invoices (TBL-01): shown while something is owed, disabled with the reason when it cannot be paid now. */
export const payAction = (
  debts: Debts | undefined,
  onPay: (invoices: Debts['invoices']) => void,
): RowAction<InvoiceRow> => ({
  kind: 'pay',
  isShown: (invoice) => invoice.balance > 0,
  disabledReason: (invoice) => payProblem(debts, invoice),
  onPress: ({ id }) => onPay(debts?.invoices.filter((debt) => debt.id === id) ?? []),
})

function payProblem(debts: Debts | undefined, { id }: InvoiceRow): string | undefined {
  const debt = debts?.invoices.find((one) => one.id === id)
  if (debts === undefined || debt === undefined) return 'Estamos leyendo lo que debes: espera un momento'
  if (debt.attempt_id !== null) return 'Hay un pago en proceso de esta factura'
  if (debt.payable === 0) return 'Está en reclamo: mientras se resuelve no tienes que pagarla'
  return onlineProblem(debts, [debt])
}
