import type { Invariant } from './invariant.ts'

/** What belongs to a turn with what its cash changes by. */
const MOVED = `
  select company_id, turn_id, amount::bigint as amount from payments where turn_id is not null
  union all
  select r.company_id, r.turn_id, -p.amount from payment_reversals r
  join payments p on p.company_id = r.company_id and p.id = r.payment_id where r.turn_id is not null and r.left_box
  union all select company_id, turn_id, -amount from credit_refunds where turn_id is not null
  union all select company_id, turn_id, -amount from cash_movements`

/** A payment or refund of a turn, with the event that says who registered it. */
const BELONGING = `
  select company_id, turn_id, account_id, method, id::text as id, 'payment.registered' as name from payments where turn_id is not null
  union all
  select company_id, turn_id, account_id, method, id::text, 'credit.refunded' from credit_refunds where turn_id is not null`

/** The turns of the cash boxes. */
export const CASH_INVARIANTS: readonly Invariant[] = [
  {
    id: 'I27',
    rule: 'lo esperado de un turno cerrado es su base más lo recibido menos lo que salió, y lo contado es uno de sus conteos',
    sql: `
      select t.company_id, t.number::text as example from cash_turns t
      left join (select company_id, turn_id, sum(amount) as amount from (${MOVED}) moved group by company_id, turn_id) m
        on m.company_id = t.company_id and m.turn_id = t.id
      where t.closed_at is not null and (
        t.expected <> t.base + coalesce(m.amount, 0)
        or not exists (
          select from cash_counts c
          where c.company_id = t.company_id and c.turn_id = t.id and c.counted = t.counted and c.expected = t.expected))`,
  },
  {
    id: 'I28',
    rule: 'el efectivo de un turno es de su empresa, de su caja y de la persona que lo abrió',
    sql: `
      select b.company_id, b.id as example from (${BELONGING}) b
      left join cash_turns t on t.company_id = b.company_id and t.id = b.turn_id
      left join money_accounts a on a.company_id = t.company_id and a.id = t.account_id
      left join events e on e.company_id = b.company_id and e.name = b.name and e.entity_id = b.id
      where b.account_id is distinct from t.account_id or a.kind is distinct from 'cash' or b.method <> 'efectivo'
        or e.actor_id is distinct from t.user_id
      union all
      select r.company_id, r.payment_id::text from payment_reversals r
      join payments p on p.company_id = r.company_id and p.id = r.payment_id
      left join cash_turns t on t.company_id = r.company_id and t.id = r.turn_id
      where r.turn_id is not null and (p.account_id is distinct from t.account_id or p.method <> 'efectivo')`,
  },
]
