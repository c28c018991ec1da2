import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import { type Period, period } from '#domain/core/period.ts'
import type { INVOICE_SORTS } from '#domain/invoices/api.ts'
import type { PendingElectronic } from '#domain/invoices/electronic.ts'
import {
  agreedUntil,
  type BalanceFilter,
  badgesOf,
  extendedOf,
  type InvoiceRow,
  type InvoiceStatus,
  payableOf,
  payableUntil,
  statusOf,
} from '#domain/invoices/invoice.ts'
import { invoiceNumber, parseInvoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import { countNumbered } from '#server/ledger/numbers.ts'
import { notOverduePart, OVERDUE_SINCE, overdueAmount } from '#server/ledger/overdue.ts'
import { lastTechnicianOf } from '#server/visits/last-technician.ts'
import { ELECTRONIC_COLUMN, electronicCondition } from './electronic-queries.ts'

type InvoiceSort = (typeof INVOICE_SORTS)[number]

/** The filter of a list of invoices. `userId`: only the invoices of the client of that user. */
export type InvoiceFilter = {
  userId: string | null
  ids?: readonly string[] | undefined
  q?: string | undefined
  status?: InvoiceStatus | undefined
  balance?: BalanceFilter | undefined
  period?: Period | undefined
  client_id?: string | undefined
  no_contract?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  due_from?: Day | undefined
  due_to?: Day | undefined
  payable_from?: Day | undefined
  payable_to?: Day | undefined
  /** Without opening balances. */
  billed?: 'true' | undefined
  /** The name of the plan on the invoice, as it was signed. */
  plan?: string | undefined
  /** DANE's code of the client's municipality. */
  municipality_code?: string | undefined
  /** The technician of the last visit that was made to the contract. */
  technician_id?: string | undefined
  electronic?: PendingElectronic | undefined
  sort?: Sort<InvoiceSort> | undefined
}

/** The columns of each order, as in the indexes. By issue day: ids are time-ordered, and an invoice is issued when it is written. */
const SORTS: SortColumns<InvoiceSort | 'month'> = {
  number: ['i.prefix', 'i.number'],
  due_on: ['i.due_on', 'i.id'],
  issued_on: ['i.id'],
  month: ['i.issued_on', 'i.id'],
}

type StoredInvoice = Omit<InvoiceRow, 'number' | 'client' | 'status' | 'badges' | 'period' | 'kind' | 'payable'> & {
  kind: InvoiceRow['kind']
  prefix: string
  sequence: number
  period: string
  client_name: string
  identification: string
  credited: Money
  is_held: boolean
}

export const INVOICE_COLUMNS = sql`i.id, i.prefix, i.number as sequence, i.kind, i.client_id, i.period, i.issued_on, i.due_on, i.last_payable_on, i.subtotal, i.vat,
  i.total, i.balance, i.credited, i.written_off, i.disputed_amount, i.extended_amount, i.extended_to_on, i.agreed_to_on, c.no_contract, k.name as client_name, k.identification,
  exists (select from payment_attempt_invoices h where h.company_id = i.company_id and h.invoice_id = i.id and h.is_open) as is_held,
  ${ELECTRONIC_COLUMN}`

/** The client and the contract, looked up by key for each invoice: `offset 0` prevents the planner from joining whole tables. */
export const INVOICE_JOINS = sql`
  cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
  left join lateral (select * from contracts c where c.company_id = i.company_id and c.id = i.contract_id offset 0) c on true`

/**
 * A part of the list. Reads its keys from one index first, and the names for those keys only. A part past the middle is read from the
 * end. The limit is a literal: for a parameter the planner expects a tenth of the table.
 */
export async function listInvoices(
  tx: Tx,
  filter: InvoiceFilter,
  today: Day,
  { offset, limit }: RowRange,
  countAll: () => Promise<number>,
): Promise<InvoiceRow[]> {
  const where = await conditions(tx, filter, today)
  const total = offset === 0 ? Infinity : await countAll()
  const count = Math.min(limit, Math.max(0, total - offset))
  if (count === 0) return []
  const isFromEnd = offset > total / 2
  const start = isFromEnd ? total - offset - count : offset
  const { rows } = await sql<StoredInvoice>`
    select ${INVOICE_COLUMNS}
    from (
      select i.id from ${matching(filter, where)} order by ${orderOf(filter, isFromEnd)} ${pageOf({ limit: count, offset: start })}
    ) page
    cross join lateral (select * from invoices i where i.company_id = (select current_company()) and i.id = page.id offset 0) i ${INVOICE_JOINS}
    order by ${orderOf(filter, false)}`.execute(tx)
  return rows.map((row) => invoiceRowOf(row, today))
}

/** Counts the invoices of a filter. Without conditions the count is the last number of the series, which has no gaps. */
export async function countInvoices(tx: Tx, filter: InvoiceFilter, today: Day): Promise<number> {
  const { sort: _sort, ...conditionValues } = filter
  if (Object.values(conditionValues).every((value) => value === undefined || value === null || value === '')) {
    return countNumbered(tx, 'invoice')
  }
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invoices i where ${await conditions(tx, filter, today)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * The sum of the balances of the invoices of a filter, and what of it is disputed; of the overdue ones, what of them is overdue, as in
 * the dashboard, and of those to fall due what is not, of which nothing is disputed. Only open invoices have a balance: the index of those is read.
 */
export async function totalInvoices(tx: Tx, filter: InvoiceFilter, today: Day): Promise<InvoiceTotal> {
  const { status, balance } = filter
  if (status === 'pagado' || status === 'anulado' || status === 'castigado' || balance === 'sin_deuda') return NO_TOTAL
  const part = status === 'vencido' ? overdueAmount(today) : balance === 'por_vencer' ? notOverduePart(today) : null
  const { rows } = await sql<InvoiceTotal>`
    select coalesce(sum(${part ?? sql`i.balance`}), 0)::bigint as balance,
      coalesce(sum(${part === null ? sql`i.disputed_amount` : sql`0`}), 0)::bigint as disputed from invoices i
    where ${await conditions(tx, filter, today)} and i.balance > 0`.execute(tx)
  return rows[0] ?? NO_TOTAL
}

/** `disputed`: what of the balance is not collected (R2.15). */
type InvoiceTotal = { balance: Money; disputed: Money }
const NO_TOTAL: InvoiceTotal = { balance: ZERO, disputed: ZERO }

/** The newest first by default; within one month, by issue day. */
const orderOf = ({ sort, period: month }: InvoiceFilter, isReversed: boolean) =>
  orderBy(SORTS, sort ?? (month === undefined ? '-issued_on' : '-month'), isReversed)

/**
 * The invoices that match. Those of some clients or of one month are read before they are sorted (`offset 0`): the planner would
 * otherwise read the index of the order through the invoices of every other client, or back from today through every later month.
 */
function matching(filter: InvoiceFilter, where: RawBuilder<unknown>) {
  const { sort, userId, client_id, no_contract, q, period: month } = filter
  const isOfSomeClients = [userId, client_id, no_contract, q].some((value) => value !== undefined && value !== null)
  return month !== undefined || (sort !== undefined && isOfSomeClients)
    ? sql`(select * from invoices i where ${where} offset 0) i`
    : sql`invoices i where ${where}`
}

/** The conditions are literal, so that the plan of a prepared statement can use a partial index. */
async function conditions(tx: Tx, filter: InvoiceFilter, today: Day) {
  const parts = [sql`i.company_id = (select current_company())`]
  if (filter.userId !== null) {
    parts.push(
      sql`i.client_id = (select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${filter.userId})`,
    )
  }
  if (filter.ids !== undefined) parts.push(sql`i.id = any (${uuidArray(filter.ids)}::uuid[])`)
  if (filter.status !== undefined) parts.push(statusCondition(filter.status, today))
  if (filter.balance !== undefined) parts.push(balanceCondition(filter.balance, today))
  if (filter.period !== undefined) parts.push(sql`i.period = ${filter.period}`)
  if (filter.client_id !== undefined) parts.push(sql`i.client_id = ${filter.client_id}`)
  if (filter.from !== undefined) parts.push(sql`i.issued_on >= ${filter.from}`)
  if (filter.to !== undefined) parts.push(sql`i.issued_on <= ${filter.to}`)
  if (filter.due_from !== undefined) parts.push(sql`i.due_on >= ${filter.due_from}`)
  if (filter.due_to !== undefined) parts.push(sql`i.due_on <= ${filter.due_to}`)
  if (filter.payable_from !== undefined) parts.push(sql`${OVERDUE_SINCE} >= ${filter.payable_from}`)
  // An invoice is never payable until a day before its due day, by which an index finds it.
  if (filter.payable_to !== undefined)
    parts.push(sql`i.due_on <= ${filter.payable_to} and ${OVERDUE_SINCE} <= ${filter.payable_to}`)
  if (filter.billed !== undefined) parts.push(sql`i.kind in ('period', 'one_off')`)
  if (filter.plan !== undefined) parts.push(sql`i.plan = ${filter.plan}`)
  if (filter.municipality_code !== undefined) {
    parts.push(
      sql`(select k.municipality_code from clients k where k.company_id = i.company_id and k.id = i.client_id) = ${filter.municipality_code}`,
    )
  }
  if (filter.technician_id !== undefined) {
    parts.push(sql`${lastTechnicianOf(sql`i.contract_id`)} = ${filter.technician_id}`)
  }
  if (filter.electronic !== undefined) parts.push(electronicCondition(filter.electronic))
  if (filter.no_contract !== undefined) {
    parts.push(
      sql`i.contract_id = (select c.id from contracts c where c.company_id = (select current_company()) and c.no_contract = ${filter.no_contract.toUpperCase()})`,
    )
  }
  if (filter.q !== undefined && filter.q.trim() !== '') parts.push(await searchCondition(tx, filter.q))
  return sql.join(parts, sql` and `)
}

const balanceCondition = (balance: BalanceFilter, today: Day): RawBuilder<unknown> =>
  balance === 'por_vencer' ? sql`i.balance > 0 and ${notOverduePart(today)} > 0` : BALANCE_CONDITIONS[balance]

const BALANCE_CONDITIONS = {
  con_deuda: sql`i.balance > 0`,
  por_cobrar: sql`i.balance > 0 and i.balance > i.disputed_amount`,
  en_reclamo: sql`i.disputed_amount > 0`,
  sin_deuda: sql`i.balance = 0 and i.written_off = 0`,
  a_favor: sql`i.client_id = any (array(
    select m.client_id from client_movements m where m.company_id = (select current_company()) and m.moves_credit
    group by m.client_id having sum(m.credit) > 0
  ))`,
} satisfies Record<Exclude<BalanceFilter, 'por_vencer'>, unknown>

/** The derived statuses as SQL conditions, equal to `statusOf` of the domain. */
function statusCondition(status: InvoiceStatus, today: Day) {
  if (status === 'castigado') return sql`i.balance = 0 and i.written_off > 0`
  if (status === 'anulado') return sql`i.balance = 0 and i.written_off = 0 and i.credited = i.total`
  if (status === 'pagado') return sql`i.balance = 0 and i.written_off = 0 and i.credited < i.total`
  const overdue = sql`i.last_payable_on < ${today} and ${overdueAmount(today)} > 0`
  return status === 'vencido' ? sql`i.balance > 0 and ${overdue}` : sql`i.balance > 0 and not (${overdue})`
}

/** The invoices that a search text finds: of the clients that match it, of the contract with that number, or with that number. */
async function searchCondition(tx: Tx, q: string) {
  const { rows } = await sql<{ client_id: string }>`
    select client_id from search_clients(${q}) union
    select c.client_id from contracts c where c.company_id = (select current_company()) and c.no_contract = upper(${q.trim()}) limit 1000`.execute(
    tx,
  )
  const clients = sql`i.client_id = any (${uuidArray(rows.map((row) => row.client_id))}::uuid[])`
  const parsed = parseInvoiceNumber(q)
  return parsed === null ? clients : sql`(${clients} or (i.prefix = ${parsed.prefix} and i.number = ${parsed.number}))`
}

/** A stored invoice as the API returns it. */
export function invoiceRowOf(
  { prefix, sequence, client_name, identification, credited, is_held, ...row }: StoredInvoice,
  today: Day,
): InvoiceRow {
  const debt = { ...row, credited }
  return {
    ...row,
    ...extendedOf(debt),
    agreed_to_on: agreedUntil(debt, today),
    number: invoiceNumber(prefix, sequence),
    period: period(row.period),
    client: { name: client_name, identification },
    last_payable_on: payableUntil(debt, today),
    status: statusOf(debt, today),
    badges: badgesOf(debt, is_held, today),
    payable: payableOf(debt),
  }
}
