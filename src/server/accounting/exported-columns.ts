import { PORTFOLIO_AGE_LABELS } from '#domain/accounting/portfolio.ts'
import { RECEIVED_KIND_LABELS } from '#domain/accounting/received-book.ts'
import { BOOK_KIND_LABELS } from '#domain/accounting/sales-book.ts'
import { WRITE_OFF_MOVE_LABELS } from '#domain/accounting/write-off.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'

/** The columns of the file of the income of a month. */
export const INCOME_COLUMNS = [
  { header: 'Factura', at: 'number' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Emitida', at: 'issued_on' },
  { header: 'Servicio desde', at: 'service.from_on' },
  { header: 'Servicio hasta', at: 'service.to_on' },
  { header: 'Facturado sin IVA (COP)', at: 'invoiced' },
  { header: 'Notas crédito sin IVA (COP)', at: 'credited' },
  { header: 'Venía por anticipado, PUC 2705 (COP)', at: 'deferred_before' },
  { header: 'Queda por anticipado, PUC 2705 (COP)', at: 'deferred_after' },
  { header: 'Ingreso del mes (COP)', at: 'income' },
] as const

/** The columns of the file of what was owed at the end of a day. */
export const PORTFOLIO_COLUMNS = [
  { header: 'Factura', at: 'number' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Emitida', at: 'issued_on' },
  { header: 'Vence', at: 'due_on' },
  { header: 'Edad', at: 'age', words: PORTFOLIO_AGE_LABELS },
  { header: 'Saldo (COP)', at: 'balance' },
] as const

/** The columns of the file of the credit in favour at the end of a day. */
export const ADVANCE_COLUMNS = [
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Saldo a favor (COP)', at: 'credit' },
] as const

/** The columns of the file of the movements of the credit in favour. */
export const ADVANCE_MOVE_COLUMNS = [
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Saldo inicial (COP)', at: 'opening' },
  { header: 'Entró (COP)', at: 'added' },
  { header: 'Se aplicó (COP)', at: 'applied' },
  { header: 'Se devolvió (COP)', at: 'refunded' },
  { header: 'Saldo final (COP)', at: 'closing' },
] as const

/** The columns of the file of what was collected. */
export const RECEIVED_COLUMNS = [
  { header: 'Fecha contable', at: 'posted_on' },
  { header: 'Fecha', at: 'made_on' },
  { header: 'Movimiento', at: 'kind', words: RECEIVED_KIND_LABELS },
  { header: 'Número', at: 'number' },
  { header: 'Recibo', at: 'receipt.number' },
  { header: 'Facturas', at: 'invoices.number' },
  { header: 'Medio', at: 'method', words: METHOD_LABELS },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Valor (COP)', at: 'amount' },
  { header: 'Retenciones (COP)', at: 'withheld' },
] as const

/** The columns of the file of the sales book. */
export const SALES_BOOK_COLUMNS = [
  { header: 'Fecha', at: 'issued_on' },
  { header: 'Documento', at: 'kind', words: BOOK_KIND_LABELS },
  { header: 'Número', at: 'number' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Base gravada (COP)', at: 'taxed' },
  { header: 'IVA (COP)', at: 'vat' },
  { header: 'Base exenta (COP)', at: 'exempt' },
  { header: 'Base excluida (COP)', at: 'excluded' },
  { header: 'Ajuste de saldo inicial (COP)', at: 'opening' },
  { header: 'Total (COP)', at: 'total' },
] as const

/** The columns of the file of write-offs and recoveries. */
export const WRITE_OFF_COLUMNS = [
  { header: 'Fecha contable', at: 'posted_on' },
  { header: 'Movimiento', at: 'kind', words: WRITE_OFF_MOVE_LABELS },
  { header: 'Factura', at: 'number' },
  { header: 'Cliente', at: 'client.name' },
  { header: 'Identificación', at: 'client.identification' },
  { header: 'Documento', at: 'document' },
  { header: 'Motivo', at: 'reason' },
  { header: 'Registró', at: 'by' },
  { header: 'Valor (COP)', at: 'amount' },
  { header: 'Sigue castigado (COP)', at: 'left' },
] as const
