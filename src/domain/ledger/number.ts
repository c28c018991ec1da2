/** The numbered kinds of document; each kind has a separate series for each prefix. */
const NUMBERED_KINDS = ['contract', 'invoice', 'credit_note', 'receipt', 'reversal', 'refund'] as const
export type NumberedKind = (typeof NUMBERED_KINDS)[number]

/** The number of an invoice as text: 'AF-2072'. */
export const invoiceNumber = (prefix: string, number: number): string => `${prefix}-${number}`

/** The number of a contract as text: a prefix and at least six digits, 'AF-000211'. */
export const contractNumber = (prefix: string, number: number): string => `${prefix}-${String(number).padStart(6, '0')}`
