import { sql } from 'kysely'
import type { BalanceTotals, ClosedBalance, SmallBalance } from '#domain/accounting/small-balance.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

/** The company's limit; null when it has none. */
export async function getLimit(tx: Tx): Promise<Money | null> {
  const row = await tx.selectFrom('accounting_settings').select('small_balance_limit').executeTakeFirst()
  return row?.small_balance_limit ?? null
}

export async function saveLimit(tx: Tx, small_balance_limit: Money | null): Promise<void> {
  await tx
    .insertInto('accounting_settings')
    .values({ small_balance_limit })
    .onConflict((on) => on.column('company_id').doUpdateSet({ small_balance_limit }))
    .execute()
}

const IS_HELD = sql`exists (
  select from payment_attempt_invoices h where h.company_id = i.company_id and h.invoice_id = i.id and h.is_open)`

/** The condition of domain/accounting/small-balance.ts (closingProblem), without the day. */
const small = (limit: Money) => sql`
  i.company_id = (select current_company()) and i.balance > 0 and i.balance <= ${limit}::bigint and i.disputed_amount = 0 and not ${IS_HELD}`

/** A page of the small balances, the oldest due first. */
export async function listSmallBalances(tx: Tx, limit: Money, range: RowRange): Promise<SmallBalance[]> {
  const { rows } = await sql<Omit<SmallBalance, 'number' | 'client'> & Named>`
    select i.id as invoice_id, i.prefix, i.number as sequence, i.client_id, k.name as client_name, k.identification, i.issued_on, i.due_on,
      i.total, i.balance
    from (
      select * from invoices i where ${small(limit)} order by i.due_on, i.id ${pageOf(range)}
    ) i
    cross join lateral (select * from clients k where k.company_id = i.company_id and k.id = i.client_id offset 0) k
    order by i.due_on, i.id`.execute(tx)
  return rows.map(withNames)
}

export async function totalSmallBalances(tx: Tx, limit: Money): Promise<BalanceTotals> {
  const { rows } = await sql<BalanceTotals>`
    select count(*)::int as count, coalesce(sum(i.balance), 0)::bigint as amount from invoices i where ${small(limit)}`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, amount: ZERO }
}

/** The client of each of these invoices; an absent invoice is left out. */
export async function listClientsOf(tx: Tx, invoiceIds: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('invoices').select('client_id').distinct().where('id', 'in', invoiceIds).execute()
  return rows.map(({ client_id }) => client_id)
}

/** An invoice with what closingProblem() needs, locked. */
type Candidate = {
  id: string
  number: string
  client_id: string
  balance: Money
  disputed_amount: Money
  isHeld: boolean
  last_moved_on: Day
}

/** Locks invoices, whose accounts are locked, in the order of their ids. */
export async function lockCandidates(tx: Tx, invoiceIds: readonly string[]): Promise<Candidate[]> {
  const { rows } = await sql<
    Omit<Candidate, 'number' | 'isHeld'> & { prefix: string; sequence: number; is_held: boolean }
  >`${REPLAN_EACH_TIME}
    select i.id, i.prefix, i.number as sequence, i.client_id, i.balance, i.disputed_amount, ${IS_HELD} as is_held,
      greatest(i.issued_on, m.last_on) as last_moved_on
    from unnest(${uuidArray(invoiceIds.toSorted())}::uuid[]) key (id)
    cross join lateral (
      select * from invoices where company_id = (select current_company()) and id = key.id for update offset 0
    ) i
    cross join lateral (
      select max(m.posted_on) as last_on from client_movements m
      where m.company_id = i.company_id and m.client_id = i.client_id and m.invoice_id = i.id
    ) m`.execute(tx)
  return rows.map(({ prefix, sequence, is_held, ...row }) => ({
    ...row,
    number: invoiceNumber(prefix, sequence),
    isHeld: is_held,
  }))
}

const CLOSED = sql`
  select a.id, a.invoice_id, i.prefix, i.number as sequence, a.client_id, k.name as client_name, k.identification, a.amount, a.posted_on,
    c.registered_by as closed_by, r.posted_on as reversed_on, r.reason, r.registered_by as reversed_by
  from balance_adjustments a
  cross join lateral (select * from balance_closings c where c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'small' offset 0) c
  cross join lateral (select * from invoices i where i.company_id = a.company_id and i.id = a.invoice_id offset 0) i
  cross join lateral (select * from clients k where k.company_id = a.company_id and k.id = a.client_id offset 0) k
  left join lateral (
    select * from balance_adjustment_reversals r where r.company_id = a.company_id and r.adjustment_id = a.id offset 0
  ) r on true`

/** A page of the closed balances, the last one first. */
export async function listClosedBalances(tx: Tx, range: RowRange): Promise<ClosedBalance[]> {
  const { rows } = await sql<ClosedRow>`${CLOSED} where a.company_id = (select current_company())
    order by a.id desc ${pageOf(range)}`.execute(tx)
  return rows.map(closedOf)
}

export async function countClosedBalances(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(count), 0)::int as count from balance_closings where company_id = (select current_company()) and kind = 'small'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

export async function getClosedBalance(tx: Tx, id: string): Promise<ClosedBalance | undefined> {
  const { rows } =
    await sql<ClosedRow>`${CLOSED} where a.company_id = (select current_company()) and a.id = ${id}`.execute(tx)
  return rows.map(closedOf)[0]
}

type Named = { prefix: string; sequence: number; client_name: string; identification: string }

type ClosedRow = Omit<ClosedBalance, 'number' | 'client' | 'reversed'> &
  Named & { reversed_on: Day | null; reason: string | null; reversed_by: string | null }

const withNames = <Row extends Named>({ prefix, sequence, client_name, identification, ...row }: Row) => ({
  ...row,
  number: invoiceNumber(prefix, sequence),
  client: { name: client_name, identification },
})

function closedOf({ reversed_on, reason, reversed_by, ...row }: ClosedRow): ClosedBalance {
  const isReversed = reversed_on !== null && reason !== null && reversed_by !== null
  return { ...withNames(row), reversed: isReversed ? { posted_on: reversed_on, reason, by: reversed_by } : null }
}
