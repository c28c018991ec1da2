import { type Attempt, type Client, type Invoice, isOpen, type Ledger, type Line, type Payment, sum } from './ledger.ts'

// How money moves the accounts of the model: payments, reversals, credit notes, and what the provider says.

/** Cash has no centavos: what is left under a peso of an invoice it pays is closed. */
const PESO = 100

/** Money that came in over invoices in order, each up to its balance or to `limits`; the rest stands in favour. */
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
    return [{ invoice, amount }]
  })
  client.credit += rest
  const payment = { id: '', number: ledger.payments.length + 1, client, parts, credit: rest, isReversed: false }
  ledger.payments.push(payment)
  return payment
}

/** Whether what a payment left in favour is still there, so that it can be taken back. */
export const canReverse = ({ client, credit }: Payment): boolean => credit === 0 || client.credit >= credit

/** Undoes a payment. What a credit note had left in favour because of it goes back to its invoice, as far as it is still there. */
export function reverse(payment: Payment): void {
  const { client } = payment
  payment.isReversed = true
  client.credit -= payment.credit
  for (const { invoice, amount } of payment.parts) {
    invoice.balance += amount
    const again = Math.min(client.credit, Math.max(0, invoice.balance - (invoice.total - invoice.credited)))
    invoice.balance -= again
    client.credit -= again
  }
}

export type Note = { subtotal: number; vat: number }

const leftOf = (line: Line): { base: number; vat: number } => ({
  base: line.base - line.credited.base,
  vat: line.vat - line.credited.vat,
})

/** Takes back some of a line, its VAT in proportion, or all that is left of it. Null: there is not so much. */
function takeBack(line: Line, amount: number | 'rest'): Note | null {
  const { base, vat } = leftOf(line)
  if (amount === 'rest' || amount === base + vat) return { subtotal: base, vat }
  if (amount > base + vat) return null
  const whole = BigInt(line.base + line.vat)
  const share = Number((2n * BigInt(amount) * BigInt(line.vat) + whole) / (2n * whole))
  return { subtotal: amount - share, vat: share }
}

/** The note over a whole invoice (`wanted` null) or over an amount of one line; a word when it is refused. */
export function noteOf(
  invoice: Invoice,
  wanted: { position: number; amount: number } | null,
): { parts: { line: Line; note: Note }[] } | 'conflict' | 'refused' {
  if (invoice.credited === invoice.total) return 'conflict'
  const asked = invoice.lines.flatMap((line, index) =>
    wanted === null || wanted.position === index + 1 ? [{ line, amount: wanted?.amount ?? ('rest' as const) }] : [],
  )
  const parts: { line: Line; note: Note }[] = []
  for (const { line, amount } of asked) {
    const note = takeBack(line, amount)
    if (note === null) return 'refused'
    parts.push({ line, note })
  }
  return { parts }
}

/** Lowers what the invoice owes; what was paid already stands in favour. */
export function giveNote(ledger: Ledger, invoice: Invoice, parts: readonly { line: Line; note: Note }[]): Note {
  const note = { subtotal: sum(parts.map((part) => part.note.subtotal)), vat: sum(parts.map((part) => part.note.vat)) }
  const total = note.subtotal + note.vat
  const lowered = Math.min(total, invoice.balance)
  invoice.balance -= lowered
  invoice.credited += total
  invoice.contract.client.credit += total - lowered
  for (const part of parts) {
    part.line.credited.base += part.note.subtotal
    part.line.credited.vat += part.note.vat
  }
  ledger.notes += 1
  return note
}

/** What the provider holds about an attempt; null when it knows nothing of it. */
export type Truth = 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR' | 'VOIDED' | null

const ABSENT_AFTER_MS = 3 * 60_000
const GIVEN_UP_AFTER_MS = 7 * 86_400_000
const ENDS = { DECLINED: 'declined', ERROR: 'error' } as const

/** Our side once the provider was asked. What ended stays ended; only the provider's own voiding undoes an approval. */
export function learn(ledger: Ledger, attempt: Attempt, truth: Truth): void {
  if (truth === null) {
    if (isOpen(attempt) && !attempt.isKnown && ledger.now - attempt.madeAt >= ABSENT_AFTER_MS)
      attempt.status = 'expired'
    return
  }
  const mayEnd = isOpen(attempt) || attempt.status === 'expired'
  if (isOpen(attempt)) attempt.isKnown = true
  if (truth === 'PENDING') {
    if (attempt.status === 'submitted') attempt.status = 'pending'
    return
  }
  if (truth === 'VOIDED') {
    if (attempt.status === 'approved') giveBack(attempt)
    else if (mayEnd) attempt.status = 'voided'
    return
  }
  if (!mayEnd) return
  attempt.isKnown = true
  if (truth !== 'APPROVED') {
    attempt.status = ENDS[truth]
    return
  }
  attempt.status = 'approved'
  const over = attempt.asked.map(({ invoice, amount }) => ({ invoice, limit: amount }))
  attempt.payment = receive(ledger, attempt.client, sum(attempt.asked.map((part) => part.amount)), over, false)
}

/** A voided payment is taken back, unless what it left in favour is spent: then a person looks. */
function giveBack(attempt: Attempt): void {
  const { payment } = attempt
  if (payment !== null && !payment.isReversed) {
    if (!canReverse(payment)) return
    reverse(payment)
  }
  attempt.status = 'voided'
}

/** What the janitor does with an attempt: asks, and after seven days gives up. */
export function check(ledger: Ledger, attempt: Attempt, truth: Truth): void {
  learn(ledger, attempt, truth)
  if (isOpen(attempt) && ledger.now - attempt.madeAt >= GIVEN_UP_AFTER_MS) attempt.status = 'expired'
}
