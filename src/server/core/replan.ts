import { sql } from 'kysely'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import type { Tx } from './tx.ts'

/**
 * Discards the plans of a connection, before a batch of many rows. A connection keeps the plans of its statements and of its foreign key
 * checks. A plan made when a table was almost empty, or for a company that the statistics do not include yet, may read a whole company
 * for each row: so each batch discards them and uses generic plans.
 */
export async function replanStatements(tx: Tx): Promise<void> {
  await sql`${REPLAN_EACH_TIME} discard plans`.execute(tx)
  await planOnce(tx)
}

/**
 * Plans each statement of a transaction once on a connection, for any values. By default PostgreSQL plans it for its own values five times
 * on each connection first, which takes longer than a short statement. Only for transactions that read and write by keys.
 */
export async function planOnce(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
}
