import { sql } from 'kysely'
import { type Money, ZERO } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'

/** The debt of a client before an invoice. The disputed amount is apart, because it is not collected (R2.15). */
export type PreviousDebt = { previous_balance: Money; previous_disputed: Money }

/**
 * The debt of each client, without the clients that have none. Each client is looked up by key,
 * with any statistics.
 */
export async function listPreviousDebts(tx: Tx, clients: readonly string[]): Promise<Map<string, PreviousDebt>> {
  const { rows } = await sql<PreviousDebt & { client_id: string }>`${REPLAN_EACH_TIME}
    select key.id as client_id, i.previous_balance, i.previous_disputed from unnest(${uuidArray(clients)}::uuid[]) key (id) cross join lateral (
      select sum(balance - disputed_amount)::bigint as previous_balance, sum(disputed_amount)::bigint as previous_disputed from invoices
      where company_id = (select current_company()) and client_id = key.id and balance > 0
    ) i where i.previous_balance is not null`.execute(tx)
  return new Map(rows.map(({ client_id, ...debt }) => [client_id, debt]))
}

const NO_DEBT: PreviousDebt = { previous_balance: ZERO, previous_disputed: ZERO }

export const previousDebtOf = (debts: ReadonlyMap<string, PreviousDebt>, clientId: string): PreviousDebt =>
  debts.get(clientId) ?? NO_DEBT
