import { type Day, day } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { closedDayCopy, isOpenDay, postingDay } from '#domain/ledger/open-day.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'

/** The last closed day of the company's books; null when no day is closed. */
export async function getClosedThrough(tx: Tx): Promise<Day | null> {
  const last = await tx
    .selectFrom('book_closings')
    .select('closed_through')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.closed_through ?? null
}

/** The day on which a document is posted: its own day, or today when its day is already closed. */
export const openDay = async (tx: Tx, natural: Day, today: Day): Promise<Day> =>
  natural === today ? today : postingDay(natural, await getClosedThrough(tx), today)

/** Throws a Refusal 'conflict' on a field of the body when its day is closed. */
export async function assertOpenDay(tx: Tx, natural: Day, field: string): Promise<void> {
  const closed = await getClosedThrough(tx)
  if (closed !== null && !isOpenDay(natural, closed)) throw refuseField('conflict', field, closedDayCopy(closed))
}

/** The SQLSTATE of refuse_closed_day (db/migrations/0050_book_closings.sql). */
const CLOSED_DAY = 'EN001'

/** The error of an insertion of entries; a Refusal 'conflict' when the journal refused a closed day. */
export function closedDayRefusal(error: unknown): unknown {
  if (sqlState(error) !== CLOSED_DAY) return error
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : ''
  return new Refusal('conflict', closedDayCopy(day(detail)))
}
