import { sql } from 'kysely'
import type { WriteOffCandidate, WriteOffDebt } from '#domain/accounting/write-off.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'
import { LEFT, type WriteOff } from '#server/ledger/write-offs.ts'

type StoredDebt = {
  balance: Money
  disputed_amount: Money
  last_payable_on: Day
  extended_to_on: Day | null
  last_moved_on: Day
  credit: Money
  is_ongoing: boolean
  is_held: boolean
  is_promised: boolean
  is_agreed: boolean
  is_in_bureau_case: boolean
}

/**
 * A contract of another holder is no contract of the client of the invoice: it was ceded. What has no contract is owed by the person, and
 * each contract of the client may be cut for it.
 */
const ONGOING = sql`exists (
  select from contracts c where c.company_id = i.company_id and c.client_id = i.client_id and (i.contract_id is null or c.id = i.contract_id)
    and c.status not in ('terminated', 'cancelled'))`

/** What writeOffProblem() needs of an invoice `i`. */
const debtColumns = (today: Day) => sql`
  i.balance, i.disputed_amount, i.last_payable_on, i.extended_to_on, greatest(i.issued_on, v.last_on) as last_moved_on,
  (v.credit - v.owed)::bigint as credit, ${ONGOING} as is_ongoing,
  exists (select from payment_attempt_invoices h where h.company_id = i.company_id and h.invoice_id = i.id and h.is_open) as is_held,
  exists (
    select from payment_promises p where p.company_id = i.company_id and p.client_id = i.client_id and p.contract_id = i.contract_id
      and p.outcome is null and p.until_on >= ${today}::date) as is_promised,
  exists (
    select from payment_agreement_invoices g join payment_agreements a on a.company_id = g.company_id and a.id = g.agreement_id
    where g.company_id = i.company_id and g.invoice_id = i.id and a.outcome is null) as is_agreed,
  exists (
    select from bureau_case_invoices g join bureau_cases b on b.company_id = g.company_id and b.id = g.case_id
    where g.company_id = i.company_id and g.invoice_id = i.id and b.outcome is null and b.reported_on is null) as is_in_bureau_case`

const DEBT_JOIN = sql`
  cross join lateral (
    select
      (select max(m.posted_on) from client_movements m
       where m.company_id = i.company_id and m.client_id = i.client_id and m.invoice_id = i.id) as last_on,
      (select coalesce(sum(m.credit), 0) from client_movements m
       where m.company_id = i.company_id and m.client_id = i.client_id and m.moves_credit) as credit,
      (select coalesce(sum(r.amount - r.returned), 0) from contract_refunds r
       where r.company_id = i.company_id and r.client_id = i.client_id and r.closed_on is null) as owed
  ) v`

const debtOf = (row: StoredDebt): WriteOffDebt => ({
  balance: row.balance,
  disputed_amount: row.disputed_amount,
  last_payable_on: row.last_payable_on,
  extended_to_on: row.extended_to_on,
  last_moved_on: row.last_moved_on,
  credit: row.credit,
  isOngoing: row.is_ongoing,
  isHeld: row.is_held,
  isPromised: row.is_promised,
  isAgreed: row.is_agreed,
  isInBureauCase: row.is_in_bureau_case,
})

type CandidateFilter = { today: Day; client_id?: string | undefined }

const candidates = ({ today, client_id }: CandidateFilter) => sql`
  i.company_id = (select current_company()) and i.balance > 0 and i.last_payable_on < ${today}::date and not ${ONGOING}
  ${client_id === undefined ? sql`` : sql`and i.client_id = ${client_id}`}`

export async function countCandidates(tx: Tx, filter: CandidateFilter): Promise<{ count: number; amount: Money }> {
  const { rows } = await sql<{ count: number; amount: Money }>`${REPLAN_EACH_TIME}
    select count(*)::int as count, coalesce(sum(i.balance), 0)::bigint as amount from invoices i where ${candidates(filter)}`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, amount: ZERO }
}

type Candidate = Omit<WriteOffCandidate, 'why'> & { debt: WriteOffDebt }
type CandidateRow = StoredDebt &
  Named & { invoice_id: string; client_id: string; no_contract: string | null; due_on: Day }

/** A page of the overdue invoices of contracts that ended, or without contract, the oldest due first. */
export async function listCandidates(tx: Tx, filter: CandidateFilter, range: RowRange): Promise<Candidate[]> {
  const { rows } = await sql<CandidateRow>`${REPLAN_EACH_TIME}
    select i.id as invoice_id, i.prefix, i.number as sequence, i.client_id, k.name as client_name, k.identification, c.no_contract, i.due_on,
      ${debtColumns(filter.today)}
    from (select * from invoices i where ${candidates(filter)} order by i.due_on, i.id ${pageOf(range)}) i
    cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
    left join lateral (select no_contract from contracts c where c.company_id = i.company_id and c.id = i.contract_id offset 0) c on true
    ${DEBT_JOIN}
    order by i.due_on, i.id`.execute(tx)
  return rows.map((row) => ({
    invoice_id: row.invoice_id,
    client_id: row.client_id,
    ...namesOf(row),
    no_contract: row.no_contract,
    due_on: row.due_on,
    balance: row.balance,
    debt: debtOf(row),
  }))
}

type LockedDebt = { id: string; number: string; client_id: string; balance: Money; debt: WriteOffDebt }

/** Locks invoices, whose accounts are locked, in the order of their ids. An absent invoice is left out. */
export async function lockWriteOffDebts(tx: Tx, invoiceIds: readonly string[], today: Day): Promise<LockedDebt[]> {
  const { rows } = await sql<
    StoredDebt & { id: string; prefix: string; sequence: number; client_id: string }
  >`${REPLAN_EACH_TIME}
    select i.id, i.prefix, i.number as sequence, i.client_id, ${debtColumns(today)}
    from unnest(${uuidArray(invoiceIds.toSorted())}::uuid[]) key (id)
    cross join lateral (
      select * from invoices where company_id = (select current_company()) and id = key.id for update offset 0
    ) i ${DEBT_JOIN}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    number: invoiceNumber(row.prefix, row.sequence),
    client_id: row.client_id,
    balance: row.balance,
    debt: debtOf(row),
  }))
}

type StoredWriteOff = WriteOff & { posted_on: Day; recovered: Money }

/** What was recovered of a write-off `a`, less what reversals put back. */
export const RECOVERED = sql`coalesce((
  select sum(case m.kind when 'recovery' then m.amount else -m.amount end) from write_off_moves m
  where m.company_id = a.company_id and m.adjustment_id = a.id and m.kind <> 'note'), 0)::bigint`

export async function getWriteOff(tx: Tx, id: string): Promise<StoredWriteOff | undefined> {
  const { rows } = await sql<Omit<StoredWriteOff, 'number'> & { prefix: string; sequence: number }>`${REPLAN_EACH_TIME}
    select a.id, a.client_id, a.invoice_id, a.posted_on, i.prefix, i.number as sequence, (${LEFT})::bigint as left, ${RECOVERED} as recovered
    from balance_adjustments a
    join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'write_off'
    join invoices i on i.company_id = a.company_id and i.id = a.invoice_id
    where a.company_id = (select current_company()) and a.id = ${id}`.execute(tx)
  return rows.map(({ prefix, sequence, ...row }) => ({ ...row, number: invoiceNumber(prefix, sequence) }))[0]
}

export type Named = { prefix: string; sequence: number; client_name: string; identification: string }

export const namesOf = ({ prefix, sequence, client_name, identification }: Named) => ({
  number: invoiceNumber(prefix, sequence),
  client: { name: client_name, identification },
})
