import { sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, plus, ZERO } from '#domain/core/money.ts'
import { cutDateOf, type Period } from '#domain/core/period.ts'
import type { Tx } from '#server/core/tx.ts'
import type { DayTotalsKind } from '#server/db/types.ts'
import { OVERDUE_SINCE, overdueAmount } from '#server/ledger/overdue.ts'

/** The last day that a cut may have. */
const CUT_DAY_MAX = 31

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

/**
 * The overdue amount by age of its oldest part, with the condition of 'vencido' in the list of invoices. An age without debt has no
 * row. PostgreSQL adds up by number of days: naming the age of each invoice takes as long as reading it.
 */
export async function overdueByAge(tx: Tx, today: Day): Promise<OverdueByAge[]> {
  const { rows } = await sql<{ days: number; amount: Money; invoices: number }>`
    select days, sum(amount)::bigint as amount, count(*)::int as invoices
    from (
      select ${today}::date - ${OVERDUE_SINCE} as days, ${overdueAmount(today)} as amount
      from invoices where ${COMPANY} and balance > 0 and last_payable_on < ${today}
    ) owed where amount > 0 group by days`.execute(tx)
  const ages = new Map<Age, OverdueByAge>()
  for (const { days, amount, invoices } of rows) {
    const age = ageOf(days)
    const before = ages.get(age) ?? { age, amount: ZERO, invoices: 0 }
    ages.set(age, { age, amount: plus(before.amount, amount), invoices: before.invoices + invoices })
  }
  return [...ages.values()]
}

function ageOf(days: number): Age {
  if (days <= 30) return '0-30'
  if (days <= 60) return '31-60'
  return days <= 90 ? '61-90' : '91+'
}

/** How many clients have an invoice overdue more than sixty days ago. */
export async function countLateClients(tx: Tx, today: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select client_id from invoices
      where ${COMPANY} and balance > 0 and last_payable_on < ${today}::date - 60 and ${OVERDUE_SINCE} < ${today}::date - 60
        and ${overdueAmount(today)} > 0 group by client_id
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
}

/** How many contracts are in each status, by cut day. Terminated contracts count only since a day. */
export async function countContracts(tx: Tx, endedSince: Day): Promise<StatusCount[]> {
  const { rows } = await sql<StatusCount>`
    select status, billing_cut_day, count(*)::int as contracts from contracts
    where ${COMPANY} and ${countedSince(endedSince)} group by 1, 2`.execute(tx)
  return rows
}

const countedSince = (day: Day) => sql`(status <> 'terminated' or active_to >= ${day})`

/**
 * As countContracts, and how many active contracts in service on the month's cut day have no invoice of the month: all of them, minus
 * the invoices of the month (a contract has one at most), except those of the other contracts. The contracts are read once. The others
 * are few, and each is looked up by key: a join would read one of the tables for each row of the other when the planner estimates them
 * as small.
 */
export async function countContractsToInvoice(
  tx: Tx,
  { month, endedSince }: { month: Period; endedSince: Day },
): Promise<{ contracts: StatusCount[]; toInvoice: number }> {
  // A cut day that the month does not have is its last day.
  const cutOn = sql`least(${`${month}-01`}::date + c.billing_cut_day - 1, ${cutDateOf(month, CUT_DAY_MAX)}::date)`
  const isServed = sql`coalesce(c.status = 'active' and c.active_from <= ${cutOn}, false)`
  const [counts, invoices] = await Promise.all([
    sql<StatusCount & { served: number; others_billed: number }>`
      select status, billing_cut_day, count(*) filter (where ${countedSince(endedSince)})::int as contracts,
        count(*) filter (where ${isServed})::int as served,
        count(*) filter (where not ${isServed} and c.active_from is not null and (
          select count(*) from invoices i
          where i.company_id = c.company_id and i.contract_id = c.id and i.period = ${month} and i.kind = 'period'
        ) > 0)::int as others_billed
      from contracts c where c.company_id = (select current_company()) group by 1, 2`.execute(tx),
    sql<{ count: number }>`
      select count(*)::int as count from invoices where ${COMPANY} and period = ${month} and kind = 'period'`.execute(
      tx,
    ),
  ])
  const billed = invoices.rows[0]?.count ?? 0
  return {
    contracts: counts.rows
      .filter(({ contracts }) => contracts > 0)
      .map(({ status, billing_cut_day, contracts }) => ({ status, billing_cut_day, contracts })),
    toInvoice: counts.rows.reduce((all, row) => all + row.served + row.others_billed, 0) - billed,
  }
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

/** How many contracts are in a status. */
export const countInStatus = (counts: readonly StatusCount[], status: ContractStatus): number =>
  counts.filter((row) => row.status === status).reduce((total, { contracts }) => total + contracts, 0)

type PendingWork = { payment_cases: number; failed_messages: number; disputes: number }

/** The cases filed since a day that were answered or whose term ended, and how many of them ended without an answer (positive silence). */
export async function countPqrOnTime(tx: Tx, from: Day): Promise<{ cases: number; late: number }> {
  const { rows } = await sql<{ cases: number; late: number }>`
    select count(*)::int as cases, count(silence_on)::int as late from pqr_cases
    where ${COMPANY} and filed_on >= ${from} and (coalesce(answered_on, appeal_answered_on, silence_on) is not null)`.execute(
    tx,
  )
  return rows[0] ?? { cases: 0, late: 0 }
}

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
  financial: boolean
  invoices: boolean
  plans: boolean
  clients: boolean
}

/** Which parts of its setup a company has completed. */
export async function readSetUp(tx: Tx): Promise<CompanySetUp> {
  const { rows } = await sql<CompanySetUp>`
    select logo_url is not null as logo, is_wompi_integration as wompi, is_factus_integration as factus,
      (select count(*)::int from users where ${COMPANY} and role in ('financial', 'technical', 'network') and is_active) as people,
      exists (select from users where ${COMPANY} and role = 'financial' and is_active) as financial,
      exists (select from invoices where ${COMPANY}) as invoices,
      exists (select from plans where ${COMPANY}) as plans, exists (select from clients where ${COMPANY}) as clients
    from companies where id = (select current_company())`.execute(tx)
  const [setUp] = rows
  if (!setUp) throw new Error('the company of the session is missing')
  return setUp
}
