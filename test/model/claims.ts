import { type Claim, type Invoice, sum } from './ledger.ts'

const askedOf = ({ amount, noted }: Claim): number => amount - noted
export const openClaims = ({ claims }: Invoice): Claim[] => claims.filter(({ end }) => end === 'open')
const disputedOf = (invoice: Invoice): number => Math.min(sum(openClaims(invoice).map(askedOf)), invoice.balance)

/** What of an open claim is not collected: those before it have theirs first. */
export function heldOf(invoice: Invoice, claim: Claim): number {
  const open = openClaims(invoice)
  const before = sum(open.slice(0, open.indexOf(claim)).map(askedOf))
  return Math.max(0, Math.min(askedOf(claim), invoice.disputed - before))
}

/**
 * Changes the balance of an invoice. Its disputed amount is at most the balance; `end`: how the last claims end that have nothing left to
 * pay. Claims that a payment ended are open again when the payment is taken back, the first one first.
 */
export function moveBalance(invoice: Invoice, by: number, end: 'paid' | 'decided' = 'paid'): void {
  invoice.balance += by
  const { claims, balance } = invoice
  if (claims.length === 0) return
  if (by > 0) {
    for (const claim of claims) {
      const asked = sum(openClaims(invoice).map(askedOf))
      if (claim.end === 'paid' && asked < balance) claim.end = 'open'
    }
    invoice.disputed = disputedOf(invoice)
  } else if (invoice.disputed > balance) {
    invoice.disputed = balance
    for (const claim of openClaims(invoice).filter((one) => heldOf(invoice, one) === 0)) claim.end = end
  }
}

/** A decision on a claim. The others keep what they ask for, of what `returned` leaves of the balance. */
export function endClaim(invoice: Invoice, claim: Claim, returned: number): void {
  claim.end = 'decided'
  invoice.disputed = Math.min(sum(openClaims(invoice).map(askedOf)), invoice.balance - returned)
}

/**
 * A note that decides no claim. One for all that is disputed ends the claims, and then those that were paid; a smaller one takes of them,
 * from the last one on, what the rest of the debt does not have.
 */
export function noteClaims(invoice: Invoice, total: number): void {
  const { balance, disputed } = invoice
  const isAll = total >= disputed
  let rest = isAll ? disputed : Math.max(0, total - (balance - disputed))
  const open = openClaims(invoice).map((claim) => ({ claim, held: heldOf(invoice, claim) }))
  for (const { claim, held } of open.toReversed()) {
    const taken = Math.min(held, rest)
    rest -= taken
    if (taken === held) claim.end = 'decided'
    else claim.noted += taken
  }
  if (disputed > 0) invoice.disputed = disputedOf(invoice)
  let paid = disputed === 0 ? total : isAll ? total - balance : 0
  for (const claim of invoice.claims.toReversed()) {
    if (claim.end !== 'paid' || askedOf(claim) > paid) continue
    paid -= askedOf(claim)
    claim.end = 'decided'
  }
}

/** A new dispute and a note take first from the part with a later last day; its day stays. */
export function takeFromExtended({ extended }: Invoice, amount: number): void {
  if (extended !== null) extended.amount = Math.max(0, extended.amount - amount)
}
