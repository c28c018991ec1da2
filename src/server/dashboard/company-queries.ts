import { sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { Period } from '#domain/core/period.ts'
import type { Tx } from '#server/core/tx.ts'
import type { DayTotalsKind } from '#server/db/types.ts'

const COMPANY = sql`company_id = (select current_company())`

export type Total = { documents: number; amount: Money }

/** The total invoiced or collected between two days, both included. A reversal and a refund count on their own day, less than zero. */
export async function totalOf(tx: Tx, kind: DayTotalsKind, from: Day, to: Day): Promise<Total> {
  const { rows } = await sql<Total>`
    select coalesce(sum(documents), 0)::int as documents, coalesce(sum(amount), 0)::bigint as amount
    from day_totals where ${COMPANY} and kind = ${kind} and day between ${from} and ${to}`.execute(tx)
  return rows[0] ?? { documents: 0, amount: ZERO }
}

/** The amount collected by month, from a day on; a month without payments has no row. */
export async function collectedByMonth(tx: Tx, from: Day): Promise<{ period: Period; amount: Money }[]> {
  const { rows } = await sql<{ period: Period; amount: Money }>`
    select to_char(day, 'YYYY-MM') as period, sum(amount)::bigint as amount
    from day_totals where ${COMPANY} and kind = 'collected' and day >= ${from} group by 1 order by 1`.execute(tx)
  return rows
}

type Age = '0-30' | '31-60' | '61-90' | '91+'
export type OverdueByAge = { age: Age; amount: Money; invoices: number }

/** The overdue amount to collect by age, with the condition of 'vencido' in the list of invoices. An age without debt has no row. */
export async function overdueByAge(tx: Tx, today: Day): Promise<OverdueByAge[]> {
  const { rows } = await sql<OverdueByAge>`
    select case when ${today}::date - last_payable_on <= 30 then '0-30' when ${today}::date - last_payable_on <= 60 then '31-60'
      when ${today}::date - last_payable_on <= 90 then '61-90' else '91+' end as age,
      sum(balance - disputed_amount)::bigint as amount, count(*)::int as invoices
    from invoices where ${COMPANY} and balance > 0 and last_payable_on < ${today} and balance > disputed_amount group by 1`.execute(
    tx,
  )
  return rows
}

/** How many clients have an invoice overdue more than sixty days ago. */
export async function countLateClients(tx: Tx, today: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select client_id from invoices
      where ${COMPANY} and balance > 0 and last_payable_on < ${today}::date - 60 and balance > disputed_amount group by client_id
    ) late`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The amount to collect of the invoices due between two days, both included, that are not overdue. */
export async function payableBetween(tx: Tx, { from, to, today }: { from: Day; to: Day; today: Day }): Promise<Total> {
  const { rows } = await sql<Total>`
    select count(*)::int as documents, coalesce(sum(balance - disputed_amount), 0)::bigint as amount
    from invoices
    where ${COMPANY} and balance > 0 and balance > disputed_amount and due_on between ${from} and ${to} and last_payable_on >= ${today}`.execute(
    tx,
  )
  return rows[0] ?? { documents: 0, amount: ZERO }
}

export type StatusCount = {
  status: ContractStatus
  billing_cut_day: number
  contracts: number
  /** Contracts in service on the month's cut day and without an invoice of the month. */
  unbilled: number
}

/**
 * How many contracts are in each status, by cut day, and how many have no invoice of a month. Terminated contracts count only since
 * a day. Both tables are read once and grouped: in a join, when the planner estimates them as small, it reads one for each row of
 * the other.
 */
export async function countContracts(tx: Tx, month: Period, endedSince: Day): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, billing_cut_day, count(*)::int as contracts, count(*) filter (where is_in_service and not is_billed)::int as unbilled
    from (
      select min(status) as status, min(billing_cut_day) as billing_cut_day, bool_or(is_in_service) as is_in_service, bool_or(is_billed) as is_billed
      from (
        select c.id, c.status, c.billing_cut_day, coalesce(c.active_from <= ${cutOf(month)}, false) as is_in_service, false as is_billed
        from contracts c where c.company_id = (select current_company()) and (c.status <> 'terminated' or c.active_to >= ${endedSince})
        union all
        select contract_id, null, null, null, true from invoices where ${COMPANY} and period = ${month} and kind = 'period'
      ) parts group by id
    ) one where status is not null group by 1, 2`.execute(tx)
  return rows
}

/** How many contracts started and ended their service, by month, from a day on. */
export async function growthByMonth(tx: Tx, from: Day): Promise<{ period: Period; joined: number; left: number }[]> {
  const { rows } = await sql<{ period: Period; joined: number; left: number }>`
    select to_char(at, 'YYYY-MM') as period, sum(joined)::int as joined, sum(gone)::int as left from (
      select active_from as at, 1 as joined, 0 as gone from contracts where ${COMPANY} and active_from >= ${from}
      union all select active_to, 0, 1 from contracts where ${COMPANY} and status = 'terminated' and active_to >= ${from}
    ) moves group by 1 order by 1`.execute(tx)
  return rows
}

/** The cut date of a contract in a month: the last day of the month when it has no such day. */
const cutOf = (month: Period) =>
  sql`(${`${month}-01`}::date + least(c.billing_cut_day, extract(day from ${`${month}-01`}::date + interval '1 month - 1 day')::int) - 1)`

/** How many contracts are in a status. */
export const countInStatus = (counts: readonly StatusCount[], status: ContractStatus): number =>
  counts.filter((row) => row.status === status).reduce((total, { contracts }) => total + contracts, 0)

type PendingWork = { payment_cases: number; failed_messages: number; disputes: number }

/** The pending work of the financial role: open payment cases, failed messages and open disputes. */
export async function countPendingWork(tx: Tx): Promise<PendingWork> {
  const { rows } = await sql<PendingWork>`
    select
      (select count(*)::int from payment_cases where ${COMPANY} and resolved_at is null) as payment_cases,
      (select count(*)::int from messages where ${COMPANY} and status = 'failed') as failed_messages,
      (select count(*)::int from disputes where ${COMPANY} and resolved_at is null) as disputes`.execute(tx)
  return rows[0] ?? { payment_cases: 0, failed_messages: 0, disputes: 0 }
}

export type CompanySetUp = {
  logo: boolean
  wompi: boolean
  factus: boolean
  people: number
  plans: boolean
  clients: boolean
}

/** Which parts of its setup a company has completed. */
export async function readSetUp(tx: Tx): Promise<CompanySetUp> {
  const { rows } = await sql<CompanySetUp>`
    select logo_url is not null as logo, is_wompi_integration as wompi, is_factus_integration as factus,
      (select count(*)::int from users where ${COMPANY} and role in ('financial', 'technical', 'network') and is_active) as people,
      exists (select from plans where ${COMPANY}) as plans, exists (select from clients where ${COMPANY}) as clients
    from companies where id = (select current_company())`.execute(tx)
  const [setUp] = rows
  if (!setUp) throw new Error('the company of the session is missing')
  return setUp
}
