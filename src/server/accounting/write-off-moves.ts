import { sql } from 'kysely'
import type { WriteOffMove, WriteOffMoveKind, WriteOffTotals } from '#domain/accounting/write-off.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'
import { LEFT } from '#server/ledger/write-offs.ts'
import { type Named, namesOf, RECOVERED } from './write-off-queries.ts'

type MoveFilter = { from: Day; to: Day; kind?: WriteOffMoveKind | undefined }

/** The moves of some days: id, write_off_id, kind, posted_on, amount with its sign, and their documents. */
const movesOf = ({ from, to, kind }: MoveFilter) => sql`
  select * from (
    select a.company_id, a.id, a.id as write_off_id, 'write_off' as kind, a.posted_on, a.client_id, a.invoice_id, a.amount::bigint as amount,
      null::uuid as payment_id, null::uuid as credit_note_id, c.reason, c.registered_by as by
    from balance_adjustments a
    join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'write_off'
    where a.company_id = (select current_company()) and a.posted_on between ${from}::date and ${to}::date
    union all
    select r.company_id, r.adjustment_id, r.adjustment_id, 'undo', r.posted_on, a.client_id, a.invoice_id,
      -(a.amount - coalesce((
        select sum(case m.kind when 'recovery_reversal' then -m.amount else m.amount end) from write_off_moves m
        where m.company_id = a.company_id and m.adjustment_id = a.id), 0))::bigint,
      null, null, r.reason, r.registered_by
    from balance_adjustment_reversals r
    join balance_adjustments a on a.company_id = r.company_id and a.id = r.adjustment_id
    join balance_closings c on c.company_id = a.company_id and c.id = a.closing_id and c.kind = 'write_off'
    where r.company_id = (select current_company()) and r.posted_on between ${from}::date and ${to}::date
    union all
    select m.company_id, m.id, m.adjustment_id, m.kind, m.posted_on, m.client_id, m.invoice_id,
      (case m.kind when 'recovery_reversal' then m.amount else -m.amount end)::bigint, m.payment_id, m.credit_note_id, null, m.registered_by
    from write_off_moves m
    where m.company_id = (select current_company()) and m.posted_on between ${from}::date and ${to}::date
  ) move ${kind === undefined ? sql`` : sql`where move.kind = ${kind}`}`

/** A move with what was recovered of its write-off until today. */
export type StoredMove = Omit<WriteOffMove, 'can_undo'> & { recovered: Money }
type MoveRow = Omit<StoredMove, 'number' | 'client'> & Named

/** A page of the moves, by day. */
export async function listMoves(tx: Tx, filter: MoveFilter, range: RowRange): Promise<StoredMove[]> {
  const { rows } = await sql<MoveRow>`${REPLAN_EACH_TIME}
    select p.id || ' ' || p.kind as id, p.write_off_id, p.kind, p.posted_on, p.invoice_id, i.prefix, i.number as sequence, p.client_id,
      k.name as client_name, k.identification, p.amount, w.left, w.recovered,
      case when p.payment_id is not null then 'Recibo ' || (select number from payments y where y.company_id = p.company_id and y.id = p.payment_id)
        when p.credit_note_id is not null then 'NC-' || (select number from credit_notes n where n.company_id = p.company_id and n.id = p.credit_note_id)
      end as document, p.reason, p.by
    from (select * from (${movesOf(filter)}) move order by posted_on, id, kind ${pageOf(range)}) p
    cross join lateral (
      select case when p.kind = 'write_off' then (${LEFT})::bigint end as left, ${RECOVERED} as recovered
      from balance_adjustments a where a.company_id = p.company_id and a.id = p.write_off_id offset 0
    ) w
    cross join lateral (select prefix, number from invoices i where i.company_id = p.company_id and i.id = p.invoice_id offset 0) i
    cross join lateral (select name, identification from clients k where k.company_id = p.company_id and k.id = p.client_id offset 0) k
    order by p.posted_on, p.id, p.kind`.execute(tx)
  return rows.map(({ prefix, sequence, client_name, identification, ...row }) => ({
    ...row,
    ...namesOf({ prefix, sequence, client_name, identification }),
  }))
}

export async function countMoves(tx: Tx, filter: MoveFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`${REPLAN_EACH_TIME}
    select count(*)::int as count from (${movesOf(filter)}) move`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function totalMoves(tx: Tx, filter: MoveFilter): Promise<WriteOffTotals> {
  const { rows } = await sql<WriteOffTotals>`${REPLAN_EACH_TIME}
    select coalesce(sum(amount) filter (where kind = 'write_off'), 0)::bigint as written_off,
      coalesce(-sum(amount) filter (where kind in ('recovery', 'recovery_reversal')), 0)::bigint as recovered,
      coalesce(-sum(amount) filter (where kind in ('undo', 'note')), 0)::bigint as undone
    from (${movesOf(filter)}) move`.execute(tx)
  return rows[0] ?? { written_off: ZERO, recovered: ZERO, undone: ZERO }
}
