import { sql } from 'kysely'
import type { ChargedConnection } from '#domain/invoices/connection.ts'
import { listWaitingCharges } from '#server/contracts/pending-charges.ts'
import type { Tx } from '#server/core/tx.ts'

/** The number of the last invoice with the connection of a contract that no note gave back in full; null without one. */
export async function getConnectionInvoice(tx: Tx, contractId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select i.prefix || '-' || i.number as number from invoices i
    where i.company_id = (select current_company()) and i.contract_id = ${contractId} and i.credited < i.total and exists (
      select from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id and l.kind = 'connection'
        and l.total > (
          select coalesce(sum((part->>'base')::bigint + (part->>'vat')::bigint), 0) from credit_notes n
          cross join lateral jsonb_array_elements(n.lines) part
          where n.company_id = i.company_id and n.invoice_id = i.id and (part->>'position')::int = l.position))
    order by i.id desc limit 1`.execute(tx)
  return rows[0]?.number ?? null
}

/** The connection of a contract that an invoice charges, or that its next one will. */
export const readConnection = async (tx: Tx, contractId: string): Promise<ChargedConnection> => ({
  invoice: await getConnectionInvoice(tx, contractId),
  isWaiting: (await listWaitingCharges(tx, contractId)).some(({ kind }) => kind === 'connection'),
})
