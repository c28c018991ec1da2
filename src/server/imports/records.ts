import { sql } from 'kysely'
import { DONE_IMPORTS_MAX, type DoneImport } from '#domain/imports/api.ts'
import { SOURCES } from '#domain/imports/sources.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { isEqual, type Target } from './settle-rows.ts'

/** Stores the rows of an import with the clients and contracts that it wrote, and the code of each in the other system. */
export async function insertRecords(
  tx: Tx,
  { id, source }: { id: string; source: string },
  targets: readonly Target[],
): Promise<void> {
  const rows = targets
    .filter((target) => !isEqual(target))
    .flatMap(({ clientId, isNew, services }) => services.map((service) => ({ ...service, clientId, isNew })))
  if (rows.length === 0) return
  const column = (value: (row: (typeof rows)[number]) => string | number | null) => plainArray(rows.map(value))
  await sql`
    insert into import_records (import_id, source, line, external_id, client_id, contract_id, is_client_new, is_contract_new, cells)
    select ${id}::uuid, ${source}, r.* from unnest(${column(({ line }) => line)}::int[],
      ${textArray(rows.map(({ row }) => row.external_id))}::text[], ${column(({ clientId }) => clientId)}::uuid[],
      ${column(({ contractId }) => contractId)}::uuid[], ${column(({ isNew }) => String(isNew))}::boolean[],
      ${column(({ isContractNew }) => String(isContractNew))}::boolean[],
      ${textArray(rows.map(({ raw }) => JSON.stringify(raw)))}::jsonb[]) r`.execute(tx)
}

/** The source of an upload of old invoices. */
export const OPENING_SOURCE = 'openings'

/** Stores the rows of an upload of old invoices with their clients, which it did not create. */
export async function insertOpeningRecords(
  tx: Tx,
  id: string,
  rows: readonly { line: number; clientId: string; raw: readonly string[] }[],
): Promise<void> {
  await sql`
    insert into import_records (import_id, source, line, client_id, is_client_new, is_contract_new, cells)
    select ${id}::uuid, ${OPENING_SOURCE}, r.line, r.client_id, false, false, r.cells
    from unnest(${plainArray(rows.map(({ line }) => line))}::int[], ${plainArray(rows.map(({ clientId }) => clientId))}::uuid[],
      ${textArray(rows.map(({ raw }) => JSON.stringify(raw)))}::jsonb[]) r (line, client_id, cells)`.execute(tx)
}

/** The last imports of the company, the newest first. */
export async function listImports(tx: Tx): Promise<DoneImport[]> {
  const rows = await tx
    .selectFrom('client_imports')
    .select((eb) => [
      'id',
      'file_name',
      'source',
      'created',
      'updated',
      eb.fn<number>('jsonb_array_length', [sql`refused -> 'rows'`]).as('refused'),
      'created_at',
      'undone_at',
    ])
    .orderBy('id', 'desc')
    .limit(DONE_IMPORTS_MAX)
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.source === OPENING_SOURCE ? 'invoices' : 'clients',
    source: SOURCES.find(({ id }) => id === row.source)?.name ?? null,
    created_at: row.created_at.toISOString(),
    undone_at: row.undone_at?.toISOString() ?? null,
  }))
}
