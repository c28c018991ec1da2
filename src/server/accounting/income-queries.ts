import { type RawBuilder, sql } from 'kysely'
import {
  type IncomeDocument,
  type IncomeNote,
  type IncomeRow,
  incomeOf,
  monthBounds,
} from '#domain/accounting/income.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { nextPeriod, type Period, previousPeriod } from '#domain/core/period.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

type StoredDocument = {
  id: string
  prefix: string
  sequence: number
  client_name: string
  identification: string
  issued_on: Day
  from_on: Day | null
  to_on: Day | null
  active_from: Day | null
  subtotal: Money
  plan: Money
  notes: IncomeNote[]
}

/** How long before a month a run may have begun that wrote invoices of an earlier period in that month. */
const LATE_RUN_DAYS = 40

/**
 * The keys of the invoices that a month concerns: issued in it, credited in it, or with days of service from its first day on. The first
 * and the last are found by the period: an invoice covers at most the period after its issue. A late one, by its run.
 */
function keysOf(month: Period): RawBuilder<unknown> {
  const { from_on, to_on } = monthBounds(month)
  const own = sql`i.company_id = (select current_company()) and i.kind in ('period', 'one_off')`
  return sql`
    select i.id, i.issued_on from invoices i
    where ${own} and i.period between ${previousPeriod(month)} and ${nextPeriod(nextPeriod(month))} and i.issued_on <= ${to_on}::date
      and (i.issued_on >= ${from_on}::date or i.to_on >= ${from_on}::date)
    union
    select i.id, i.issued_on from runs r join invoices i on i.company_id = r.company_id and i.run_id = r.id
    where r.company_id = (select current_company()) and r.period < ${previousPeriod(month)}
      and r.issued_on between ${addDays(from_on, -LATE_RUN_DAYS)}::date and ${to_on}::date
      and ${own} and i.issued_on between ${from_on}::date and ${to_on}::date
    union
    select i.id, i.issued_on from credit_notes n join invoices i on i.company_id = n.company_id and i.id = n.invoice_id
    where n.company_id = (select current_company()) and n.issued_on between ${from_on}::date and ${to_on}::date and ${own}`
}

/** The invoices that a month concerns, in the order of their issue: a page of them, or all. */
export async function listIncomeDocuments(tx: Tx, month: Period, range: RowRange | null): Promise<StoredDocument[]> {
  const slice = range === null ? sql`` : sql`${pageOf(range)}`
  const { rows } = await sql<StoredDocument>`${REPLAN_EACH_TIME}
    select i.id, i.prefix, i.number as sequence, k.name as client_name, k.identification, i.issued_on, i.from_on, i.to_on, c.active_from,
      i.subtotal, l.plan, n.notes
    from (select key.id from (${keysOf(month)}) key order by key.issued_on, key.id ${slice}) page
    cross join lateral (select * from invoices i where i.company_id = (select current_company()) and i.id = page.id offset 0) i
    cross join lateral (select name, identification from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
    left join lateral (select coalesce(c.active_from, c.served_from) as active_from from contracts c where c.company_id = i.company_id and c.id = i.contract_id offset 0) c on true
    cross join lateral (
      select coalesce(sum(l.base), 0)::bigint as plan from invoice_lines l
      where l.company_id = i.company_id and l.invoice_id = i.id and l.kind = 'plan'
    ) l
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'on', n.issued_on, 'base', n.subtotal, 'plan', p.plan, 'takes_last_days', p.takes_last_days) order by n.number), '[]') as notes
      from credit_notes n
      cross join lateral (
        select coalesce(sum((part ->> 'base')::bigint) filter (where x.kind = 'plan'), 0) as plan,
          coalesce(bool_or((part ->> 'takes_last_days')::boolean), false) as takes_last_days
        from jsonb_array_elements(n.lines) part
        left join invoice_lines x on x.company_id = i.company_id and x.invoice_id = i.id and x.position = (part ->> 'position')::int
      ) p
      where n.company_id = i.company_id and n.invoice_id = i.id
    ) n
    order by i.issued_on, i.id`.execute(tx)
  return rows
}

export async function countIncomeDocuments(tx: Tx, month: Period): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${keysOf(month)}) key`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The days with service of an invoice begin with the contract, also with one that is void since, when that is within the period. */
export const incomeDocumentOf = ({ from_on, to_on, active_from, ...row }: StoredDocument): IncomeDocument => ({
  issued_on: row.issued_on,
  subtotal: row.subtotal,
  plan: row.plan,
  notes: row.notes,
  service:
    from_on === null || to_on === null
      ? null
      : {
          from_on: active_from !== null && active_from > from_on && active_from <= to_on ? active_from : from_on,
          to_on,
        },
})

export function incomeRowOf(row: StoredDocument, month: Period): IncomeRow {
  const document = incomeDocumentOf(row)
  return {
    id: row.id,
    number: invoiceNumber(row.prefix, row.sequence),
    client: { name: row.client_name, identification: row.identification },
    issued_on: row.issued_on,
    service: document.service,
    ...incomeOf(document, month),
  }
}
