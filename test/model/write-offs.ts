import { moveBalance } from './claims.ts'
import type { Invoice, Payment } from './ledger.ts'

// What leaves and enters the write-offs of an invoice. The balance rises first, because a payment and a note take from it.

/** A payment or a note takes an amount out of the write-offs, the oldest first. */
export function takeWrittenOff(invoice: Invoice, amount: number, payment: Payment | null): void {
  let missing = amount
  for (const writeOff of invoice.writeOffs) {
    const part = Math.min(writeOff.left, missing)
    if (part === 0) continue
    missing -= part
    writeOff.left -= part
    moveBalance(invoice, part)
    if (payment === null) continue
    writeOff.recovered += part
    payment.recovered.push({ invoice, writeOff, amount: part })
  }
}

/** A reversed payment leaves written off what it had recovered, up to what is owed again. */
export function restoreWrittenOff({ recovered }: Payment): void {
  for (const { invoice, writeOff, amount } of recovered) {
    const part = Math.min(invoice.balance, amount)
    writeOff.left += part
    writeOff.recovered -= part
    moveBalance(invoice, -part)
  }
}
