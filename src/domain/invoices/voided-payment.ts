/** Whether an invoice is what is owed of a voided payment: no sale, so no credit note gives it back and no claim of it can be granted. */
export const isVoidedPayment = ({ kind }: { kind: string }): boolean => kind === 'voided_payment'

/** Why a voided payment is not claimed by its invoice: what its client does. */
export const NO_CLAIM_COPY = 'Es el cobro de un pago anulado: radica tu PQR sin esa factura'
/** The same for the desk. */
export const NO_DISPUTE_COPY =
  'Es el cobro de un pago anulado: si el cliente no lo acepta, radica su PQR sin esa factura'
