import { sql } from 'kysely'
import { type Money, minus, plus, ZERO } from '#domain/core/money.ts'
import { askedOf, heldByOthers, heldParts } from '#domain/invoices/dispute.ts'
import type { Tx } from '#server/core/tx.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { listOpenDisputes, updateDisputedAmount } from './dispute-queries.ts'

/**
 * A credited dispute: an open or a paid one that a credit note ends, or makes smaller. The note is written on it when it has its number.
 * `taken`: what the note takes off it; null when all of the note is of it.
 */
type CreditedDispute = { id: string; isEnded: boolean; taken: Money | null }

/**
 * What a note that decides no dispute does with those of its locked invoice. One for all that is disputed or more ends them: the client has
 * what it claimed. A smaller one takes of them only what the rest of the debt does not have, from the last one on. One for what was disputed
 * and paid settles it, so that it does not open again when the payment is reversed. `favour`: what of it was paid, when it returns what a
 * decided claim gave: of the disputes it takes only what is neither owed nor paid outside of them. Call it before the note lowers the
 * balance, and `writeNoteOnDisputes` after it is stored.
 */
export async function reduceDisputes(
  tx: Tx,
  invoice: LockedInvoice,
  total: Money,
  favour: Money | null,
): Promise<CreditedDispute[]> {
  const { id, balance, disputed_amount } = invoice
  if (disputed_amount === 0) return sharesOf(await settlePaidDisputes(tx, id, favour ?? total, favour !== null))
  const open = await listOpenDisputes(tx, id)
  const isAll = favour === null && total >= disputed_amount
  const beside = plus(minus(balance, disputed_amount), favour ?? ZERO)
  const credited = partsOf(heldParts(open, disputed_amount), isAll ? disputed_amount : minus(total, beside))
  const ended = credited.filter(({ isEnded }) => isEnded).map((dispute) => dispute.id)
  if (ended.length > 0) {
    await endByNote(tx, ended)
    const others = open.filter((dispute) => !ended.includes(dispute.id))
    await updateDisputedAmount(tx, id, heldByOthers(others, balance))
  }
  const paid = favour ?? (isAll && total > balance ? minus(total, balance) : ZERO)
  const settled = paid > 0 ? await settlePaidDisputes(tx, id, paid, favour !== null) : []
  return sharesOf([...credited, ...settled])
}

type Part = CreditedDispute & { taken: Money }

/** What an amount of a note takes off disputes, in their order from the last one on. */
function partsOf(open: readonly { id: string; held: Money }[], amount: Money): Part[] {
  let rest = amount
  return open.toReversed().flatMap(({ id, held }) => {
    const taken = held < rest ? held : rest
    if (taken <= 0) return []
    rest = minus(rest, taken)
    return [{ id, isEnded: taken === held, taken }]
  })
}

/** A note that ends one dispute and touches no other is all of that one. */
const sharesOf = (credited: readonly Part[]): CreditedDispute[] =>
  credited.length === 1 ? credited.map((part) => (part.isEnded ? { ...part, taken: null } : part)) : [...credited]

const endByNote = (tx: Tx, ids: readonly string[]) =>
  tx
    .updateTable('disputes')
    .set({ resolved_at: sql<Date>`now()`, resolved_by: tx.scope.actorName, outcome: 'nota_credito' })
    .where('id', 'in', ids)
    .execute()

/** Writes a stored note on the disputes that it touched. */
export async function writeNoteOnDisputes(tx: Tx, credited: readonly CreditedDispute[], noteId: string): Promise<void> {
  for (const { id, isEnded, taken } of credited)
    await tx
      .updateTable('disputes')
      .set({
        ...(isEnded ? { credit_note_id: noteId } : {}),
        ...(taken === null
          ? {}
          : {
              noted_amount: sql<Money>`noted_amount + ${taken}::bigint`,
              noted_ids: sql<string[]>`noted_ids || ${noteId}::uuid`,
            }),
      })
      .where('id', '=', id)
      .execute()
}

/**
 * The disputes that a payment ended and an amount of a note covers, from the last one on: they do not open again. The last dispute may have
 * been decided for the client after it paid, and keeps how it ended. `isOrdered`: only those that were decided for the client.
 */
async function settlePaidDisputes(tx: Tx, invoiceId: string, amount: Money, isOrdered = false): Promise<Part[]> {
  const stored = await tx
    .selectFrom('disputes')
    .select(['id', 'amount', 'noted_amount', 'outcome', 'credit_note_id'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id', 'desc')
    .execute()
  let rest = amount
  const settled = stored.filter((dispute, index) => {
    const isDecided = dispute.outcome === 'a_favor'
    const isWaiting = isOrdered ? isDecided : dispute.outcome === 'pago' || (index === 0 && isDecided)
    const asked = askedOf(dispute)
    if (!isWaiting || dispute.credit_note_id !== null || asked > rest) return false
    rest = minus(rest, asked)
    return true
  })
  const paid = settled.filter(({ outcome }) => outcome === 'pago').map(({ id }) => id)
  if (paid.length > 0)
    await tx.updateTable('disputes').set({ outcome: 'nota_credito' }).where('id', 'in', paid).execute()
  return settled.map((dispute) => ({ id: dispute.id, isEnded: true, taken: askedOf(dispute) }))
}
