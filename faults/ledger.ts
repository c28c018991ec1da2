import type { Pool } from 'pg'

/**
 * What each client owes, computed from the documents alone: invoices, less credit notes, less payments that are not reversed. It is compared
 * with the balances of the product: the invoices', and the credit that the journal has. The campaign makes no refunds and closes no small
 * balances. Returns a sentence for each company whose clients differ.
 */
export async function listLedgerDifferences(owner: Pool): Promise<string[]> {
  const { rows } = await owner.query<{ company_id: string; clients: number; first: string; centavos: string }>(`
    with documents as (
      select company_id, client_id, total::bigint as amount from invoices
      union all
      select company_id, client_id, -(amount::bigint + retefuente::bigint + reteiva::bigint + reteica::bigint) from payments p
      where not exists (select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id)
      union all
      select n.company_id, i.client_id, -n.total::bigint from credit_notes n
      join invoices i on i.company_id = n.company_id and i.id = n.invoice_id
    ), balances as (
      select company_id, client_id, balance::bigint as amount from invoices
      union all
      select company_id, client_id, case when debit_account = 'credit' then amount::bigint else -amount::bigint end
      from journal where 'credit' in (debit_account, credit_account)
    ), compared as (
      select company_id, client_id, amount from documents union all select company_id, client_id, -amount from balances
    ), different as (
      select company_id, client_id, sum(amount) as centavos from compared group by company_id, client_id having sum(amount) <> 0
    )
    select company_id, count(*)::int as clients, min(client_id::text) as first, sum(abs(centavos))::text as centavos
    from different group by company_id`)
  return rows.map(
    ({ company_id, clients, first, centavos }) =>
      `the documents of company ${company_id} give ${clients} clients another balance, ${centavos} centavos in all, the first ${first}`,
  )
}
