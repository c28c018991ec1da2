import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/** The closed turns that post something and are in no batch of vouchers. */
const PENDING = sql`t.company_id = (select current_company()) and t.closed_at is not null
  and not exists (select from voucher_turns v where v.company_id = t.company_id and v.turn_id = t.id)
  and (t.counted <> t.expected or exists (select from cash_movements m where m.company_id = t.company_id and m.turn_id = t.id))`

export async function countPendingTurns(tx: Tx): Promise<{ turns: number; from_on: Day | null }> {
  const { rows } = await sql<{ turns: number; from_on: Day | null }>`
    select count(*)::int as turns, min(t.closed_on) as from_on from cash_turns t where ${PENDING}`.execute(tx)
  return rows[0] ?? { turns: 0, from_on: null }
}

/** Puts the pending turns that were closed up to a day into a batch. Returns how many. */
export async function takeTurns(tx: Tx, batch: number, through: Day): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into voucher_turns (turn_id, batch)
    select t.id, ${batch}::int from cash_turns t where ${PENDING} and t.closed_on <= ${through}::date`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type BatchTurn = {
  number: number
  closed_on: Day
  nit: string
  name: string
  expenses: Money
  deposits: Money
  difference: Money
}

/** The turns of a batch with what their vouchers post, by number; the company is their third party. */
export async function listBatchTurns(tx: Tx, batch: number): Promise<BatchTurn[]> {
  const { rows } = await sql<BatchTurn>`
    select t.number, t.closed_on, c.nit, c.name, m.expenses, m.deposits, (t.counted - t.expected)::bigint as difference
    from voucher_turns v
    cross join lateral (select * from cash_turns t where t.company_id = v.company_id and t.id = v.turn_id offset 0) t
    cross join lateral (select nit, name from companies c where c.id = v.company_id offset 0) c
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'expense'), 0)::bigint as expenses,
        coalesce(sum(amount) filter (where kind = 'deposit'), 0)::bigint as deposits
      from cash_movements m where m.company_id = v.company_id and m.turn_id = v.turn_id
    ) m
    where v.company_id = (select current_company()) and v.batch = ${batch}::int order by t.number`.execute(tx)
  return rows
}
