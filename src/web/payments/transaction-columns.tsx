import { pesosLabel } from '#domain/core/money.ts'
import { METHOD_LABELS } from '#domain/payments/payment.ts'
import type { Transaction } from '#domain/payments/transaction.ts'
import type { Column } from '#web/ui/Table.tsx'
import { TransactionBadge } from './TransactionBadge.tsx'

/** The columns of a list of transactions after the client and the date. */
export const TRANSACTION_COLUMNS: readonly Column<Transaction>[] = [
  { key: 'method', header: 'Medio', cell: (one) => METHOD_LABELS[one.method] },
  { key: 'invoices', header: 'Factura', cell: (one) => one.invoices.join(', ') },
  {
    key: 'amount',
    header: 'Valor',
    cell: (one) => <strong>{pesosLabel(one.amount)}</strong>,
    align: 'end',
    card: 'amount',
  },
  { key: 'status', header: 'Estado', cell: (one) => <TransactionBadge status={one.status} />, card: 'badge' },
]
