import { sql } from 'kysely'
import type { AdvanceMoveRow, AdvanceMoveTotals } from '#domain/accounting/advance-moves.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'

type Days = { from: Day; to: Day }
type Amounts = { opening: Money; added: Money; applied: Money; refunded: Money; closing: Money }

/**
 * The clients with credit in favour in some days. Credit is applied by a movement that lowers a debt, and comes back with the payment that
 * is reversed; the debt of a payment whose money had been paid back gives credit as a new payment does.
 */
const movesOf = ({ from, to }: Days) => sql`
  select client_id as id, coalesce(sum(credit) filter (where not is_in), 0)::bigint as opening,
    coalesce(sum(credit) filter (where is_in and not is_applied and refund_id is null), 0)::bigint as added,
    coalesce(-sum(credit) filter (where is_in and is_applied), 0)::bigint as applied,
    coalesce(-sum(credit) filter (where is_in and refund_id is not null), 0)::bigint as refunded, sum(credit)::bigint as closing
  from (
    select client_id, credit, refund_id, posted_on >= ${from}::date as is_in,
      receivable <> 0 and (credit < 0 or payment_id is not null) as is_applied
    from client_movements where company_id = (select current_company()) and moves_credit and posted_on <= ${to}::date
  ) m group by client_id
  having bool_or(is_in) or sum(credit) <> 0`

/** A page of the clients, the largest final balance first. */
export async function listAdvanceMoves(tx: Tx, days: Days, range: RowRange): Promise<AdvanceMoveRow[]> {
  const { rows } = await sql<Amounts & { id: string; client_name: string; identification: string }>`${REPLAN_EACH_TIME}
    select page.id, page.opening, page.added, page.applied, page.refunded, page.closing, k.name as client_name, k.identification
    from (select * from (${movesOf(days)}) c order by c.closing desc, c.id ${pageOf(range)}) page
    cross join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = page.id offset 0
    ) k
    order by page.closing desc, page.id`.execute(tx)
  return rows.map(({ client_name, identification, ...row }) => ({
    ...row,
    client: { id: row.id, name: client_name, identification },
  }))
}

/** The sums of all the clients, and how many they are. */
export async function totalAdvanceMoves(tx: Tx, days: Days): Promise<{ totals: AdvanceMoveTotals; clients: number }> {
  const { rows } = await sql<Amounts & { clients: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as clients, coalesce(sum(opening), 0)::bigint as opening, coalesce(sum(added), 0)::bigint as added,
      coalesce(sum(applied), 0)::bigint as applied, coalesce(sum(refunded), 0)::bigint as refunded, coalesce(sum(closing), 0)::bigint as closing
    from (${movesOf(days)}) c`.execute(tx)
  const { clients = 0, ...totals } = rows[0] ?? {}
  return { totals: { opening: ZERO, added: ZERO, applied: ZERO, refunded: ZERO, closing: ZERO, ...totals }, clients }
}
