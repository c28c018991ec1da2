import { sql } from 'kysely'
import { type Money, minus, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import type { DisputesOutcome } from '#server/db/types.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'

/** A dispute that a note touches: the note is written on it when it has its number. `taken`: what it takes off; null when it ends it. */
export type NotedDispute = { id: string; taken: Money | null }

/**
 * What a note that decides no dispute does with that of its locked invoice. One for the disputed amount or more ends it: the client has
 * what it claimed. A smaller one takes of it only what the rest of the debt does not have. One for what was disputed and paid settles it,
 * so that it does not open again when the payment is reversed. Call it before the note lowers the balance, and `nameNote` after it is
 * stored. Null without a dispute that the note touches.
 */
export async function takeFromDispute(tx: Tx, invoice: LockedInvoice, total: Money): Promise<NotedDispute | null> {
  const { id, balance, disputed_amount } = invoice
  if (disputed_amount === 0) return settlePaid(tx, id, total)
  const open = await getOpenDispute(tx, id)
  if (!open) return null
  if (total >= disputed_amount) {
    await tx
      .updateTable('disputes')
      .set({ resolved_at: sql<Date>`now()`, resolved_by: tx.scope.actorName, outcome: 'nota_credito' })
      .where('id', '=', open.id)
      .execute()
    await endDisputed(tx, id)
    return { id: open.id, taken: null }
  }
  const taken = minus(total, minus(balance, disputed_amount))
  return taken > 0 ? { id: open.id, taken } : null
}

/** Writes a stored note on the dispute that it touched. */
export async function nameNote(tx: Tx, { id, taken }: NotedDispute, noteId: string): Promise<void> {
  await tx
    .updateTable('disputes')
    .set(
      taken === null
        ? { credit_note_id: noteId }
        : {
            noted_amount: sql<Money>`noted_amount + ${taken}::bigint`,
            noted_ids: sql<string[]>`noted_ids || ${noteId}::uuid`,
          },
    )
    .where('id', '=', id)
    .execute()
}

/** Only the last dispute opens again. One that was decided for the client after it paid keeps how it ended. */
async function settlePaid(tx: Tx, invoiceId: string, total: Money): Promise<NotedDispute | null> {
  const settled = await tx
    .updateTable('disputes')
    .set((query) => ({
      outcome: query
        .case()
        .when('outcome', '=', 'pago')
        .then<DisputesOutcome>('nota_credito')
        .else(query.ref('outcome'))
        .end(),
    }))
    .where('id', '=', (query) =>
      query.selectFrom('disputes').select('id').where('invoice_id', '=', invoiceId).orderBy('id', 'desc').limit(1),
    )
    .where('outcome', 'in', ['pago', 'a_favor'])
    .where('credit_note_id', 'is', null)
    .where(sql<Money>`amount - noted_amount`, '<=', total)
    .returning('id')
    .executeTakeFirst()
  return settled ? { id: settled.id, taken: null } : null
}

export const getOpenDispute = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('disputes')
    .select(['id', 'reference'])
    .where('invoice_id', '=', invoiceId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()

/** Nothing of the invoice is disputed any more. */
export const endDisputed = (tx: Tx, invoiceId: string) =>
  tx.updateTable('invoices').set({ disputed_amount: ZERO }).where('id', '=', invoiceId).execute()
