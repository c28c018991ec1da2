import type { Day } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { setAgreedDays } from '#server/ledger/agreed-days.ts'

/** What a client committed to pay: a promise until a day, or an agreement of instalments. */
type CommitmentKind = 'promise' | 'agreement'

type Outcome = 'kept' | 'broken' | 'cancelled'

/** Ends a promise or an agreement that is open; false when it is not. */
export async function endCommitment(
  tx: Tx,
  kind: CommitmentKind,
  { id, no_contract }: { id: string; no_contract: string },
  outcome: Outcome,
  ended_on: Day,
): Promise<boolean> {
  const row = await (kind === 'promise' ? endPromise : endAgreement)(tx, id, { outcome, ended_on })
  if (!row) return false
  const { client_id, amount, ...term } = row
  const after = { no_contract, outcome, amount: toPesos(amount), ...term }
  await tx.record(`${kind}.ended`, { entity_id: id, client_id, after })
  return true
}

type Ending = { outcome: Outcome; ended_on: Day }

const endPromise = (tx: Tx, id: string, ending: Ending) =>
  tx
    .updateTable('payment_promises')
    .set(ending)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['client_id', 'amount', 'until_on'])
    .executeTakeFirst()

/** What is left of an agreement that ended is overdue by the days of its invoices. */
async function endAgreement(tx: Tx, id: string, ending: Ending) {
  const row = await tx
    .updateTable('payment_agreements')
    .set(ending)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['client_id', 'amount'])
    .executeTakeFirst()
  if (!row) return undefined
  const invoices = await tx
    .selectFrom('payment_agreement_invoices')
    .select('invoice_id')
    .where('agreement_id', '=', id)
    .execute()
  await setAgreedDays(
    tx,
    invoices.map(({ invoice_id }) => ({ id: invoice_id, until: null })),
  )
  return row
}
