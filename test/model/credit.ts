import { moveBalance } from './claims.ts'
import type { Client, Invoice, Ledger, Payment } from './ledger.ts'
import { owedBy, payableOf, sum, writtenOff } from './ledger.ts'
import { freeCredit, type Lot, take, takeCredit } from './lots.ts'
import { postReturnedDebt } from './returned.ts'
import { restoreWrittenOff } from './write-offs.ts'

// What credit in favour pays, and what a reversal takes back.

/** The free credit of a client pays its open invoices, without what is in dispute. */
export const settle = (ledger: Ledger, client: Client): void =>
  void cross(client, owedBy(ledger, client), freeCredit(client))

/** The part of each invoice that an amount of credit pays, in their order, without what is in dispute. */
export function creditParts(invoices: readonly Invoice[], credit: number): Map<Invoice, number> {
  let left = credit
  const parts = invoices.map((invoice): [Invoice, number] => {
    const part = Math.min(left, payableOf(invoice))
    left -= part
    return [invoice, part]
  })
  return new Map(parts.filter(([, amount]) => amount > 0))
}

/** Applies an amount of credit to invoices. Returns what each got. */
export function cross(client: Client, invoices: readonly Invoice[], credit: number): Map<Invoice, number> {
  const parts = creditParts(invoices, credit)
  for (const [invoice, amount] of parts) {
    moveBalance(invoice, -amount)
    takeCredit(client, invoice, amount)
  }
  return parts
}

/** Returns credit to the client in money. */
export function refund(ledger: Ledger, client: Client, { id, amount }: { id: string; amount: number }): void {
  takeCredit(client, null, amount)
  ledger.refunds.push({ id, client, amount })
}

/** Takes back up to `amount` of what an invoice or a refund used of a lot, the newest use first. */
function takeBack(lot: Lot, invoice: Invoice | null, amount: number): number {
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

type Part = { invoice: Invoice; amount: number }
type Plan = { undone: Part[]; covered: Part[]; missing: number }

const most = (invoice: Invoice): number => invoice.total - invoice.credited - writtenOff(invoice)

/**
 * The effect of a reversal: an invoice is owed again up to its total less its notes, and the rest of it is covered by credit. Credit
 * that is missing is taken from the invoices that used it, first those that used the credit of the payment, the newest first, and
 * after them from the advances that a person kept. What is still missing was returned to the client.
 */
function planReversal({ client, parts, credit }: Payment, own: readonly Lot[]): Plan {
  const others = client.lots.filter((lot) => !own.includes(lot))
  const paid = (invoice: Invoice): number =>
    sum(parts.filter((part) => part.invoice === invoice).map((one) => one.amount))
  const covered = parts.map(({ invoice, amount }) => ({
    invoice,
    amount: Math.max(0, invoice.balance + amount - most(invoice)),
  }))
  const free = sum([...others.filter((lot) => !lot.isKept), ...own].map((lot) => lot.left))
  let missing = Math.max(0, credit + sum(covered.map(({ amount }) => amount)) - free)
  const uses = [...others, ...own].flatMap((lot) => lot.uses).toReversed()
  const undone = [...new Set(uses.map((use) => use.invoice))].flatMap((invoice): Part[] => {
    if (invoice === null) return []
    const used = sum(uses.filter((use) => use.invoice === invoice).map((use) => use.amount))
    const amount = Math.min(used, missing, Math.max(0, most(invoice) - invoice.balance - paid(invoice)))
    missing -= amount
    return [{ invoice, amount }]
  })
  const kept = sum(others.filter((lot) => lot.isKept).map((lot) => lot.left))
  return { undone, covered, missing: Math.max(0, missing - kept) }
}

const lotsOf = (payment: Payment): Lot[] => payment.client.lots.filter(({ of }) => of === payment)

/** A person does not reverse a payment whose credit was returned to the client. */
export const isReversible = (payment: Payment): boolean => planReversal(payment, lotsOf(payment)).missing === 0

/** Takes a payment back. What was returned of it in money, which only the provider takes all the same, is owed by the client. */
export function reverse(ledger: Ledger, payment: Payment): void {
  const { client, parts } = payment
  const own = lotsOf(payment)
  const { undone, covered, missing: returned } = planReversal(payment, own)
  if (returned > 0) postReturnedDebt(ledger, client, returned)
  const others = client.lots.filter((lot) => !own.includes(lot))
  payment.isReversed = true
  for (const { invoice, amount } of parts) moveBalance(invoice, amount)
  for (const { invoice, amount } of undone) {
    let missing = amount
    for (const lot of client.lots.toReversed()) missing -= takeBack(lot, invoice, missing)
    moveBalance(invoice, amount)
    client.credit += amount
  }
  for (const lot of own) withdraw(client, lot, others, payment.credit)
  for (const { invoice, amount } of covered) {
    moveBalance(invoice, -amount)
    takeCredit(client, invoice, amount)
  }
  restoreWrittenOff(payment)
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
