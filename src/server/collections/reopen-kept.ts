import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import type { KeptCommitments } from '#server/payments/paid-services.ts'
import { reopenKeptAgreements } from './agreement-queries.ts'
import type { BrokenPromise } from './promise-queries.ts'
import { listUnpaid } from './unpaid.ts'

/**
 * Opens again what ended as kept by a payment that is reversed now: the account is as before it (TRX-04). A promise keeps its day and an
 * agreement its instalments, and the next decision ends as broken what is late by then. A newer one of the same contract stays instead.
 */
export const reopenKept: KeptCommitments['reopen'] = async (tx, payment, today) => {
  await reopenKeptAgreements(tx, payment.client_id)
  const kept = await listKeptBy(tx, payment)
  if (kept.length === 0) return
  const unpaid = await listUnpaid(tx, [payment.client_id], today)
  for (const { ended_on, ...promise } of kept) {
    // What became overdue after the promise had ended was no part of it.
    if (!unpaid.some(({ contract_id, since }) => contract_id === promise.contract_id && since < ended_on)) continue
    const { id, no_contract, client_id, amount, until_on } = promise
    await tx.updateTable('payment_promises').set({ outcome: null, ended_on: null }).where('id', '=', id).execute()
    const after = { no_contract, amount: toPesos(amount), until_on }
    await tx.record('promise.restored', { entity_id: id, client_id, after })
  }
}

type KeptPromise = BrokenPromise & { ended_on: Day }

/** The promises that were made before a payment and ended as kept on its day or later, without a newer one of their contract. */
async function listKeptBy(
  tx: Tx,
  { id, client_id, paid_on }: { id: string; client_id: string; paid_on: Day },
): Promise<KeptPromise[]> {
  const { rows } = await sql<KeptPromise>`
    select r.id, r.contract_id, c.no_contract, r.client_id, r.amount, r.until_on, r.ended_on from payment_promises r
    cross join lateral (select no_contract from contracts where company_id = r.company_id and id = r.contract_id offset 0) c
    where r.company_id = (select current_company()) and r.client_id = ${client_id} and r.outcome = 'kept'
      and r.id < ${id}::uuid and r.ended_on >= ${paid_on}::date
      and not exists (
        select from payment_promises o where o.company_id = r.company_id and o.contract_id = r.contract_id and o.client_id = r.client_id
          and o.id > r.id and o.outcome is distinct from 'cancelled'
      )`.execute(tx)
  return rows
}
