import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import { isOnlineMethod, ONLINE_METHODS } from '#domain/integrations/online-method.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { EndedAttempt } from '#domain/payments/attempt.ts'
import type { TRANSACTION_SORTS } from '#domain/payments/online-api.ts'
import type { PaymentMethod } from '#domain/payments/payment.ts'
import type { PaymentCase, Transaction, TransactionStatus } from '#domain/payments/transaction.ts'
import { unapprovedCopy } from '#domain/payments/unapproved.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { dayInBogota } from '#server/db/days.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import type { PaymentAttemptsMethod, PaymentAttemptsStatus, PaymentsMethod } from '#server/db/types.ts'

type TransactionSort = (typeof TRANSACTION_SORTS)[number]

export type TransactionFilter = {
  /** Only the rows of the client of this user. */
  userId: string | null
  client_id?: string | undefined
  is_online?: 'true' | 'false' | undefined
  method?: PaymentMethod | undefined
  status?: TransactionStatus | undefined
  from?: Day | undefined
  to?: Day | undefined
  q?: string | undefined
  sort?: Sort<TransactionSort> | undefined
}

/** Ids are time-ordered. */
const SORTS: SortColumns<TransactionSort> = { at: ['t.id'] }

/** Attempts, one row each, with the same columns as RECEIPTS. */
const ATTEMPTS = sql`
  select a.id, a.client_id, true as is_online, a.created_at as at, ${dayInBogota(sql`a.created_at`)} as day, a.method, a.amount, a.status, a.reference, a.transaction_id,
    a.next_check_at, a.is_unanswered
  from payment_attempts a where a.company_id = (select current_company())`
/** Receipts of the desk. By method and not by `attempt_id is null`, which is equal: without statistics the planner expects few null rows. */
const RECEIPTS = sql`
  select p.id, p.client_id, false as is_online, p.created_at as at, p.paid_on as day, p.method, p.amount, case when exists (
    select from payment_reversals r where r.company_id = p.company_id and r.payment_id = p.id) then 'reversed' else 'received' end as status,
    p.reference, null::text as transaction_id, null::timestamptz as next_check_at, false as is_unanswered
  from payments p
  where p.company_id = (select current_company()) and p.method <> all (${plainArray(ONLINE_METHODS)})`
/** Refunds of credit in favour: money that goes back to the client. */
const REFUNDS = sql`
  select d.id, d.client_id, false as is_online, d.created_at as at, d.paid_on as day, d.method, (-d.amount)::bigint as amount, 'refunded' as status,
    d.reference, null::text as transaction_id, null::timestamptz as next_check_at, false as is_unanswered
  from credit_refunds d where d.company_id = (select current_company())`

/** The day of an attempt with a receipt is that of its receipt, as in the reports. Read for a filter only, because it looks up each row. */
const DAY = sql`coalesce((
  select p.paid_on from payments p where p.company_id = (select current_company()) and p.attempt_id = t.id), t.day)`

function conditions(filter: TransactionFilter) {
  const parts = [sql`true`]
  if (filter.userId !== null) {
    parts.push(
      sql`t.client_id = (select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${filter.userId})`,
    )
  }
  if (filter.client_id !== undefined) parts.push(sql`t.client_id = ${filter.client_id}`)
  if (filter.is_online !== undefined) parts.push(sql`t.is_online = ${filter.is_online === 'true'}`)
  if (filter.method !== undefined) parts.push(sql`t.method = ${filter.method}`)
  if (filter.status !== undefined) parts.push(sql`t.status = ${filter.status}`)
  if (filter.from !== undefined) parts.push(sql`${DAY} >= ${filter.from}`)
  if (filter.to !== undefined) parts.push(sql`${DAY} <= ${filter.to}`)
  if (filter.q !== undefined && filter.q.trim() !== '') {
    const search = filter.q.trim()
    parts.push(
      sql`(t.client_id in (select client_id from search_clients(${search})) or t.reference = ${search} or t.transaction_id = ${search})`,
    )
  }
  return sql.join(parts, sql` and `)
}

type TransactionRow = {
  id: string
  is_online: boolean
  at: Date
  day: Day
  method: PaymentAttemptsMethod | PaymentsMethod
  amount: Money
  status: PaymentAttemptsStatus | 'received' | 'reversed' | 'refunded'
  client_id: string
  client_name: string
  identification: string
  reference: string | null
  transaction_id: string | null
  next_check_at: Date | null
  is_unanswered: boolean
}

/** The newest first, unless `sort` says otherwise. Reads as many rows of each part as the page needs, and the names of the page only. */
export async function listTransactions(
  tx: Tx,
  filter: TransactionFilter,
  { offset, limit }: RowRange,
): Promise<Transaction[]> {
  // A literal: for a parameter the planner expects a tenth of the table. A power of two, so that there are few statements to plan.
  const partLimit = sql.raw(String(2 ** Math.ceil(Math.log2(offset + limit))))
  const order = orderBy(SORTS, filter.sort ?? '-at')
  const first = (part: typeof ATTEMPTS) =>
    sql`(select t.* from (${part}) t where ${conditions(filter)} order by ${order} limit ${partLimit})`
  const { rows } = await sql<TransactionRow>`
    select t.*, k.name as client_name, k.identification
    from (
      select * from (${first(ATTEMPTS)} union all ${first(RECEIPTS)} union all ${first(REFUNDS)}) t order by ${order} ${pageOf({ limit, offset })}
    ) t
    cross join lateral (
      select name, identification from clients where company_id = (select current_company()) and id = t.client_id offset 0
    ) k
    order by ${order}`.execute(tx)
  return addInvoicesAndReceipts(tx, rows)
}

export async function countTransactions(tx: Tx, filter: TransactionFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${ATTEMPTS} union all ${RECEIPTS} union all ${REFUNDS}) t where ${conditions(filter)}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

async function addInvoicesAndReceipts(tx: Tx, rows: readonly TransactionRow[]): Promise<Transaction[]> {
  if (rows.length === 0) return []
  const ids = plainArray(rows.map((row) => row.id))
  const [invoices, receipts] = await Promise.all([listInvoiceNumbers(tx, ids), listReceipts(tx, ids)])
  return rows.map(({ client_id, client_name, identification, at, next_check_at, is_unanswered, ...row }) => {
    const receipt = receipts.find(({ of }) => of === row.id)
    return {
      ...row,
      day: receipt?.paid_on ?? row.day,
      at: at.toISOString(),
      client: { id: client_id, name: client_name, identification },
      invoices: invoices
        .filter(({ of }) => of === row.id)
        .map(({ prefix, sequence }) => invoiceNumber(prefix, sequence)),
      receipt: receipt ? { id: receipt.id, number: receipt.number } : null,
      problem: row.is_online ? problemOf({ ...row, next_check_at, is_unanswered }) : null,
    }
  })
}

/** The reason why an attempt failed; null for any other transaction. */
export function problemOf(
  transaction: Omit<EndedAttempt, 'status' | 'method'> & { status: TransactionStatus; method: PaymentMethod },
): string | null {
  const { status, method, ...rest } = transaction
  const isEnded = status === 'declined' || status === 'error' || status === 'expired' || status === 'voided'
  return isEnded && isOnlineMethod(method) ? unapprovedCopy({ ...rest, status, method }) : null
}

/** The invoices of each attempt, and the invoices that each receipt paid. */
async function listInvoiceNumbers(tx: Tx, ids: string) {
  const { rows } = await sql<{ of: string; prefix: string; sequence: number }>`
    select l.attempt_id as of, i.prefix, i.number as sequence from payment_attempt_invoices l
    join invoices i on i.company_id = l.company_id and i.id = l.invoice_id
    where l.company_id = (select current_company()) and l.attempt_id = any (${ids}::uuid[])
    union
    select j.payment_id, i.prefix, i.number from client_movements j
    join invoices i on i.company_id = j.company_id and i.id = j.invoice_id
    where j.company_id = (select current_company()) and j.payment_id = any (${ids}::uuid[]) and j.receivable < 0
    order by 1, 3`.execute(tx)
  return rows
}

async function listReceipts(tx: Tx, ids: string) {
  const { rows } = await sql<{ of: string; id: string; number: number; paid_on: Day }>`
    select ids.of, p.id, p.number, p.paid_on from unnest(${ids}::uuid[]) ids (of)
    cross join lateral (
      select id, number, paid_on from payments where company_id = (select current_company()) and attempt_id = ids.of
      union all select id, number, paid_on from payments where company_id = (select current_company()) and id = ids.of
    ) p`.execute(tx)
  return rows
}

type CaseRow = Omit<PaymentCase, 'opened_at'> & { opened_at: Date }
const caseOf = ({ opened_at, amount, ...row }: CaseRow): PaymentCase => ({
  ...row,
  amount: amount === null ? null : money(amount),
  opened_at: opened_at.toISOString(),
})

/** The open cases, the oldest first. At most 200. */
export async function listCases(tx: Tx): Promise<PaymentCase[]> {
  const { rows } = await sql<CaseRow>`
    select id, kind, says, reference, amount, count, opened_at from payment_cases
    where company_id = (select current_company()) and resolved_at is null order by id limit 200`.execute(tx)
  return rows.map(caseOf)
}

/** Closes a case. Undefined when no open case has that id. */
export async function resolveCase(
  tx: Tx,
  id: string,
  resolution: string,
  resolvedBy: string,
): Promise<PaymentCase | undefined> {
  const { rows } = await sql<CaseRow>`
    update payment_cases set resolved_at = clock_timestamp(), resolution = ${resolution}, resolved_by = ${resolvedBy}
    where company_id = (select current_company()) and id = ${id} and resolved_at is null
    returning id, kind, says, reference, amount, count, opened_at`.execute(tx)
  return rows.map(caseOf)[0]
}
