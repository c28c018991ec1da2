import type { Invoice } from './ledger.ts'

/**
 * Changes the balance of an invoice. Its disputed amount is at most the balance; `end`: how the dispute ends when nothing is left to
 * pay. A dispute that a payment ended is open again when the payment is taken back.
 */
export function moveBalance(invoice: Invoice, by: number, end: 'paid' | 'decided' = 'paid'): void {
  invoice.balance += by
  const { claim, balance } = invoice
  if (claim === null) return
  if (by > 0) {
    if (claim.end === 'paid') claim.end = 'open'
    if (claim.end === 'open') invoice.disputed = Math.min(claim.amount - claim.noted, balance)
  } else if (invoice.disputed > balance) {
    invoice.disputed = balance
    if (balance === 0) claim.end = end
  }
}

/** A decision, or a credit note for the disputed amount. */
export function endClaim(invoice: Invoice): void {
  invoice.disputed = 0
  if (invoice.claim) invoice.claim.end = 'decided'
}

/** A note for what was disputed and paid: its reversed payment does not open the dispute again. */
export function endPaidClaim({ claim }: Invoice, returned: number): void {
  if (claim?.end === 'paid' && returned >= claim.amount - claim.noted) claim.end = 'decided'
}

/** A new dispute and a note take first from the part with a later last day; its day stays. */
export function takeFromExtended({ extended }: Invoice, amount: number): void {
  if (extended !== null) extended.amount = Math.max(0, extended.amount - amount)
}
