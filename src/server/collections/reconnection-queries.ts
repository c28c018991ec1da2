import { type RawBuilder, sql } from 'kysely'
import type { ReconnectionTerm } from '#domain/collections/preview.ts'
import { addBusinessDays } from '#domain/core/calendar.ts'
import type { Day } from '#domain/core/days.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import { deviceServices } from './device-services.ts'

type TermRow = Omit<ReconnectionTerm, 'client' | 'paid_at' | 'reconnected_at' | 'state'> & {
  client_id: string
  client_name: string
  paid_at: Date
  reconnected_at: Date | null
  owed_again_at: Date | null
}

/** Whether a term `t` ended for its contract, and the network has not carried it out. */
export const isUnserved = (): RawBuilder<boolean> => sql<boolean>`
  (t.reconnected_at is not null and t.notified_at is null and ${deviceServices().isAwaited(sql`t.contract_id`)})`

/** The terms `t` whose service is not back: of the contract, or of its network device. */
export const isOpenTerm = (): RawBuilder<boolean> => sql<boolean>`
  (t.notified_at is null and t.owed_again_at is null and (t.reconnected_at is null or ${isUnserved()}))`

/** Whether what caused the cut of a contract, a uuid expression, is paid and its service is not reconnected yet. */
export const isCutPaid = (contract: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from reconnection_terms where company_id = (select current_company()) and contract_id = ${contract}
    and reconnected_at is null and owed_again_at is null and ended_on is null)`

/** A page of the terms to reconnect: the open ones first, then the newest. */
export async function listTerms(
  tx: Tx,
  { isOpen, today }: { isOpen: boolean; today: Day },
  { limit, offset }: RowRange,
): Promise<ReconnectionTerm[]> {
  const { rows } = await sql<TermRow>`
    select t.id, c.no_contract, c.client_id, k.name as client_name, t.paid_at, t.due_on, t.cause,
      case when not t.is_open then t.reconnected_at end as reconnected_at, t.owed_again_at, t.ended_on, t.problem
    from (
      select t.*, ${isOpenTerm()} as is_open from reconnection_terms t
      where t.company_id = (select current_company()) ${isOpen ? sql`and ${isOpenTerm()}` : sql``}
      order by not ${isOpenTerm()}, t.id desc ${pageOf({ limit, offset })}
    ) t
    cross join lateral (select no_contract, client_id from contracts where company_id = t.company_id and id = t.contract_id offset 0) c
    cross join lateral (select name from clients where company_id = t.company_id and id = c.client_id offset 0) k
    order by not t.is_open, t.id desc`.execute(tx)
  return rows.map(({ client_id, client_name, paid_at, reconnected_at, owed_again_at, ...row }) => ({
    ...row,
    client: { id: client_id, name: client_name },
    paid_at: paid_at.toISOString(),
    reconnected_at: reconnected_at?.toISOString() ?? null,
    state: owed_again_at !== null ? 'owed_again' : stateOf(row, reconnected_at, today),
  }))
}

function stateOf(
  { due_on: due, ended_on }: Pick<TermRow, 'due_on' | 'ended_on'>,
  reconnectedAt: Date | null,
  today: Day,
): ReconnectionTerm['state'] {
  if (reconnectedAt !== null) return 'done'
  if (ended_on !== null) return ended_on > due ? 'late' : 'ended'
  if (today > due) return 'late'
  return due <= addBusinessDays(today, 1) ? 'near' : 'on_time'
}

export async function countTerms(tx: Tx, isOpen: boolean): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from reconnection_terms t
    where t.company_id = (select current_company()) ${isOpen ? sql`and ${isOpenTerm()}` : sql``}`.execute(tx)
  return rows[0]?.count ?? 0
}
