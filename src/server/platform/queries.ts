import { sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'

/** Throws when the database does not answer or is not migrated. */
export const getReadiness = (tx: Tx) => sql`select 1 from companies limit 1`.execute(tx)

/** The work that failed in all companies, from small indexes. */
export async function readWork(tx: Tx): Promise<Work> {
  const { rows } = await sql<Work>`
    select stuck_jobs()::int as stuck_jobs, set_aside_jobs()::int as set_aside_jobs,
      (select count(*)::int from messages where status in ('failed', 'unknown')) as undelivered`.execute(tx)
  return rows[0] ?? { stuck_jobs: 0, set_aside_jobs: 0, undelivered: 0 }
}

type Work = { stuck_jobs: number; set_aside_jobs: number; undelivered: number }

export const getMaintenance = (tx: Tx) =>
  tx.selectFrom('maintenance').select(['active', 'message', 'until']).executeTakeFirstOrThrow()

export const updateMaintenance = (tx: Tx, state: { active: boolean; message: string; until: Date | null }) =>
  tx
    .updateTable('maintenance')
    .set({ ...state, updated_at: new Date() })
    .returning(['active', 'message', 'until'])
    .executeTakeFirstOrThrow()

/** Deletes idempotency keys after a week: a request is not repeated later. */
export const deleteOldReplies = (tx: Tx) =>
  tx.deleteFrom('idempotency_keys').where('created_at', '<', sql<Date>`now() - interval '7 days'`).execute()
