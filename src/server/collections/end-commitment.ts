import type { Day } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

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

const endAgreement = (tx: Tx, id: string, ending: Ending) =>
  tx
    .updateTable('payment_agreements')
    .set(ending)
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['client_id', 'amount'])
    .executeTakeFirst()
