import { type Attempt, type Client, type Invoice, isOpen, type Ledger, type Line, type Payment, sum } from './ledger.ts'

// The changes of the model's accounts: payments, reversals, credit notes and the provider's statuses.

/** Cash has no centavos: a remainder under a peso of an invoice paid in cash is written off. */
const PESO = 100

/** Applies a payment to invoices in order, each up to its balance or its limit; the rest becomes credit. */
export function receive(
  ledger: Ledger,
  client: Client,
  received: number,
  over: readonly { invoice: Invoice; limit: number }[],
  isCash: boolean,
): Payment {
  let rest = received
  const parts = over.flatMap(({ invoice, limit }) => {
    const paid = Math.min(rest, limit, invoice.balance)
    if (paid === 0) return []
    rest -= paid
    const left = invoice.balance - paid
    const amount = isCash && left < PESO ? paid + left : paid
    invoice.balance -= amount
    followBalance(invoice, invoice.balance + amount, 'paid')
    return [{ invoice, amount }]
  })
  client.credit += rest
  const payment = { id: '', number: ledger.payments.length + 1, client, parts, credit: rest, isReversed: false }
  ledger.payments.push(payment)
  return payment
}

/** The disputed amount is at most the balance; `end`: how the dispute ends when nothing is left to pay. */
function followBalance(invoice: Invoice, before: number, end: 'paid' | 'decided'): void {
  const { claim, balance } = invoice
  if (claim === null) return
  if (balance > before) {
    if (claim.end === 'paid') claim.end = 'open'
    if (claim.end === 'open') invoice.disputed = Math.min(claim.amount, balance)
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

/** Whether the credit that a payment left is still available, so that the payment can be reversed. */
export const canReverse = ({ client, credit }: Payment): boolean => credit === 0 || client.credit >= credit

/** Reverses a payment. The credit that a credit note left because of it returns to the invoice, as far as it is available. */
export function reverse(payment: Payment): void {
  const { client } = payment
  payment.isReversed = true
  client.credit -= payment.credit
  for (const { invoice, amount } of payment.parts) {
    const before = invoice.balance
    invoice.balance += amount
    const again = Math.min(client.credit, Math.max(0, invoice.balance - (invoice.total - invoice.credited)))
    invoice.balance -= again
    followBalance(invoice, before, 'paid')
    client.credit -= again
  }
}

export type Note = { subtotal: number; vat: number }

const remainingOf = (line: Line): { base: number; vat: number } => ({
  base: line.base - line.credited.base,
  vat: line.vat - line.credited.vat,
})

/** Credits an amount of a line, with its VAT in proportion, or all that remains of it. Null: the amount exceeds what remains. */
function creditLine(line: Line, amount: number | 'rest'): Note | null {
  const { base, vat } = remainingOf(line)
  if (amount === 'rest' || amount === base + vat) return { subtotal: base, vat }
  if (amount > base + vat) return null
  const whole = BigInt(line.base + line.vat)
  const share = Number((2n * BigInt(amount) * BigInt(line.vat) + whole) / (2n * whole))
  return { subtotal: amount - share, vat: share }
}

/** The note for a whole invoice (`wanted` null) or for an amount of one line; the refusal's name when it is refused. */
export function noteOf(
  invoice: Invoice,
  wanted: { position: number; amount: number } | null,
): { parts: { line: Line; note: Note }[] } | 'conflict' | 'refused' {
  if (invoice.credited === invoice.total) return 'conflict'
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

/** Lowers the balance of the invoice; the part that was already paid becomes credit. */
export function applyNote(ledger: Ledger, invoice: Invoice, parts: readonly { line: Line; note: Note }[]): Note {
  const note = { subtotal: sum(parts.map((part) => part.note.subtotal)), vat: sum(parts.map((part) => part.note.vat)) }
  const total = note.subtotal + note.vat
  const lowered = Math.min(total, invoice.balance)
  invoice.balance -= lowered
  const { disputed } = invoice
  followBalance(invoice, invoice.balance + lowered, 'decided')
  if (disputed > 0 && total >= disputed) endClaim(invoice)
  invoice.credited += total
  invoice.contract.client.credit += total - lowered
  for (const part of parts) {
    part.line.credited.base += part.note.subtotal
    part.line.credited.vat += part.note.vat
  }
  ledger.notes += 1
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
    if (attempt.status === 'approved') voidPayment(attempt)
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
  const over = attempt.requested.map(({ invoice, amount }) => ({ invoice, limit: amount }))
  attempt.payment = receive(ledger, attempt.client, sum(attempt.requested.map((part) => part.amount)), over, false)
}

/** Reverses a voided payment, unless its credit is already used: then a user has to resolve it. */
function voidPayment(attempt: Attempt): void {
  const { payment } = attempt
  if (payment !== null && !payment.isReversed) {
    if (!canReverse(payment)) return
    reverse(payment)
  }
  attempt.status = 'voided'
}

/** The scheduled check of an attempt: reads the provider's status, and after seven days expires the attempt. */
export function check(ledger: Ledger, attempt: Attempt, providerStatus: ProviderStatus): void {
  applyProviderStatus(ledger, attempt, providerStatus)
  if (isOpen(attempt) && ledger.now - attempt.madeAt >= EXPIRED_AFTER_MS) attempt.status = 'expired'
}
