import type { Client, Invoice, Payment } from './ledger.ts'

// The credit in favour of a client by its source: each use takes the oldest credit first.

export type Lot = { of: Payment | null; left: number; uses: { invoice: Invoice; amount: number }[] }

export const giveCredit = (client: Client, of: Payment | null, amount: number): void => {
  client.credit += amount
  if (amount > 0) client.lots.push({ of, left: amount, uses: [] })
}

export function take(client: Client, lots: readonly Lot[], invoice: Invoice, amount: number): void {
  let missing = amount
  for (const lot of lots) {
    const part = Math.min(lot.left, missing)
    if (part === 0) continue
    lot.left -= part
    lot.uses.push({ invoice, amount: part })
    missing -= part
  }
  client.credit -= amount
}

export const takeCredit = (client: Client, invoice: Invoice, amount: number): void =>
  take(client, client.lots, invoice, amount)
