import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'

/**
 * The days of the turns that post something and are in no batch of vouchers: those of its movements, and that of its closing when the
 * count differed. A day that has passed is complete while its turn is open, because a movement is of the day on which it is registered:
 * it does not wait for the closing, which may come after its month is closed (docs/decisions/0097). A turn whose one voucher is of
 * before is complete.
 */
const pendingOn = (today: Day) => sql`(
    select distinct t.company_id, t.id as turn_id, d.day from cash_turns t
    cross join lateral (
      select m.on_day as day from cash_movements m
      where m.company_id = t.company_id and m.turn_id = t.id and (t.closed_at is not null or m.on_day < ${today}::date)
      union all
      select t.closed_on where t.counted <> t.expected
    ) d
    where t.company_id = (select current_company())
      and not exists (
        select from voucher_turns v where v.company_id = t.company_id and v.turn_id = t.id and (v.is_whole or v.day = d.day)
      )
  )`

/** How many vouchers the turns have that are in no batch, and the first day of them. */
export async function countPendingTurns(tx: Tx, today: Day): Promise<{ turns: number; from_on: Day | null }> {
  const { rows } = await sql<{ turns: number; from_on: Day | null }>`
    select count(*)::int as turns, min(p.day) as from_on from ${pendingOn(today)} p`.execute(tx)
  return rows[0] ?? { turns: 0, from_on: null }
}

/** Puts the pending days of the turns, up to a day, into a batch. Returns how many. */
export async function takeTurns(
  tx: Tx,
  batch: number,
  { through, today }: { through: Day; today: Day },
): Promise<number> {
  // A movement or a closing that is being written is read, or waits and then has a day after those of the batch (firstFreeDay).
  await sql`
    select from cash_turns where company_id = (select current_company()) and closed_at is null order by id for update`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    insert into voucher_turns (turn_id, day, batch)
    select p.turn_id, p.day, ${batch}::int from ${pendingOn(today)} p where p.day <= ${through}::date`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

type BatchTurn = {
  key: string
  number: number
  day: Day
  is_closing: boolean
  nit: string
  name: string
  expenses: Money
  deposits: Money
  difference: Money
}

/** The days of the turns of a batch with what their vouchers post, by number and day; the company is their third party. */
export async function listBatchTurns(tx: Tx, batch: number): Promise<BatchTurn[]> {
  const { rows } = await sql<BatchTurn>`
    select 'turn ' || v.turn_id || ' ' || v.day as key, t.number, v.day, v.day = t.closed_on as is_closing, c.nit, c.name, m.expenses,
      m.deposits, (case when v.day = t.closed_on then t.counted - t.expected else 0 end)::bigint as difference
    from voucher_turns v
    cross join lateral (select * from cash_turns t where t.company_id = v.company_id and t.id = v.turn_id offset 0) t
    cross join lateral (select nit, name from companies c where c.id = v.company_id offset 0) c
    cross join lateral (
      select coalesce(sum(amount) filter (where kind = 'expense'), 0)::bigint as expenses,
        coalesce(sum(amount) filter (where kind = 'deposit'), 0)::bigint as deposits
      from cash_movements m where m.company_id = v.company_id and m.turn_id = v.turn_id and (v.is_whole or m.on_day = v.day)
    ) m
    where v.company_id = (select current_company()) and v.batch = ${batch}::int order by t.number, v.day`.execute(tx)
  return rows
}
