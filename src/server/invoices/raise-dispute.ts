import { sql } from 'kysely'
import { type Money, minus, pesosLabel, toPesos } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import type { LockedInvoice } from '#server/ledger/accounts.ts'
import { updateDisputedAmountBy } from './dispute-queries.ts'

/**
 * Adds an amount of a locked invoice to one of its open disputes: it is not collected until that ends either (INV-11). `unclaimed`: what of
 * the invoice no other claim asks for, paid or not. Throws a Refusal for more than what is owed outside of every dispute and not claimed.
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
  await updateDisputedAmountBy(tx, invoice, amount)
  await tx.record('dispute.raised', {
    entity_id: invoice.id,
    after: { number: invoice.number, amount: toPesos(amount) },
  })
}
