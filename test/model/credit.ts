import { moveBalance } from './claims.ts'
import type { Client, Invoice, Ledger, Payment } from './ledger.ts'
import { owedBy, payableOf, sum } from './ledger.ts'
import { type Lot, take, takeCredit } from './lots.ts'

// What credit in favour pays, and what a reversal takes back.

/** The credit of a client pays its open invoices, without what is in dispute. */
export function settle(ledger: Ledger, client: Client): void {
  for (const invoice of owedBy(ledger, client)) {
    const part = Math.min(client.credit, payableOf(invoice))
    moveBalance(invoice, -part)
    takeCredit(client, invoice, part)
  }
}

/** Takes back up to `amount` of what an invoice used of a lot, the newest use first. */
function takeBack(lot: Lot, invoice: Invoice, amount: number): number {
  let missing = amount
  for (const use of lot.uses.toReversed()) {
    if (use.invoice !== invoice) continue
    const part = Math.min(use.amount, missing)
    use.amount -= part
    missing -= part
  }
  lot.uses = lot.uses.filter((use) => use.amount > 0)
  lot.left += amount - missing
  return amount - missing
}

/**
 * Reverses a payment: an invoice is owed again up to its total less its notes, and credit that is missing is taken from the invoices
 * that used it, first those that used the credit of the payment, the newest first.
 */
export function reverse(ledger: Ledger, payment: Payment): void {
  const { client, parts } = payment
  payment.isReversed = true
  const most = (invoice: Invoice): number => invoice.total - invoice.credited
  for (const { invoice, amount } of parts) moveBalance(invoice, amount)
  const excesses = parts.map(({ invoice }) => ({ invoice, amount: Math.max(0, invoice.balance - most(invoice)) }))
  let missing = Math.max(0, payment.credit + sum(excesses.map(({ amount }) => amount)) - client.credit)
  const own = client.lots.filter(({ of }) => of === payment)
  const others = client.lots.filter(({ of }) => of !== payment)
  const users = new Set([...others, ...own].flatMap(({ uses }) => uses.map(({ invoice }) => invoice)).toReversed())
  for (const invoice of users) {
    const wanted = Math.min(missing, Math.max(0, most(invoice) - invoice.balance))
    let undone = 0
    for (const lot of client.lots.toReversed()) undone += takeBack(lot, invoice, wanted - undone)
    moveBalance(invoice, undone)
    client.credit += undone
    missing -= undone
  }
  for (const lot of own) withdraw(client, lot, others, payment.credit)
  for (const { invoice, amount } of excesses) {
    moveBalance(invoice, -amount)
    takeCredit(client, invoice, amount)
  }
  settle(ledger, client)
}

/** The credit of a payment goes; the invoices that use it use other credit. */
function withdraw(client: Client, lot: Lot, others: readonly Lot[], amount: number): void {
  const moved: Lot['uses'] = []
  while (lot.left < amount) {
    const last = lot.uses.at(-1)
    if (last === undefined) throw new Error('the credit of a payment is not there')
    const part = takeBack(lot, last.invoice, Math.min(last.amount, amount - lot.left))
    moved.push({ invoice: last.invoice, amount: part })
  }
  lot.left -= amount
  client.credit -= amount
  for (const use of moved) {
    client.credit += use.amount
    take(client, others, use.invoice, use.amount)
  }
}
