import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  type AdvanceRow,
  ageOn,
  agesOf,
  PORTFOLIO_AGE_KEYS,
  type PortfolioRow,
  type PortfolioTotals,
} from '#domain/accounting/portfolio.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, money, sum, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Pass, RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

/**
 * `balances`: the invoices with a balance at the end of a day: what is owed now, less what moved it after that day. So only what is owed now
 * and what moved since is read, once, and not every invoice of the company. A balance below zero is of an invoice that was paid before its issue. The last
 * day to pay is that of the oldest part that was owed: a decision on a claim may have given a later day to a part.
 */
const balancesOn = (on: Day) => sql`
  moved as materialized (
    select invoice_id, sum(receivable) as moved from client_movements
    where company_id = (select current_company()) and posted_on > ${on}::date and invoice_id is not null group by invoice_id
  ),
  balances as materialized (
    select i.id, i.client_id, i.issued_on, i.due_on, case when i.extended_to_on is not null and i.balance - coalesce(m.moved, 0) <= i.extended_amount
        then greatest(i.last_payable_on, i.extended_to_on) else i.last_payable_on end as last_payable_on, (i.balance - coalesce(m.moved, 0))::bigint as balance
    from (
      select id from invoices where company_id = (select current_company()) and balance > 0
      union select invoice_id from moved
    ) key
    join invoices i on i.company_id = (select current_company()) and i.id = key.id
    left join moved m on m.invoice_id = i.id
    where i.balance <> coalesce(m.moved, 0)
  )`

/**
 * What clients had in favour at the end of a day: their credit, and what they had paid of an invoice that was issued later (the books have it
 * in 130505 with the other sign, and a debt is never netted with it). After `balances`.
 */
const advancesOn = (on: Day) => sql`
  select client_id, credit from client_movements
  where company_id = (select current_company()) and moves_credit and posted_on <= ${on}::date
  union all select client_id, -balance as credit from balances where balance < 0`

type StoredRow = {
  id: string | null
  prefix: string
  sequence: number
  client_name: string
  identification: string
  issued_on: Day
  due_on: Day
  last_payable_on: Day
  balance: Money
  /** The sums of all the invoices, in each row. */
  ages: unknown
  credit: Money
}

const Ages = z.array(z.object({ age: z.enum(PORTFOLIO_AGE_KEYS), invoices: z.number(), balance: z.number() }))

/** A day, and the invoices whose payment agreement ran at its end: they were not overdue (docs/decisions/0087). */
type AgedDay = { on: Day; agreed: readonly string[] }

/**
 * A page of the invoices that were owed at the end of a day, the oldest due first, with what was owed by age: from the last day to pay each
 * invoice, as the report of today's debt. One statement, because each reads all that moved since that day.
 */
export async function readPortfolio(
  tx: Tx,
  { on, agreed }: AgedDay,
  range: RowRange,
): Promise<Pass<PortfolioRow, PortfolioTotals>> {
  const running = new Set(agreed)
  const since = (days: number) => sql`${addDays(on, -days)}::date`
  const { rows } = await sql<StoredRow>`${REPLAN_EACH_TIME}
    with ${balancesOn(on)},
    aged as (
      select balance, case when last_payable_on >= ${since(0)} or id = any (${uuidArray(agreed)}::uuid[]) then 'current' when last_payable_on >= ${since(30)} then 'days_30'
        when last_payable_on >= ${since(60)} then 'days_60' when last_payable_on >= ${since(90)} then 'days_90'
        when last_payable_on >= ${since(180)} then 'days_180' when last_payable_on >= ${since(360)} then 'days_360' else 'older' end as age
      from balances where balance > 0
    )
    select page.id, i.prefix, i.number as sequence, k.name as client_name, k.identification, page.issued_on, page.due_on, page.last_payable_on, page.balance,
      total.ages, total.credit
    from (
      select
        (select coalesce(json_agg(json_build_object('age', g.age, 'invoices', g.invoices, 'balance', g.balance)), '[]')
         from (select age, count(*)::int as invoices, sum(balance)::bigint as balance from aged group by age) g) as ages,
        (select coalesce(sum(credit), 0)::bigint from (${advancesOn(on)}) a) as credit
    ) total
    left join (select * from balances owed where owed.balance > 0 order by owed.due_on, owed.id ${pageOf(range)}) page on true
    left join lateral (
      select prefix, number, client_id from invoices i where i.company_id = (select current_company()) and i.id = page.id offset 0
    ) i on true
    left join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = i.client_id offset 0
    ) k on true
    order by page.due_on, page.id`.execute(tx)
  const ages = agesOf(z.parse(Ages, rows[0]?.ages ?? []).map((age) => ({ ...age, balance: money(age.balance) })))
  return {
    rows: rows.flatMap(
      ({ id, prefix, sequence, client_name, identification, last_payable_on, ages: _ages, credit: _credit, ...row }) =>
        id === null
          ? []
          : {
              ...row,
              id,
              number: invoiceNumber(prefix, sequence),
              client: { name: client_name, identification },
              age: running.has(id) ? ('current' as const) : ageOn(last_payable_on, on),
            },
    ),
    total: ages.reduce((all, { invoices }) => all + invoices, 0),
    sums: { ages, balance: sum(ages.map(({ balance }) => balance)), credit: rows[0]?.credit ?? ZERO },
  }
}

type StoredAdvance = {
  id: string | null
  client_name: string
  identification: string
  credit: Money
  /** The number of the clients and their sum, in each row. */
  clients: number
  sum: Money
}

/** A page of the clients with credit in favour at the end of a day, the largest first, with the number of all of them and their sum. */
export async function readAdvances(tx: Tx, on: Day, range: RowRange): Promise<Pass<AdvanceRow, Money>> {
  const { rows } = await sql<StoredAdvance>`${REPLAN_EACH_TIME}
    with ${balancesOn(on)},
    credits as materialized (
      select client_id as id, sum(credit)::bigint as credit from (${advancesOn(on)}) a group by client_id having sum(credit) <> 0
    )
    select page.id, k.name as client_name, k.identification, page.credit, total.clients, total.sum
    from (select count(*)::int as clients, coalesce(sum(credit), 0)::bigint as sum from credits) total
    left join (select * from credits c order by c.credit desc, c.id ${pageOf(range)}) page on true
    left join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = page.id offset 0
    ) k on true
    order by page.credit desc, page.id`.execute(tx)
  return {
    rows: rows.flatMap(({ id, client_name, identification, credit }) =>
      id === null ? [] : { id, credit, client: { name: client_name, identification } },
    ),
    total: rows[0]?.clients ?? 0,
    sums: rows[0]?.sum ?? ZERO,
  }
}

/** What all clients had in favour at the end of a day. */
export async function totalAdvances(tx: Tx, on: Day): Promise<Money> {
  const { rows } = await sql<{ credit: Money }>`${REPLAN_EACH_TIME}
    with ${balancesOn(on)} select coalesce(sum(credit), 0)::bigint as credit from (${advancesOn(on)}) a`.execute(tx)
  return rows[0]?.credit ?? ZERO
}
