import { sql } from 'kysely'
import type { AdvanceMoveRow, AdvanceMoveTotals } from '#domain/accounting/advance-moves.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { Pass, RowRange } from '#server/core/list-reply.ts'
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

type StoredMoves = Amounts & {
  id: string | null
  client_name: string
  identification: string
  /** The number of the clients and their sums, in each row. */
  clients: number
  all_opening: Money
  all_added: Money
  all_applied: Money
  all_refunded: Money
  all_closing: Money
}

/** A page of the clients, the largest final balance first, with the sums of all of them. One statement, because each reads every movement. */
export async function readAdvanceMoves(
  tx: Tx,
  days: Days,
  range: RowRange,
): Promise<Pass<AdvanceMoveRow, AdvanceMoveTotals>> {
  const { rows } = await sql<StoredMoves>`${REPLAN_EACH_TIME}
    with moves as materialized (${movesOf(days)})
    select page.id, page.opening, page.added, page.applied, page.refunded, page.closing, k.name as client_name, k.identification,
      total.clients, total.all_opening, total.all_added, total.all_applied, total.all_refunded, total.all_closing
    from (
      select count(*)::int as clients, coalesce(sum(opening), 0)::bigint as all_opening, coalesce(sum(added), 0)::bigint as all_added,
        coalesce(sum(applied), 0)::bigint as all_applied, coalesce(sum(refunded), 0)::bigint as all_refunded,
        coalesce(sum(closing), 0)::bigint as all_closing
      from moves
    ) total
    left join (select * from moves c order by c.closing desc, c.id ${pageOf(range)}) page on true
    left join lateral (
      select name, identification from clients k where k.company_id = (select current_company()) and k.id = page.id offset 0
    ) k on true
    order by page.closing desc, page.id`.execute(tx)
  const [first] = rows
  return {
    rows: rows.flatMap(({ id, opening, added, applied, refunded, closing, client_name: name, identification }) =>
      id === null ? [] : { id, opening, added, applied, refunded, closing, client: { id, name, identification } },
    ),
    total: first?.clients ?? 0,
    sums: {
      opening: first?.all_opening ?? ZERO,
      added: first?.all_added ?? ZERO,
      applied: first?.all_applied ?? ZERO,
      refunded: first?.all_refunded ?? ZERO,
      closing: first?.all_closing ?? ZERO,
    },
  }
}
