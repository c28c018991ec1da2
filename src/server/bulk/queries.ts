import { type Selectable, sql } from 'kysely'
import type { BulkAction, BulkItem, BulkJob } from '#domain/bulk/bulk.ts'
import { newId } from '#server/core/ids.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { textArray, uuidArray } from '#server/db/arrays.ts'
import { pageOf } from '#server/db/order.ts'
import type { Database } from '#server/db/types.ts'

const COLUMNS = [
  'id',
  'action',
  'status',
  'total',
  'done',
  'failed',
  'problem',
  'file_name',
  'undone',
  'actor_name',
  'created_at',
  'finished_at',
] as const

type JobRow = Pick<Selectable<Database['bulk_jobs']>, (typeof COLUMNS)[number]>

const jobOf = ({ actor_name, created_at, finished_at, ...row }: JobRow): BulkJob => ({
  ...row,
  asked_by: actor_name,
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})

type NewJob = {
  action: BulkAction
  query: string
  actor: { id: string; name: string; role: string }
  items: readonly Pick<BulkItem, 'id' | 'name'>[]
}

/** Creates a job and its items. Undefined when the company has an open job. */
export async function insertJob(tx: Tx, { action, query, actor, items }: NewJob): Promise<BulkJob | undefined> {
  const id = newId()
  const row = await tx
    .insertInto('bulk_jobs')
    .values({
      id,
      action,
      query,
      total: items.length,
      actor_id: actor.id,
      actor_name: actor.name,
      actor_role: actor.role,
    })
    .onConflict((on) => on.doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  if (!row) return undefined
  await sql`
    insert into bulk_items (job_id, position, subject_id, name)
    select ${id}, n.position, n.id, n.name
    from unnest(${uuidArray(items.map((item) => item.id))}::uuid[], ${textArray(items.map((item) => item.name))}::text[])
      with ordinality n (id, name, position)`.execute(tx)
  return jobOf(row)
}

const JOBS_MAX = 20

export async function listJobs(tx: Tx): Promise<BulkJob[]> {
  const rows = await tx.selectFrom('bulk_jobs').select(COLUMNS).orderBy('id', 'desc').limit(JOBS_MAX).execute()
  return rows.map(jobOf)
}

export async function getJob(tx: Tx, id: string): Promise<BulkJob | undefined> {
  const row = await tx.selectFrom('bulk_jobs').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && jobOf(row)
}

/** Cancels an open job. Undefined when it is over. */
export async function cancelJob(tx: Tx, id: string): Promise<BulkJob | undefined> {
  const row = await tx
    .updateTable('bulk_jobs')
    .set({ status: 'cancelled', finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && jobOf(row)
}

/** Saves that a finished job was undone, once. Undefined when it was before, or is not over. */
export async function saveUndone(tx: Tx, id: string, undone: number): Promise<BulkJob | undefined> {
  const row = await tx
    .updateTable('bulk_jobs')
    .set({ undone })
    .where('id', '=', id)
    .where('undone', 'is', null)
    .where('status', 'not in', ['queued', 'running'])
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && jobOf(row)
}

type ItemFilter = { jobId: string; outcome: BulkItem['outcome'] | null }

const itemsOf = (tx: Tx, { jobId, outcome }: ItemFilter) => {
  const all = tx.selectFrom('bulk_items').where('job_id', '=', jobId)
  return outcome === null ? all : all.where('outcome', '=', outcome)
}

export const listItems = (tx: Tx, filter: ItemFilter, range: RowRange): Promise<BulkItem[]> =>
  itemsOf(tx, filter)
    .select(['subject_id as id', 'name', 'outcome', 'reason'])
    .orderBy('position')
    .modifyEnd(pageOf(range))
    .execute()

export async function countItems(tx: Tx, filter: ItemFilter): Promise<number> {
  const { count } = await itemsOf(tx, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
