import type { BookClosing } from '#domain/accounting/closing.ts'
import type { Day } from '#domain/core/days.ts'
import type { Tx } from '#server/core/tx.ts'

/** The changes of the closing day that are shown. */
const CLOSINGS_MAX = 100

/** The changes of the closing day, the last one first. */
export async function listClosings(tx: Tx): Promise<BookClosing[]> {
  const rows = await tx
    .selectFrom('book_closings')
    .select(['position', 'closed_through', 'reason', 'actor_name', 'created_at'])
    .orderBy('position', 'desc')
    .limit(CLOSINGS_MAX)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }))
}

export async function insertClosing(
  tx: Tx,
  closing: { position: number; closed_through: Day | null; reason: string | null },
): Promise<BookClosing> {
  const { created_at, ...row } = await tx
    .insertInto('book_closings')
    .values({ ...closing, actor_name: tx.scope.actorName })
    .returning(['position', 'closed_through', 'reason', 'actor_name', 'created_at'])
    .executeTakeFirstOrThrow()
  return { ...row, created_at: created_at.toISOString() }
}
