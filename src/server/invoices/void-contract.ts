import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { minus, plus, toPesos, ZERO } from '#domain/core/money.ts'
import type { VoidedInvoices } from '#server/contracts/billed-periods.ts'
import type { Tx } from '#server/core/tx.ts'
import { getCredit, lockAccount } from '#server/ledger/accounts.ts'
import { applyCredit } from '#server/ledger/credit.ts'
import { getUsableCredit, reserveRefund } from '#server/ledger/owed-refunds.ts'
import { issueCreditNote } from './credit-notes.ts'

/**
 * Credits all that is left of the invoices of a contract that was not installed in time (R2.14) or was retracted (R2.26). What was paid
 * of them becomes credit in favour that is set apart until the desk pays it back: it pays no other debt (Ley 1480 de 2011, art. 47: «todas
 * las sumas pagadas sin que proceda a hacer descuentos»). A client without another contract gets all its credit in favour back, with the
 * advances that a person kept for the next invoices, because there is none. `concept`: the reason, on each note. `due_on`: the last day to pay it back; null without one.
 */
export async function creditWholeContract(
  tx: Tx,
  contract: { id: string; client_id: string },
  { concept, today, due_on }: { concept: string; today: Day; due_on: Day | null },
): Promise<VoidedInvoices> {
  const { id: contract_id, client_id } = contract
  await lockAccount(tx, client_id)
  const invoices = await tx
    .selectFrom('invoices')
    .select('id')
    .where('contract_id', '=', contract_id)
    .whereRef('credited', '<', 'total')
    .orderBy('id')
    .execute()
  const before = await getCredit(tx, client_id)
  let credited = ZERO
  for (const { id } of invoices) {
    const note = await issueCreditNote(tx, id, { concept, keeps_credit: true }, today)
    credited = plus(credited, note.total)
    await tx.record('credit_note.created', {
      entity_id: note.id,
      after: { number: note.number, invoice_id: id, total: toPesos(note.total), concept },
    })
  }
  const owed = (await hasOtherContract(tx, contract))
    ? minus(await getCredit(tx, client_id), before)
    : await getUsableCredit(tx, client_id)
  await reserveRefund(tx, { contract_id, client_id, amount: owed, due_on })
  await applyCredit(tx, client_id, today)
  return { credited, owed }
}

/** Whether a client has another contract that is signed and not over, whose invoices its credit in favour may pay. */
async function hasOtherContract(tx: Tx, { id, client_id }: { id: string; client_id: string }): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`
    select exists (
      select from contracts where company_id = (select current_company()) and client_id = ${client_id} and id <> ${id}
        and status in ('awaiting_installation', 'active', 'suspended')
    ) as is_held`.execute(tx)
  return rows[0]?.is_held === true
}
