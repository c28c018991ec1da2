import { moveBalance, noteClaims, takeFromExtended } from './claims.ts'
import { reverse, settle } from './credit.ts'
import {
  type Attempt,
  type Client,
  halfUp,
  type Invoice,
  isOpen,
  type Ledger,
  type Line,
  type Payment,
  sum,
  writtenOff,
} from './ledger.ts'
import { giveCredit } from './lots.ts'
import { takeWrittenOff } from './write-offs.ts'

// The changes of the model's accounts: payments, reversals, credit notes and the provider's statuses.

/** Cash has no centavos: a remainder under a peso of an invoice paid in cash is written off. */
const PESO = 100

/** An invoice as a payment sees it: when it was chosen, what is written off of it is a debt too. */
export type Owed = { invoice: Invoice; debt: number }
export const chosenDebt = (invoice: Invoice): Owed => ({ invoice, debt: invoice.balance + writtenOff(invoice) })

/** Applies a payment to invoices in order, each up to its debt or its limit; the rest becomes credit. */
export function receive(
  ledger: Ledger,
  client: Client,
  received: number,
  over: readonly (Owed & { limit: number })[],
  kind: 'cash' | 'desk' | 'online',
  isKept = false,
): Payment {
  const isCash = kind === 'cash'
  const number = ledger.payments.length + 1
  const isOnline = kind === 'online'
  const payment: Payment = { id: '', number, client, parts: [], recovered: [], credit: 0, isOnline, isReversed: false }
  let rest = received
  for (const { invoice, debt, limit } of over) {
    const paid = Math.min(rest, limit, debt)
    if (paid === 0) continue
    rest -= paid
    const rounding = isCash && debt - paid < PESO ? debt - paid : 0
    const amount = paid + rounding
    takeWrittenOff(invoice, Math.max(0, amount - invoice.balance), payment)
    moveBalance(invoice, -amount)
    payment.parts.push({ invoice, amount, rounding })
  }
  payment.credit = rest
  ledger.payments.push(payment)
  giveCredit(client, payment, rest, isKept)
  if (rest > 0 && !isKept) settle(ledger, client)
  return payment
}

export type Note = { subtotal: number; vat: number }

const remainingOf = (line: Line): { base: number; vat: number } => ({
  base: line.base - line.credited.base,
  vat: line.vat - line.credited.vat,
})

/** Credits an amount of a line, with its VAT by the rate, or all that remains of it. Null: the amount exceeds what remains. */
function creditLine(line: Line, amount: number | 'rest'): Note | null {
  const { base, vat } = remainingOf(line)
  if (amount === 'rest' || amount === base + vat) return { subtotal: base, vat }
  if (amount > base + vat) return null
  const share = line.vat === 0 ? 0 : amount - halfUp(BigInt(amount) * 100n, BigInt(100 + line.rate))
  const taken = Math.min(vat, Math.max(share, amount - base))
  return { subtotal: amount - taken, vat: taken }
}

/** The note for a whole invoice (`wanted` null) or for an amount of one line; the refusal's name when it is refused. */
export function noteOf(
  invoice: Invoice,
  wanted: { position: number; amount: number } | null,
): { parts: { line: Line; note: Note }[] } | 'conflict' | 'refused' {
  if (invoice.kind === 'voided_payment' || invoice.credited === invoice.total) return 'conflict'
  const requested = invoice.lines.flatMap((line, index) =>
    wanted === null || wanted.position === index + 1 ? [{ line, amount: wanted?.amount ?? ('rest' as const) }] : [],
  )
  const parts: { line: Line; note: Note }[] = []
  for (const { line, amount } of requested) {
    const note = creditLine(line, amount)
    if (note === null) return 'refused'
    parts.push({ line, note })
  }
  return { parts }
}

/** The parts of a note for an amount: from the first line on, each up to what is left of it. */
export function partsForAmount(invoice: Invoice, amount: number): { line: Line; note: Note }[] {
  let rest = amount
  return invoice.lines.flatMap((line) => {
    const { base, vat } = remainingOf(line)
    const part = Math.min(rest, base + vat)
    rest -= part
    const note = part === 0 ? null : creditLine(line, part)
    return note === null ? [] : [{ line, note }]
  })
}

/**
 * Lowers the balance of the invoice; the part that was already paid becomes credit. `decided`: what a decision returns of its dispute. A note
 * that covers what is disputed returns it first; a smaller one takes of it what the rest of the debt does not have. The rest takes first from the part with a later last day.
 */
export function applyNote(
  ledger: Ledger,
  invoice: Invoice,
  parts: readonly { line: Line; note: Note }[],
  decided: number | null = null,
): Note {
  const note = { subtotal: sum(parts.map((part) => part.note.subtotal)), vat: sum(parts.map((part) => part.note.vat)) }
  const total = note.subtotal + note.vat
  // No one gets credit for what was not paid.
  takeWrittenOff(invoice, Math.min(Math.max(0, total - invoice.balance), writtenOff(invoice)), null)
  const lowered = Math.min(total, invoice.balance)
  const returned = decided ?? invoice.disputed
  if (decided === null) noteClaims(invoice, total)
  moveBalance(invoice, -lowered, 'decided')
  takeFromExtended(invoice, total < returned ? total : total - returned)
  invoice.credited += total
  giveCredit(invoice.client, null, total - lowered)
  for (const part of parts) {
    part.line.credited.base += part.note.subtotal
    part.line.credited.vat += part.note.vat
  }
  ledger.notes.push({ invoice, total })
  if (total > lowered) settle(ledger, invoice.client)
  return note
}

/** The provider's status of an attempt; null when it has no transaction of it. */
export type ProviderStatus = 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR' | 'VOIDED' | null

const ABSENT_AFTER_MS = 3 * 60_000
const EXPIRED_AFTER_MS = 7 * 86_400_000
const ENDS = { DECLINED: 'declined', ERROR: 'error' } as const

/** Applies the provider's status to an attempt. A final status does not change; only a void at the provider undoes an approval. */
export function applyProviderStatus(ledger: Ledger, attempt: Attempt, providerStatus: ProviderStatus): void {
  if (providerStatus === null) {
    if (isOpen(attempt) && !attempt.isKnown && ledger.now - attempt.madeAt >= ABSENT_AFTER_MS)
      attempt.status = 'expired'
    return
  }
  const mayEnd = isOpen(attempt) || attempt.status === 'expired'
  if (isOpen(attempt)) attempt.isKnown = true
  if (providerStatus === 'PENDING') {
    if (attempt.status === 'submitted') attempt.status = 'pending'
    return
  }
  if (providerStatus === 'VOIDED') {
    if (attempt.status === 'approved') takePaymentBack(ledger, attempt)
    else if (mayEnd) attempt.status = 'voided'
    return
  }
  if (!mayEnd) return
  attempt.isKnown = true
  if (providerStatus !== 'APPROVED') {
    attempt.status = ENDS[providerStatus]
    return
  }
  attempt.status = 'approved'
  const over = attempt.requested.map(({ invoice, amount }) => ({ ...chosenDebt(invoice), limit: amount }))
  attempt.payment = receive(ledger, attempt.client, sum(attempt.requested.map((part) => part.amount)), over, 'online')
}

/** A void or a chargeback of an approved payment. */
export function takePaymentBack(ledger: Ledger, attempt: Attempt): void {
  const { payment } = attempt
  if (payment === null) return
  reverse(ledger, payment)
  attempt.status = 'voided'
}

/** The scheduled check of an attempt: reads the provider's status, and after seven days expires the attempt. */
export function check(ledger: Ledger, attempt: Attempt, providerStatus: ProviderStatus): void {
  applyProviderStatus(ledger, attempt, providerStatus)
  if (isOpen(attempt) && ledger.now - attempt.madeAt >= EXPIRED_AFTER_MS) attempt.status = 'expired'
}
