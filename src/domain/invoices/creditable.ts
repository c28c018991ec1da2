import { type Money, minus } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Debt } from './invoice.ts'
import { isVoidedPayment } from './voided-payment.ts'

const NO_SALE_COPY = 'Es el cobro de un pago anulado, no una venta. Cuando el cliente lo entregue, regístralo como pago'

/** Throws Refusal for a credit note over more than the amount of the invoice that is not credited yet (INV-10), and for one of no sale. */
export function assertCreditable(amount: Money, debt: Pick<Debt, 'total' | 'credited'> & { kind: string }): void {
  if (isVoidedPayment(debt)) throw new Refusal('conflict', NO_SALE_COPY)
  const remaining = minus(debt.total, debt.credited)
  if (remaining === 0) throw new Refusal('conflict', 'Esta factura ya está anulada por completo')
  if (amount > remaining) throw refuseField('refused', 'lines', 'La nota crédito supera lo que queda de la factura')
}
