import { sql } from 'kysely'
import { MEGABYTE } from '#domain/core/megabytes.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'

/** A file in the folder of a company: its name without the ending, and its size. */
export type StoredFile = { name: string; bytes: number }

/**
 * Counts a new file of a company, in the transaction in which a row refers to it. Throws a refusal on `field` when the files of the
 * company have more bytes than it may store. Count out what the file replaces before.
 */
export async function countInFile(tx: Tx, companyId: string, file: StoredFile, field: string): Promise<void> {
  // Two uploads at the same time would each fit alone.
  await tx.lock('files')
  await tx
    .insertInto('stored_files')
    .values({ company_id: companyId, ...file })
    .onConflict((on) => on.doNothing())
    .execute()
  const { rows } = await sql<{ stored: number; max: number }>`
    select coalesce(sum(f.bytes), 0)::float8 as stored, c.files_max_bytes::float8 as max
    from companies c left join stored_files f on f.company_id = c.id where c.id = ${companyId} group by c.id`.execute(
    tx,
  )
  const [total] = rows
  if (total && total.stored > total.max) {
    throw refuseField(
      'limit_reached',
      field,
      `Tu empresa llegó a su límite de ${Math.floor(total.max / MEGABYTE)} MB de fotos y documentos: quita alguno o pide más espacio a soporte`,
    )
  }
}

/** A deleted file of a company does not count any more. */
export async function countOutFile(tx: Tx, companyId: string, name: string): Promise<void> {
  await tx.deleteFrom('stored_files').where('company_id', '=', companyId).where('name', '=', name).execute()
}

/** '9f…' of '/api/image/<company>/9f….webp' and of '…/files/updated_rut-9f….pdf': the name of a file in an address of it. */
export const storedNameOf = (url: string): string | undefined => /([0-9a-f]{64})\.\w+$/.exec(url)?.[1]

/** The counted files of the transaction's company. */
export async function listCountedFiles(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('stored_files').select('name').execute()
  return rows.map(({ name }) => name)
}

/**
 * Counts files of the transaction's company that are not counted yet, also above the maximum, and counts others out: not those of the
 * last hour, which may be newer than what the caller knows.
 */
export async function updateCountedFiles(
  tx: Tx,
  missing: readonly StoredFile[],
  unused: readonly string[],
): Promise<void> {
  if (missing.length > 0)
    await tx
      .insertInto('stored_files')
      .values([...missing])
      .onConflict((on) => on.doNothing())
      .execute()
  if (unused.length > 0)
    await sql`
      delete from stored_files where company_id = (select current_company()) and name = any (${plainArray(unused)})
        and created_at < now() - interval '1 hour'`.execute(tx)
}
