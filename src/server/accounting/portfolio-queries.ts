import { sql } from 'kysely'
import {
  type AdvanceRow,
  ageOn,
  agesOf,
  type PortfolioAge,
  type PortfolioRow,
  type PortfolioTotals,
} from '#domain/accounting/portfolio.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, sum, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

/**
 * The invoices with a balance at the end of a day: what is owed now, less what moved it after that day. So only what is owed now and what
 * moved since is read, and not every invoice of the company. A balance below zero is of an invoice that was paid before its issue. The last
 * day to pay is that of the oldest part that was owed: a decision on a claim may have given a later day to a part.
 */
const balancesOn = (on: Day) => sql`
  select i.id, i.client_id, i.issued_on, i.due_on, case when i.extended_to_on is not null and i.balance - coalesce(m.moved, 0) <= i.extended_amount
      then greatest(i.last_payable_on, i.extended_to_on) else i.last_payable_on end as last_payable_on, (i.balance - coalesce(m.moved, 0))::bigint as balance
  from (
    select id from invoices where company_id = (select current_company()) and balance > 0
    union
    select invoice_id from client_movements
    where company_id = (select current_company()) and posted_on > ${on}::date and invoice_id is not null
  ) key
  join invoices i on i.company_id = (select current_company()) and i.id = key.id
  left join (
    select invoice_id, sum(receivable) as moved from client_movements
    where company_id = (select current_company()) and posted_on > ${on}::date and invoice_id is not null group by invoice_id
  ) m on m.invoice_id = i.id
  where i.balance <> coalesce(m.moved, 0)`

/** The invoices that were owed at the end of a day. */
const owedOn = (on: Day) => sql`select * from (${balancesOn(on)}) b where b.balance > 0`

type StoredRow = {
  id: string
  prefix: string
  sequence: number
  client_name: string
  identification: string
  issued_on: Day
  due_on: Day
  last_payable_on: Day
  balance: Money
}

/** A day, and the invoices whose payment agreement ran at its end: they were not overdue (docs/decisions/0087). */
type AgedDay = { on: Day; agreed: readonly string[] }

/** A page of the invoices that were owed at the end of a day, the oldest due first. */
export async function listPortfolio(tx: Tx, { on, agreed }: AgedDay, range: RowRange): Promise<PortfolioRow[]> {
  const running = new Set(agreed)
  const { rows } = await sql<StoredRow>`${REPLAN_EACH_TIME}
    select page.id, i.prefix, i.number as sequence, k.name as client_name, k.identification, page.issued_on, page.due_on, page.last_payable_on, page.balance
    from (select * from (${owedOn(on)}) owed order by owed.due_on, owed.id ${pageOf(range)}) page
    cross join lateral (
      select prefix, number, client_id from invoices i where i.company_id = (select current_company()) and i.id = page.id offset 0
    ) i
    cross join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = i.client_id offset 0
    ) k
    order by page.due_on, page.id`.execute(tx)
  return rows.map(({ prefix, sequence, client_name, identification, last_payable_on, ...row }) => ({
    ...row,
    number: invoiceNumber(prefix, sequence),
    client: { name: client_name, identification },
    age: running.has(row.id) ? 'current' : ageOn(last_payable_on, on),
  }))
}

export async function countPortfolio(tx: Tx, on: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${owedOn(on)}) owed`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What was owed at the end of a day, by age: from the last day to pay each invoice, as the report of today's debt. */
export async function totalPortfolio(tx: Tx, { on, agreed }: AgedDay): Promise<Omit<PortfolioTotals, 'credit'>> {
  const since = (days: number) => sql`${addDays(on, -days)}::date`
  const { rows } = await sql<{ age: PortfolioAge; invoices: number; balance: Money }>`${REPLAN_EACH_TIME}
    select age, count(*)::int as invoices, sum(balance)::bigint as balance
    from (
      select balance, case when last_payable_on >= ${since(0)} or id = any (${uuidArray(agreed)}::uuid[]) then 'current' when last_payable_on >= ${since(30)} then 'days_30'
        when last_payable_on >= ${since(60)} then 'days_60' when last_payable_on >= ${since(90)} then 'days_90'
        when last_payable_on >= ${since(180)} then 'days_180' when last_payable_on >= ${since(360)} then 'days_360' else 'older' end as age
      from (${owedOn(on)}) owed
    ) aged group by age`.execute(tx)
  return { ages: agesOf(rows), balance: sum(rows.map(({ balance }) => balance)) }
}

/**
 * What clients had in favour at the end of a day: their credit, and what they had paid of an invoice that was issued later (the books have it
 * in 130505 with the other sign, and a debt is never netted with it).
 */
const advancesOn = (on: Day) => sql`
  select client_id, credit from client_movements
  where company_id = (select current_company()) and moves_credit and posted_on <= ${on}::date
  union all select client_id, -balance as credit from (${balancesOn(on)}) early where early.balance < 0`

/** The clients with something in favour at the end of a day, by key of the clients that ever had some. */
const creditOn = (on: Day) => sql`
  select client_id as id, sum(credit)::bigint as credit from (${advancesOn(on)}) a group by client_id having sum(credit) <> 0`

/** A page of the clients with credit in favour at the end of a day, the largest first. */
export async function listAdvances(tx: Tx, on: Day, range: RowRange): Promise<AdvanceRow[]> {
  const { rows } = await sql<{
    id: string
    client_name: string
    identification: string
    credit: Money
  }>`${REPLAN_EACH_TIME}
    select page.id, k.name as client_name, k.identification, page.credit
    from (select * from (${creditOn(on)}) c order by c.credit desc, c.id ${pageOf(range)}) page
    cross join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = page.id offset 0
    ) k
    order by page.credit desc, page.id`.execute(tx)
  return rows.map(({ client_name, identification, ...row }) => ({
    ...row,
    client: { name: client_name, identification },
  }))
}

export async function countAdvances(tx: Tx, on: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${creditOn(on)}) c`.execute(tx)
  return rows[0]?.count ?? 0
}

/** What all clients had in favour at the end of a day. */
export async function totalAdvances(tx: Tx, on: Day): Promise<Money> {
  const { rows } = await sql<{ credit: Money }>`${REPLAN_EACH_TIME}
    select coalesce(sum(credit), 0)::bigint as credit from (${advancesOn(on)}) a`.execute(tx)
  return rows[0]?.credit ?? ZERO
}
