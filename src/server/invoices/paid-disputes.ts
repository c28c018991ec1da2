import { sql } from 'kysely'
import { type Money, plus, sum, toPesos } from '#domain/core/money.ts'
import { askedOf, type DisputeOutcome } from '#domain/invoices/dispute.ts'
import type { Tx } from '#server/core/tx.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { claimCases } from './claim-cases.ts'
import type { Decider } from './disputes.ts'

/*
 * A paid dispute: a payment of its amount ended it (outcome `pago`), or its amount was paid when it was claimed. It opens again when the
 * payment is reversed, until its case is decided.
 */

type PaidDecision = {
  references: string[]
  outcome: Extract<DisputeOutcome, 'a_favor' | 'parcial' | 'en_contra'>
  resolution: string
}

/**
 * Decides the dispute of a claim that its client paid before the decision: what was decided does not open again when the payment is
 * reversed. Nothing without one. The account must be locked.
 */
export async function decidePaidDispute(
  tx: Tx,
  invoiceId: string,
  { references, outcome, resolution }: PaidDecision,
): Promise<void> {
  const decided = await tx
    .updateTable('disputes')
    .set({ outcome, resolution, resolved_at: sql<Date>`now()`, resolved_by: tx.scope.actorName })
    .where('invoice_id', '=', invoiceId)
    .where('reference', 'in', references)
    .where('outcome', '=', 'pago')
    .returning('id')
    .execute()
  if (decided.length > 0) await tx.record('dispute.resolved', { entity_id: invoiceId, after: { outcome, resolution } })
}

/**
 * The dispute of what is claimed of an invoice that is paid, or all in other disputes: ended as a paid one, so that it opens when that
 * payment is reversed or another dispute ends.
 */
export async function insertPaidDispute(
  { actor }: Pick<Decider, 'actor'>,
  tx: Tx,
  { id, number }: LockedInvoice,
  claim: { amount: Money; reason: string; reference: string },
): Promise<void> {
  await tx
    .insertInto('disputes')
    .values({ invoice_id: id, ...claim, opened_by: actor.name, outcome: 'pago', resolved_at: sql<Date>`now()` })
    .execute()
  const { amount, reason, reference } = claim
  await tx.record('dispute.opened', { entity_id: id, after: { number, amount: toPesos(amount), reason, reference } })
}

/**
 * Writes a note on the dispute of a claim that its client paid: it is all of one that was decided, and a part of one that waits for the SIC,
 * which opens for less when the payment is reversed. Returns whether there is such a dispute.
 */
export async function writeNoteOnPaidDispute(
  tx: Tx,
  { invoiceId, references, note, returned }: { invoiceId: string; references: string[]; note: string; returned: Money },
): Promise<boolean> {
  const own = tx
    .updateTable('disputes')
    .where('invoice_id', '=', invoiceId)
    .where('reference', 'in', references)
    .where('credit_note_id', 'is', null)
    .returning('id')
  const decided = await own.set({ credit_note_id: note }).where('outcome', 'in', ['a_favor', 'parcial']).execute()
  if (decided.length > 0) return true
  const undecided = await own
    .set({
      noted_amount: sql<Money>`noted_amount + ${returned}::bigint`,
      noted_ids: sql<string[]>`noted_ids || ${note}::uuid`,
    })
    .where('outcome', '=', 'pago')
    .execute()
  return undecided.length > 0
}

type Asked = { amount: Money; noted_amount: Money }

/**
 * Opens paid disputes again while the open ones ask for less than the balance, the first one first: what was paid counts first for what no
 * dispute has. `open`: the open disputes of the invoice. Returns what of the balance is in dispute, never more than it. The account must be
 * locked.
 */
export async function reopenPaidDisputes(
  tx: Tx,
  invoiceId: string,
  { open, balance }: { open: readonly Asked[]; balance: Money },
): Promise<Money> {
  let asked = sum(open.map(askedOf))
  if (asked < balance)
    for (const paid of await listUndecidedPaid(tx, invoiceId)) {
      if (asked >= balance) break
      asked = plus(asked, askedOf(paid))
      await tx.updateTable('disputes').set({ resolved_at: null, outcome: null }).where('id', '=', paid.id).execute()
    }
  return asked < balance ? asked : balance
}

/** The paid disputes of an invoice whose case is not decided yet, in the order in which they were opened. */
export async function listUndecidedPaid(tx: Tx, invoiceId: string): Promise<(Asked & { id: string })[]> {
  const paid = await tx
    .selectFrom('disputes')
    .select(['id', 'reference', 'amount', 'noted_amount'])
    .where('invoice_id', '=', invoiceId)
    .where('outcome', '=', 'pago')
    .orderBy('id')
    .execute()
  const cases = await Promise.all(
    paid.map(async ({ reference }) => (reference === null ? null : await claimCases().find(tx, invoiceId, reference))),
  )
  return paid.filter((_, index) => cases[index]?.decides === true)
}
