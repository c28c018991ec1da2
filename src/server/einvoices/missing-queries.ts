import { type RawBuilder, sql } from 'kysely'
import { type Period, periodBounds } from '#domain/core/period.ts'
import type { MissingDocuments } from '#domain/einvoices/electronic.ts'
import type { Tx } from '#server/core/tx.ts'
import { issuesInProduction } from './trials.ts'

/**
 * The invoices of a month that have no document, and still charge something: they were issued while electronic invoicing was off, or
 * their document is a trial of a company that issues in production. An opening balance was invoiced in another system, and the debt of a voided payment is no sale.
 */
const missingIn = (period: Period): RawBuilder<unknown> => {
  const { from_on, to_on } = periodBounds(period, 31)
  return sql`
    select i.id, i.total from invoices i
    where i.company_id = (select current_company()) and i.issued_on between ${from_on} and ${to_on} and i.kind in ('period', 'one_off')
      and not exists (
        select from electronic_documents d
        where d.company_id = i.company_id and d.invoice_id = i.id and d.kind = 'invoice' and not d.is_trial
      )
      and (
        (select ${issuesInProduction(sql`current_company()`)})
        or not exists (
          select from electronic_documents d where d.company_id = i.company_id and d.invoice_id = i.id and d.kind = 'invoice' and d.is_trial
        )
      )
      and i.total > coalesce(
        (select sum(n.total) from credit_notes n where n.company_id = i.company_id and n.invoice_id = i.id), 0
      )`
}

export async function countMissing(tx: Tx, period: Period): Promise<MissingDocuments> {
  const { rows } = await sql<{ count: number; total: MissingDocuments['total'] }>`
    select count(*)::int as count, coalesce(sum(total), 0)::bigint as total from (${missingIn(period)}) missing`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new Error('a count has a row')
  return { period, ...row }
}

/** Queues the documents of a month that are missing, each with its credit notes. Returns how many invoices. */
export async function queueMissing(tx: Tx, period: Period): Promise<number> {
  // A credit note in progress holds its invoice: the next statement sees that note.
  await sql`
    select from invoices i
    where i.company_id = (select current_company()) and i.id = any (array(select id from (${missingIn(period)}) missing))
    order by i.id for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    with queue as (
      insert into electronic_queues (company_id) select current_company() on conflict do nothing
    ),
    made as (
      insert into electronic_documents (company_id, kind, invoice_id)
      select current_company(), 'invoice', id from (${missingIn(period)}) missing order by id
      on conflict do nothing returning company_id, invoice_id
    ),
    notes as (
      insert into electronic_documents (company_id, kind, invoice_id, credit_note_id)
      select n.company_id, 'credit_note', n.invoice_id, n.id
      from made join credit_notes n on n.company_id = made.company_id and n.invoice_id = made.invoice_id order by n.id
      on conflict do nothing
    )
    select count(*)::int as count from made`.execute(tx)
  return rows[0]?.count ?? 0
}
