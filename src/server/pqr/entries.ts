import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { EntryKind, PqrEntry, PqrFile, PqrTask } from '#domain/pqr/case.ts'
import { endOf, termFrom } from '#domain/pqr/deadlines.ts'
import type { PqrStatus } from '#domain/pqr/lifecycle.ts'
import { DELIVERY, VISIT_TASK } from '#domain/pqr/tasks.ts'
import type { PqrDecision } from '#domain/pqr/topics.ts'
import type { Tx } from '#server/core/tx.ts'

/** A row of the thread to write. */
export type NewEntry = {
  kind: EntryKind
  at: Date
  side: PqrEntry['side']
  author_id: string | null
  author: string
  text: string
  is_internal?: boolean
  from_status?: PqrStatus
  to_status?: PqrStatus
  decision?: PqrDecision
  /** Of an answer: the number of the case and the last day to appeal that its document states. */
  stated_reference?: string
  stated_until?: Day | null
}

/** Writes a row of the thread. Returns its id. */
export async function insertEntry(tx: Tx, caseId: string, entry: NewEntry): Promise<string> {
  const { id } = await tx
    .insertInto('pqr_entries')
    .values({ case_id: caseId, ...entry })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A row of the thread, with what its document stated: null in the rows that state nothing, and in answers of before migration 0233. */
export type ThreadEntry = PqrEntry & { stated_reference: string | null; stated_until: Day | null }

type StoredEntry = Omit<ThreadEntry, 'at'> & { at: Date }

/** The thread of a case, the first row first; without the internal rows for the client. */
export async function listEntries(tx: Tx, caseId: string, withInternal: boolean): Promise<ThreadEntry[]> {
  const { rows } = await sql<StoredEntry>`
    select id, kind, at, side, author, text, is_internal, from_status, to_status, decision, stated_reference, stated_until from pqr_entries
    where company_id = (select current_company()) and case_id = ${caseId} ${withInternal ? sql`` : sql`and not is_internal`}
    order by id`.execute(tx)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export async function listFiles(
  tx: Tx,
  caseId: string,
  withInternal: boolean,
): Promise<(PqrFile & { stored: string })[]> {
  const rows = await tx
    .selectFrom('pqr_files')
    .select(['id', 'name', 'kind', 'bytes', 'is_internal', 'added_at', 'added_by', 'stored'])
    .where('case_id', '=', caseId)
    .$if(!withInternal, (query) => query.where('is_internal', '=', false))
    .orderBy('id')
    .execute()
  return rows.map(({ kind, added_at, ...row }) => ({
    ...row,
    type: kind === 'pdf' ? 'application/pdf' : 'image/webp',
    added_at: added_at.toISOString(),
  }))
}

export async function listTasks(tx: Tx, caseId: string): Promise<PqrTask[]> {
  const rows = await tx
    .selectFrom('pqr_tasks')
    .select(['id', 'text', 'due_at', 'done_at', 'done_by', 'is_stopped'])
    .where('case_id', '=', caseId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    due_at: row.due_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
  }))
}

/** Ends the open tasks that deliver an answer of a case. */
export async function finishDeliveries(tx: Tx, caseId: string, { at, by }: { at: Date; by: string }): Promise<void> {
  await tx
    .updateTable('pqr_tasks')
    .set({ done_at: at, done_by: by })
    .where('case_id', '=', caseId)
    .where('done_at', 'is', null)
    .where(sql<boolean>`starts_with(text, ${DELIVERY})`)
    .execute()
}

/** Whether a case has a task with this text that is not done. */
export async function hasOpenTask(tx: Tx, caseId: string, text: string): Promise<boolean> {
  const row = await tx
    .selectFrom('pqr_tasks')
    .select('id')
    .where('case_id', '=', caseId)
    .where('text', '=', text)
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Adds tasks to a case, each once while it is not done: a later decision may order the same again. */
export async function insertTasks(tx: Tx, caseId: string, texts: readonly string[], due_at: Date): Promise<void> {
  if (texts.length === 0) return
  await tx
    .insertInto('pqr_tasks')
    .values(texts.map((text) => ({ case_id: caseId, text, due_at })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Business days in which the desk plans the visit of a technical case. */
const VISIT_DAYS = 1

/** The work order of a case on a technical subject about a contract (R3.14). */
export const openVisitTask = (tx: Tx, caseId: string, today: Day): Promise<void> =>
  insertTasks(tx, caseId, [VISIT_TASK], endOf(termFrom(today, VISIT_DAYS)))

/**
 * Ends the open tasks of a case with these texts, which a step of it did. `is_stopped`: they were not done, and are not needed any more.
 */
export async function endTasks(
  tx: Tx,
  caseId: string,
  texts: readonly string[],
  { at, by, is_stopped = false }: { at: Date; by: string; is_stopped?: boolean },
): Promise<void> {
  if (texts.length === 0) return
  await tx
    .updateTable('pqr_tasks')
    .set({ done_at: at, done_by: by, is_stopped })
    .where('case_id', '=', caseId)
    .where('text', 'in', texts)
    .where('done_at', 'is', null)
    .execute()
}
