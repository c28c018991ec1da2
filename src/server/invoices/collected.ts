import { sql } from 'kysely'
import type { CollectedInvoice } from '#domain/invoices/collected.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'

export type CollectedRow = CollectedInvoice & { type_identification: string; name: string }

/** The open invoices that a bank may collect, of one client or of all, the oldest due first: without what is in dispute (R2.15). */
export async function listCollected(tx: Tx, clientId?: string): Promise<CollectedRow[]> {
  const { rows } = await sql<CollectedRow>`${REPLAN_EACH_TIME}
    select i.prefix, i.number as sequence, c.no_contract, i.client_id, k.type_identification, k.identification, k.name,
      i.balance - i.disputed_amount as payable, i.due_on
    from invoices i
    cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
    left join lateral (select no_contract from contracts c where c.company_id = i.company_id and c.id = i.contract_id offset 0) c on true
    where i.company_id = (select current_company()) and i.balance > i.disputed_amount and i.balance > 0
      ${clientId === undefined ? sql`` : sql`and i.client_id = ${clientId}`}
    order by i.due_on, i.id`.execute(tx)
  return rows
}
