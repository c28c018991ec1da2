/** The numbered kinds of document; each kind has a separate series for each prefix, which is the municipality for a report. */
const NUMBERED_KINDS = [
  'contract',
  'invoice',
  'credit_note',
  'receipt',
  'reversal',
  'refund',
  'installation_report',
  'pqr',
  'pqr_internal',
] as const
export type NumberedKind = (typeof NUMBERED_KINDS)[number]

/** The number of an invoice as text: 'AF-2072'. */
export const invoiceNumber = (prefix: string, number: number): string => `${prefix}-${number}`

/** The number of a contract as text: a prefix and at least six digits, 'AF-000211'. */
export const contractNumber = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(6, '0')}`

/** Reads 'AF-1024' as a user types it ('af 1024', 'AF1024'). Null when it is not an invoice number. */
export function parseInvoiceNumber(text: string): { prefix: string; number: number } | null {
  const match = /^\s*([a-z]{1,6})[\s-]*(\d{1,12})\s*$/i.exec(text)
  return match?.[1] === undefined ? null : { prefix: match[1].toUpperCase(), number: Number(match[2]) }
}
