import { Link } from 'react-router'
import { pesosLabel } from '#domain/core/money.ts'
import { paths } from '#domain/core/paths.ts'
import type { Payment } from '#domain/payments/payment.ts'

/** What a payment paid: its invoices, the rounding, and the credit in favour that it left, with what used that credit. */
export const appliedFacts = (payment: Payment) => [
  ...payment.applied.map((part) => ({
    label: `Factura ${part.number}`,
    value: <Link to={paths.view('invoice', part.invoice_id)}>{pesosLabel(part.amount)}</Link>,
  })),
  ...(payment.rounding > 0
    ? [{ label: 'Ajuste al peso, a cargo de la empresa', value: pesosLabel(payment.rounding) }]
    : []),
  ...(payment.credit > 0 ? [{ label: 'Quedó a favor', value: pesosLabel(payment.credit) }] : []),
  ...payment.credit_uses.map(({ document, amount, invoice_id }) => ({
    label: `Del saldo a favor, ${document}`,
    value:
      invoice_id === null ? (
        pesosLabel(amount)
      ) : (
        <Link to={paths.view('invoice', invoice_id)}>{pesosLabel(amount)}</Link>
      ),
  })),
]
