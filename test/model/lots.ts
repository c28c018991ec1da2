import type { Client, Invoice, Payment } from './ledger.ts'

// The credit in favour of a client by its source: each use takes the oldest credit first, and kept advances last.

/** `isKept`: an advance that a person kept, which only a new invoice or a person uses. A use without an invoice is a refund. */
export type Lot = {
  of: Payment | null
  isKept: boolean
  left: number
  uses: { invoice: Invoice | null; amount: number }[]
}

export const giveCredit = (client: Client, of: Payment | null, amount: number, isKept = false): void => {
  client.credit += amount
  if (amount > 0) client.lots.push({ of, isKept, left: amount, uses: [] })
}

export const freeCredit = ({ lots }: Client): number =>
  lots.reduce((total, lot) => total + (lot.isKept ? 0 : lot.left), 0)

export function take(client: Client, lots: readonly Lot[], invoice: Invoice | null, amount: number): void {
  let missing = amount
  for (const lot of [...lots.filter((one) => !one.isKept), ...lots.filter((one) => one.isKept)]) {
    const part = Math.min(lot.left, missing)
    if (part === 0) continue
    lot.left -= part
    lot.uses.push({ invoice, amount: part })
    missing -= part
  }
  client.credit -= amount
}

export const takeCredit = (client: Client, invoice: Invoice | null, amount: number): void =>
  take(client, client.lots, invoice, amount)
