import { sql } from 'kysely'
import { type Money, minus, pesosLabel, plus, toPesos, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'

/**
 * More of a locked invoice in one of its open disputes, which is not collected until it ends either (INV-11). It takes first what has a later
 * last day, as the dispute did (R2.15). `unclaimed`: what of the invoice no other claim asks for, paid or not. Throws a Refusal for more than
 * what is owed outside of every dispute and not claimed.
 */
export async function raiseDispute(
  tx: Tx,
  invoice: LockedInvoice,
  { disputeId, amount, unclaimed }: { disputeId: string; amount: Money; unclaimed: Money },
): Promise<void> {
  const owed = minus(invoice.balance, invoice.disputed_amount)
  const free = owed < unclaimed ? owed : unclaimed
  if (free <= 0) throw refuseField('refused', 'amount', 'Todo lo que se debe de esa factura ya está en reclamo')
  if (amount > free) throw refuseField('refused', 'amount', `De esa factura faltan por reclamar ${pesosLabel(free)}`)
  await tx
    .updateTable('disputes')
    .set({
      amount: sql<Money>`amount + ${amount}::bigint`,
      raised_id: sql<string>`uuid_v7()`,
      raised_ids: sql<string[]>`raised_ids || uuid_v7()`,
      raised_amounts: sql<string[]>`raised_amounts || ${amount}::bigint`,
    })
    .where('id', '=', disputeId)
    .execute()
  const extended_amount = invoice.extended_amount > amount ? minus(invoice.extended_amount, amount) : ZERO
  await tx
    .updateTable('invoices')
    .set({ disputed_amount: plus(invoice.disputed_amount, amount), extended_amount })
    .where('id', '=', invoice.id)
    .execute()
  await tx.record('dispute.raised', {
    entity_id: invoice.id,
    after: { number: invoice.number, amount: toPesos(amount) },
  })
}
