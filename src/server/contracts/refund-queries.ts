import { sql } from 'kysely'
import type { ContractRefund, RefundState, VoidRefund } from '#domain/contracts/refund.ts'
import type { Day } from '#domain/core/days.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

type Filter = { state?: RefundState | undefined; today: Day }
type RefundRow = Omit<ContractRefund, 'client'> & { client_name: string; identification: string }

/** A page of the refunds of void contracts: the open ones, the first last day first, and then the closed ones, the last one first. */
export async function listContractRefunds(tx: Tx, filter: Filter, range: RowRange): Promise<ContractRefund[]> {
  const order = sql`r.closed_on desc nulls first, r.due_on, r.contract_id`
  const { rows } = await sql<RefundRow>`
    select r.contract_id, c.no_contract, case when c.retracted_on is not null then 'retraction'
      when c.installation_notice = 'late' then 'late_installation' else 'before_installation' end as reason, r.client_id, k.name as client_name, k.identification, r.amount, r.returned, r.due_on, r.closed_on
    from (select * from contract_refunds r where ${matching(filter)} order by ${order} ${pageOf(range)}) r
    cross join lateral (select * from contracts c where c.company_id = r.company_id and c.id = r.contract_id offset 0) c
    cross join lateral (select * from clients k where k.company_id = r.company_id and k.id = r.client_id offset 0) k
    order by ${order}`.execute(tx)
  return rows.map(({ client_name, identification, ...row }) => ({
    ...row,
    client: { name: client_name, identification },
  }))
}

export async function countContractRefunds(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contract_refunds r where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** 'pending' has the overdue ones too. */
function matching({ state, today }: Filter) {
  const own = sql`r.company_id = (select current_company())`
  if (state === undefined) return own
  if (state === 'closed') return sql`${own} and r.closed_on is not null`
  return state === 'pending'
    ? sql`${own} and r.closed_on is null`
    : sql`${own} and r.closed_on is null and r.due_on < ${today}::date`
}

/** What is set apart to pay back of one contract, in all and so far; null without a refund. */
export async function readContractRefund(
  tx: Tx,
  contractId: string,
): Promise<Pick<ContractRefund, 'amount' | 'returned' | 'closed_on'> | null> {
  const row = await tx
    .selectFrom('contract_refunds')
    .select(['amount', 'returned', 'closed_on'])
    .where('contract_id', '=', contractId)
    .executeTakeFirst()
  return row ?? null
}

/** What is paid back of a signed contract that was cancelled and not retracted; null for any other, and without a day and an amount. */
export async function readCancelled(tx: Tx, contractId: string): Promise<VoidRefund | null> {
  const { rows } = await sql<{ refund_by: Day | null }>`
    select refund_by from contracts
    where company_id = (select current_company()) and id = ${contractId} and status = 'cancelled' and signed_at is not null
      and retracted_on is null`.execute(tx)
  if (rows[0] === undefined) return null
  const [{ refund_by }, refund] = [rows[0], await readContractRefund(tx, contractId)]
  return refund_by === null && refund === null ? null : { refund_by, refund }
}
