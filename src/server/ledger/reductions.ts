import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * What reduced the invoices of a client after the row `since` was written: `invoice_id`, `on_day`, `amount` (below zero for what left an invoice
 * again), `credit_note_id`, and `is_money` for a payment or credit in favour. A reversed payment reduced nothing, and a
 * write-off pays nothing: what is recovered later is a payment. What leaves an invoice takes back at most what the same source brought
 * since: the rest is of before. `openOn`: the day of the payment whose receipt this transaction has not
 * written yet. `isAsPosted`: each row on its day in the books, a reversal on its own, so that a past day never changes.
 */
export const reductionsSince = (
  { client, since }: { client: RawBuilder<unknown>; since: RawBuilder<unknown> },
  { openOn = null, isAsPosted = false }: { openOn?: Day | null; isAsPosted?: boolean } = {},
): RawBuilder<unknown> => sql`
  select invoice_id, on_day, (level - coalesce(lag(level) over source, 0))::bigint as amount, credit_note_id, is_money
  from (
    select *, total - least(0, min(total) over source) as level
    from (
      select *, sum(moved) over source as total
      from (${movesSince(client, since, { openOn, isAsPosted })}) m window source as (partition by invoice_id, source order by id)
    ) m window source as (partition by invoice_id, source order by id)
  ) m window source as (partition by invoice_id, source order by id)`

/** The rows of the journal behind reductionsSince. `source`: the credit in favour, or the payment, the note or the closing of the row. */
const movesSince = (
  client: RawBuilder<unknown>,
  since: RawBuilder<unknown>,
  { openOn, isAsPosted }: { openOn: Day | null; isAsPosted: boolean },
): RawBuilder<unknown> => sql`
  select j.id, j.invoice_id,
    case when 'credit' in (j.debit_account, j.credit_account) then 'credit' else coalesce(j.adjustment_id, j.payment_id, j.credit_note_id)::text end as source,
    case when ${isAsPosted} then j.posted_on else coalesce(p.paid_on, case when j.payment_id is not null then ${openOn}::date end, j.posted_on) end as on_day,
    case when j.credit_account = 'receivable' then j.amount::bigint else -j.amount::bigint end as moved, j.credit_note_id,
    j.credit_note_id is null and j.adjustment_id is null as is_money
  from (
    select * from journal where company_id = (select current_company()) and client_id = ${client} and id > ${since}
      and (debit_account = 'receivable' or credit_account = 'receivable')
      and debit_account <> all ('{write_off,recovery}') and credit_account <> all ('{write_off,recovery}') offset 0
  ) j
  left join lateral (
    select p.paid_on, exists (
      select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id
    ) as is_reversed
    from payments p where p.company_id = j.company_id and p.id = j.payment_id offset 0
  ) p on true
  where ${isAsPosted} or j.payment_id is null or j.credit_account = 'credit' or (j.credit_account = 'receivable' and p.is_reversed is not true)`

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
