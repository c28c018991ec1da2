import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * What reduced the invoices of a client after the row `since` was written: `invoice_id`, `on_day`, `amount` (below zero for credit in
 * favour that left an invoice), `credit_note_id`, and `is_money` for a payment or credit in favour. A reversed payment reduced nothing, and a
 * write-off pays nothing: what is recovered later is a payment. The reversal of a payment from before `since` takes back nothing of these. `openOn`: the day of the payment whose receipt this transaction has not
 * written yet. `isAsPosted`: each row on its day in the books, a reversal on its own, so that a past day never changes.
 */
export const reductionsSince = (
  { client, since }: { client: RawBuilder<unknown>; since: RawBuilder<unknown> },
  { openOn = null, isAsPosted = false }: { openOn?: Day | null; isAsPosted?: boolean } = {},
): RawBuilder<unknown> => sql`
  select j.invoice_id,
    case when ${isAsPosted} then j.posted_on else coalesce(p.paid_on, case when j.payment_id is not null then ${openOn}::date end, j.posted_on) end as on_day,
    case when j.credit_account = 'receivable' then j.amount::bigint else -j.amount::bigint end as amount, j.credit_note_id,
    j.credit_note_id is null and j.adjustment_id is null as is_money
  from (
    select * from journal where company_id = (select current_company()) and client_id = ${client} and id > ${since}
      and (debit_account = 'receivable' or credit_account = 'receivable')
      and debit_account <> all ('{write_off,recovery}') and credit_account <> all ('{write_off,recovery}') offset 0
  ) j
  left join lateral (
    select p.paid_on, p.keeps_advance, exists (
      select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id
    ) as is_reversed
    from payments p where p.company_id = j.company_id and p.id = j.payment_id offset 0
  ) p on true
  where ${undoesSince(since)} and (${isAsPosted} or j.payment_id is null or j.credit_account = 'credit' or (j.credit_account = 'receivable' and p.is_reversed is not true))`

/**
 * Whether a row `j` of a reversal undoes what was written after `since`. The money of an earlier payment `p` reduced the invoices before it, as
 * credit in favour pays them at once; only an advance that a person kept may have been used later.
 */
const undoesSince = (since: RawBuilder<unknown>) => sql`
  (j.debit_account <> 'receivable' or j.payment_id is null or j.payment_id > ${since} or (j.credit_account = 'credit' and p.keeps_advance))`

/** Whether money paid an invoice of a contract since a row of its client was written: a payment, or credit in favour. */
export async function hasPaidSince(
  tx: Tx,
  { id, contract_id, client_id }: { id: string; contract_id: string; client_id: string },
): Promise<boolean> {
  const { rows } = await sql<{ has_paid: boolean }>`
    select exists (
      select from (${reductionsSince({ client: sql`${client_id}::uuid`, since: sql`${id}::uuid` })}) r
      cross join lateral (
        select contract_id from invoices where company_id = (select current_company()) and id = r.invoice_id offset 0
      ) i
      where r.is_money and r.amount > 0 and i.contract_id = ${contract_id}
    ) as has_paid`.execute(tx)
  return rows[0]?.has_paid === true
}
