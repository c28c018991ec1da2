import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'

/** The number of the last invoice that charges the connection of a contract and that no note annulled; null without one. */
export async function getConnectionInvoice(tx: Tx, contractId: string): Promise<string | null> {
  const { rows } = await sql<{ number: string }>`
    select i.prefix || '-' || i.number as number from invoices i
    where i.company_id = (select current_company()) and i.contract_id = ${contractId} and i.credited < i.total and exists (
      select from invoice_lines l where l.company_id = i.company_id and l.invoice_id = i.id and l.kind = 'connection')
    order by i.id desc limit 1`.execute(tx)
  return rows[0]?.number ?? null
}
