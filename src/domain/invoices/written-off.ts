import type { InvoiceRow } from './invoice.ts'

/** Whether a payment of an invoice recovers what was written off: nothing else of it is owed. */
export const isRecovered = ({ balance, written_off }: Pick<InvoiceRow, 'balance' | 'written_off'>): boolean =>
  balance === 0 && written_off > 0
