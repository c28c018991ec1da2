import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, ZERO } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import {
  CASH_ENTRIES_MAX,
  type CashCount,
  type CashEntry,
  type CashTotals,
  type CashTurn,
  COUNTS_SHOWN_MAX,
  type NewCashMovement,
  type Pieces,
  type TurnState,
} from '#domain/payments/cash-turn.ts'
import type { TURN_SORTS } from '#domain/payments/cash-turn-api.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'

/** The people of the filter of turns. */
const TURN_PEOPLE_MAX = 200

type TurnSort = (typeof TURN_SORTS)[number]

export type TurnFilter = {
  user_id?: string | undefined
  account_id?: string | undefined
  state?: TurnState | undefined
  from?: Day | undefined
  to?: Day | undefined
  sort?: Sort<TurnSort> | undefined
}

type TurnRow = {
  id: string
  number: number
  account_id: string
  account_name: string
  user_id: string
  opened_by: string
  opened_on: Day
  opened_at: Date
  base: Money
  previous_counted: Money | null
  base_reason: string | null
  closed_by: string | null
  closed_on: Day | null
  closed_at: Date | null
  counted: Money | null
  expected: Money | null
  reason: string | null
}

const COLUMNS = sql`t.id, t.number, t.account_id, a.name as account_name, t.user_id, t.opened_by, t.opened_on, t.opened_at, t.base, t.previous_counted,
  t.base_reason, t.closed_by,
  t.closed_on, t.closed_at, t.counted, t.expected, t.reason`
const ACCOUNT = sql`cross join lateral (
  select name from money_accounts a where a.company_id = t.company_id and a.id = t.account_id offset 0) a`
const SORTS: SortColumns<TurnSort> = { number: ['t.number'] }

function turnOf({ account_id, account_name, user_id, opened_by, ...row }: TurnRow): CashTurn {
  const { previous_counted, base_reason, closed_by, closed_on, closed_at, counted, expected, reason, ...opened } = row
  const isClosed =
    closed_by !== null && closed_on !== null && closed_at !== null && counted !== null && expected !== null
  return {
    ...opened,
    state: isClosed ? 'closed' : 'open',
    account: { id: account_id, name: account_name },
    person: { id: user_id, name: opened_by },
    received:
      previous_counted === null
        ? null
        : { counted: previous_counted, difference: minus(row.base, previous_counted), reason: base_reason },
    opened_at: row.opened_at.toISOString(),
    closed: isClosed
      ? {
          on: closed_on,
          at: closed_at.toISOString(),
          by: closed_by,
          counted,
          expected,
          difference: minus(counted, expected),
          reason,
        }
      : null,
  }
}

function conditions({ user_id, account_id, state, from, to }: TurnFilter) {
  const parts = [sql`t.company_id = (select current_company())`]
  if (user_id !== undefined) parts.push(sql`t.user_id = ${user_id}`)
  if (account_id !== undefined) parts.push(sql`t.account_id = ${account_id}`)
  if (state === 'open') parts.push(sql`t.closed_at is null`)
  if (state === 'closed') parts.push(sql`t.closed_at is not null`)
  if (from !== undefined) parts.push(sql`t.opened_on >= ${from}`)
  if (to !== undefined) parts.push(sql`t.opened_on <= ${to}`)
  return sql.join(parts, sql` and `)
}

/** A page of the turns that match; the newest first, unless `sort` says otherwise. */
export async function listTurns(tx: Tx, filter: TurnFilter, range: RowRange): Promise<CashTurn[]> {
  const order = orderBy(SORTS, filter.sort ?? '-number')
  const { rows } = await sql<TurnRow>`
    select ${COLUMNS} from (
      select t.* from cash_turns t where ${conditions(filter)} order by ${order} ${pageOf(range)}
    ) t ${ACCOUNT} order by ${order}`.execute(tx)
  return rows.map(turnOf)
}

export async function countTurns(tx: Tx, filter: TurnFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cash_turns t where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function getTurn(tx: Tx, id: string): Promise<CashTurn | undefined> {
  const { rows } = await sql<TurnRow>`
    select ${COLUMNS} from cash_turns t ${ACCOUNT} where t.company_id = (select current_company()) and t.id = ${id}`.execute(
    tx,
  )
  return rows.map(turnOf)[0]
}

/** Locks a turn against payments, movements and a second closing, until the end of the transaction. */
export const lockTurn = (tx: Tx, id: string) =>
  tx.selectFrom('cash_turns').select('id').where('id', '=', id).forUpdate().execute()

/** The staff who had turns, by name. */
export async function listTurnPeople(tx: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where u.company_id = (select current_company()) and u.role <> 'client'
      and exists (select from cash_turns t where t.company_id = u.company_id and t.user_id = u.id)
    order by 2, u.id limit ${sql.lit(TURN_PEOPLE_MAX)}`.execute(tx)
  return rows
}

/** Opens a turn of the actor with the next number; undefined when the actor has an open one of the account. One caller at a time. */
export async function insertTurn(
  tx: Tx,
  turn: {
    account_id: string
    base: Money
    previous_counted: Money | null
    base_reason: string | null
    user_id: string
    opened_on: Day
  },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    insert into cash_turns (number, account_id, user_id, opened_by, opened_on, base, previous_counted, base_reason)
    select coalesce(max(number), 0) + 1, ${turn.account_id}::uuid, ${turn.user_id}::uuid, ${tx.scope.actorName}, ${turn.opened_on}::date,
      ${turn.base}::bigint, ${turn.previous_counted}::bigint, ${turn.base_reason}::text
    from cash_turns where company_id = (select current_company())
    on conflict (company_id, user_id, account_id) where closed_at is null do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

/**
 * What the last turn that closed a cash box counted in it. Null when that is not what the box has: without such a turn, while another turn
 * of the box is open, and when another one was open in the box together with the last one, because the cash of both may be there or not.
 */
export async function getLeftCash(tx: Tx, accountId: string): Promise<Money | null> {
  const { rows } = await sql<{ counted: Money }>`
    select t.counted from (
      select t.id, t.counted, t.opened_at from cash_turns t
      where t.company_id = (select current_company()) and t.account_id = ${accountId} and t.closed_at is not null
      order by t.closed_at desc limit 1
    ) t
    where not exists (
      select from cash_turns o where o.company_id = (select current_company()) and o.account_id = ${accountId}
        and (o.closed_at is null or o.closed_at > t.opened_at and o.id <> t.id)
    )`.execute(tx)
  return rows[0]?.counted ?? null
}

/**
 * The day of what is written in a locked turn: today, or the day after the last one that a batch of vouchers has of it. A request that
 * began before midnight adds nothing to a day that the accountant already has.
 */
const firstFreeDay = (turnId: string, today: Day) => sql<Day>`greatest(${today}::date, (
  select max(v.day) + 1 from voucher_turns v where v.company_id = (select current_company()) and v.turn_id = ${turnId}::uuid
))`

/** Writes the closing of a locked turn; the database refuses a second one. */
export const closeTurn = (
  tx: Tx,
  id: string,
  { today, ...closing }: { today: Day; counted: Money; expected: Money; reason: string | null },
) =>
  tx
    .updateTable('cash_turns')
    .set({
      ...closing,
      closed_on: firstFreeDay(id, today),
      closed_by: tx.scope.actorName,
      closed_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()

export const insertMovement = (tx: Tx, turn_id: string, today: Day, movement: NewCashMovement) =>
  tx
    .insertInto('cash_movements')
    .values({
      turn_id,
      on_day: firstFreeDay(turn_id, today),
      kind: movement.kind,
      amount: movement.amount,
      reason: movement.reason ?? null,
      to_account_id: movement.to_account_id ?? null,
      reference: movement.reference ?? null,
      registered_by: tx.scope.actorName,
    })
    .execute()

/** The sums of what belongs to a turn. */
export async function totalTurn(tx: Tx, id: string): Promise<CashTotals> {
  const { rows } = await sql<CashTotals>`
    select
      (select coalesce(sum(p.amount), 0) from payments p where p.company_id = (select current_company()) and p.turn_id = ${id}::uuid)::bigint as payment,
      (select coalesce(sum(p.amount), 0) from payment_reversals r
       cross join lateral (select amount from payments p where p.company_id = r.company_id and p.id = r.payment_id offset 0) p
       where r.company_id = (select current_company()) and r.turn_id = ${id}::uuid and r.left_box)::bigint as reversal,
      (select coalesce(sum(f.amount), 0) from credit_refunds f where f.company_id = (select current_company()) and f.turn_id = ${id}::uuid)::bigint as refund,
      coalesce(sum(m.amount) filter (where m.kind = 'expense'), 0)::bigint as expense,
      coalesce(sum(m.amount) filter (where m.kind = 'deposit'), 0)::bigint as deposit
    from cash_movements m where m.company_id = (select current_company()) and m.turn_id = ${id}::uuid`.execute(tx)
  return rows[0] ?? { payment: ZERO, reversal: ZERO, refund: ZERO, expense: ZERO, deposit: ZERO }
}

const ENTRIES = (id: string) => sql`
  select 'payment' as kind, p.id, 'Recibo ' || p.number as document, p.client_id, null::uuid as account_id, p.amount::bigint as amount,
    p.registered_by as by, p.created_at as at
  from payments p where p.company_id = (select current_company()) and p.turn_id = ${id}::uuid
  union all
  select 'reversal', r.payment_id, 'Reverso ' || r.number || ': ' || r.reason || case when r.left_box then ''
      else '. El recibo ' || p.number || ' nunca entró a la caja: no sale efectivo' end,
    p.client_id, null, case when r.left_box then -p.amount else 0 end, r.registered_by, r.created_at
  from payment_reversals r
  cross join lateral (
    select client_id, amount, number from payments p where p.company_id = r.company_id and p.id = r.payment_id offset 0
  ) p
  where r.company_id = (select current_company()) and r.turn_id = ${id}::uuid
  union all
  select 'refund', f.id, 'Devolución ' || f.number, f.client_id, null, -f.amount, f.registered_by, f.created_at
  from credit_refunds f where f.company_id = (select current_company()) and f.turn_id = ${id}::uuid
  union all
  select m.kind, m.id, coalesce(m.reason, 'Consignación ' || m.reference), null, m.to_account_id, -m.amount, m.registered_by, m.created_at
  from cash_movements m where m.company_id = (select current_company()) and m.turn_id = ${id}::uuid`

/** What belongs to a turn, the newest first, and how many there are. At most CASH_ENTRIES_MAX. */
export async function listTurnEntries(tx: Tx, id: string): Promise<{ entries: CashEntry[]; entry_count: number }> {
  const { rows } = await sql<Omit<CashEntry, 'at' | 'by'> & { at: Date; by: string | null; count: number }>`
    select e.kind, e.id, e.document, coalesce(k.name, a.name) as whom, e.amount, e.by, e.at, e.count
    from (
      select *, count(*) over ()::int as count from (${ENTRIES(id)}) e order by at desc, id desc limit ${sql.raw(String(CASH_ENTRIES_MAX))}
    ) e
    left join lateral (select name from clients k where k.company_id = (select current_company()) and k.id = e.client_id offset 0) k on true
    left join lateral (select name from money_accounts a where a.company_id = (select current_company()) and a.id = e.account_id offset 0) a on true
    order by e.at desc, e.id desc`.execute(tx)
  const entries = rows.map(({ count: _count, at, by, ...row }) => ({ ...row, by: by ?? '', at: at.toISOString() }))
  return { entries, entry_count: rows[0]?.count ?? 0 }
}

type CountRow = {
  id: string
  counted: Money
  expected: Money
  denominations: unknown
  counted_by: string
  counted_at: Date
}

const countOf = ({ denominations, counted_by, counted_at, ...row }: CountRow): CashCount => ({
  ...row,
  difference: minus(row.counted, row.expected),
  pieces: piecesOf(denominations),
  by: counted_by,
  at: counted_at.toISOString(),
})

/** The stored denominations: this file wrote them. */
const piecesOf = (stored: unknown): Pieces[] | null => (Array.isArray(stored) ? stored : null)

const COUNT_COLUMNS = ['id', 'counted', 'expected', 'denominations', 'counted_by', 'counted_at'] as const

export async function insertCount(
  tx: Tx,
  count: { turn_id: string; counted: Money; expected: Money; pieces: readonly Pieces[] | null },
): Promise<CashCount> {
  const row = await tx
    .insertInto('cash_counts')
    .values({
      turn_id: count.turn_id,
      counted: count.counted,
      expected: count.expected,
      denominations: count.pieces === null ? null : JSON.stringify(count.pieces),
      counted_by: tx.scope.actorName,
    })
    .returning(COUNT_COLUMNS)
    .executeTakeFirstOrThrow()
  return countOf(row)
}

/** The counts of a turn, the last one first. At most COUNTS_SHOWN_MAX. */
export async function listCounts(tx: Tx, turnId: string): Promise<CashCount[]> {
  const rows = await tx
    .selectFrom('cash_counts')
    .select(COUNT_COLUMNS)
    .where('turn_id', '=', turnId)
    .orderBy('id', 'desc')
    .limit(COUNTS_SHOWN_MAX)
    .execute()
  return rows.map(countOf)
}

/** A count of a turn; undefined for a count of another turn. */
export async function getCount(tx: Tx, turnId: string, id: string): Promise<CashCount | undefined> {
  const row = await tx
    .selectFrom('cash_counts')
    .select(COUNT_COLUMNS)
    .where('id', '=', id)
    .where('turn_id', '=', turnId)
    .executeTakeFirst()
  return row && countOf(row)
}
