import type { Day } from '#domain/core/days.ts'
import { type Money, plus, toPesos, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { issueCreditNote } from './credit-notes.ts'

/**
 * Credits all that is left of the invoices of a contract that was not installed in time (R2.14) or was retracted (R2.26). What was paid
 * of them becomes credit in favour, which the desk pays back. `concept`: the reason, on each note. Returns the credited amount.
 */
export async function creditWholeContract(
  tx: Tx,
  contractId: string,
  { concept, today }: { concept: string; today: Day },
): Promise<Money> {
  const invoices = await tx
    .selectFrom('invoices')
    .select('id')
    .where('contract_id', '=', contractId)
    .whereRef('credited', '<', 'total')
    .orderBy('id')
    .execute()
  let credited = ZERO
  for (const { id } of invoices) {
    const note = await issueCreditNote(tx, id, { concept }, today)
    credited = plus(credited, note.total)
    await tx.record('credit_note.created', {
      entity_id: note.id,
      after: { number: note.number, invoice_id: id, total: toPesos(note.total), concept },
    })
  }
  return credited
}
