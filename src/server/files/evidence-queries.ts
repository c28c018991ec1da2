import { type InsertQueryBuilder, type InsertResult, type Kysely, sql } from 'kysely'
import type { Tx } from '#server/core/tx.ts'
import type { Database } from '#server/db/types.ts'
import type { EvidenceKind } from './evidence.ts'

/** A photo or a signature. `report_id`: the report that names it; null while none does. */
export type EvidenceFile = {
  id: string
  name: string
  kind: EvidenceKind
  uploaded_by: string
  report_id: string | null
}

/** The statement that inserts a file. */
export const insertEvidence = (
  db: Kysely<Database>,
  file: { id: string; name: string; kind: EvidenceKind; uploaded_by: string },
): InsertQueryBuilder<Database, 'evidence_files', InsertResult> => db.insertInto('evidence_files').values(file)

export const getEvidence = (tx: Tx, id: string): Promise<EvidenceFile | undefined> =>
  tx
    .selectFrom('evidence_files')
    .select(['id', 'name', 'kind', 'uploaded_by', 'report_id'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The files with these ids, locked until the end of the transaction: another report that names one of them waits. */
export const lockEvidence = (tx: Tx, ids: readonly string[]): Promise<EvidenceFile[]> =>
  tx
    .selectFrom('evidence_files')
    .select(['id', 'name', 'kind', 'uploaded_by', 'report_id'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Marks the files as those of a report, for ever. */
export async function updateEvidenceReport(tx: Tx, ids: readonly string[], reportId: string): Promise<void> {
  await tx.updateTable('evidence_files').set({ report_id: reportId }).where('id', 'in', ids).execute()
}

/** Deletes the rows of files that no report named before an instant; returns how many. Their objects are orphans then. */
export async function deleteUnusedEvidence(tx: Tx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    with unused as (
      select id from evidence_files where company_id = (select current_company()) and report_id is null and created_at < ${before}
      order by created_at limit ${limit} for update skip locked
    ), deleted as (
      delete from evidence_files where company_id = (select current_company()) and id in (select id from unused) returning name
    ), counted_out as (
      delete from stored_files where company_id = (select current_company()) and name in (select name from deleted)
    )
    select name from deleted`.execute(tx)
  return rows.length
}
