import { type Money, plus, sum } from '#domain/core/money.ts'
import { askedOf } from '#domain/invoices/dispute.ts'
import type { Tx } from '#server/core/tx.ts'
import { claimCases } from './claim-cases.ts'

type Asked = { amount: Money; noted_amount: Money }

/**
 * What of a balance is in dispute when `open` are its open disputes: never more than it. Disputes that a payment covered are open again while
 * something of the balance is left, the first one first: what was paid counts first for what no dispute has. The account must be locked.
 */
export async function holdBalance(
  tx: Tx,
  invoiceId: string,
  { open, balance }: { open: readonly Asked[]; balance: Money },
): Promise<Money> {
  let asked = sum(open.map(askedOf))
  if (asked < balance)
    for (const waiting of await listPaidWaiting(tx, invoiceId)) {
      if (asked >= balance) break
      asked = plus(asked, askedOf(waiting))
      await tx.updateTable('disputes').set({ resolved_at: null, outcome: null }).where('id', '=', waiting.id).execute()
    }
  return asked < balance ? asked : balance
}

/** The disputes of an invoice that a payment ended and whose case is not decided yet, in the order in which they were opened. */
export async function listPaidWaiting(tx: Tx, invoiceId: string): Promise<(Asked & { id: string })[]> {
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
