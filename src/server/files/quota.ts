import { sql } from 'kysely'
import { MEGABYTE } from '#domain/core/megabytes.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Tx } from '#server/core/tx.ts'
import { claimFile, lockFiles } from './storing.ts'

/** A file in the folder of a company: its name without the ending, its size, and its announcement (storing.ts). */
export type StoredFile = { name: string; bytes: number; storing: string }

/**
 * Counts a new file of a company, in the transaction in which a row refers to it. Throws a refusal on `field` when the files of the
 * company have more bytes than it may store. Count out what the file replaces before.
 */
export async function countInFile(tx: Tx, companyId: string, file: StoredFile, field: string): Promise<void> {
  // Also locks the files of the company: two uploads at the same time would each fit alone.
  await claimFile(tx, companyId, file)
  const { rows } = await sql<{ stored: number; max: number }>`
    with counted as (
      insert into stored_files (company_id, name, bytes) values (${companyId}, ${file.name}, ${file.bytes})
      on conflict do nothing returning bytes
    )
    select (coalesce(t.bytes, 0) + coalesce((select bytes from counted), 0))::float8 as stored, c.files_max_bytes::float8 as max
    from companies c left join stored_totals t on t.company_id = c.id where c.id = ${companyId}`.execute(tx)
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
  // First the files of the company, then their total: in the order of a new file, or two changes would wait for each other.
  await lockFiles(tx, companyId)
  await tx.deleteFrom('stored_files').where('company_id', '=', companyId).where('name', '=', name).execute()
}

/** The key below the company of an uploaded picture or document, by its address. Undefined for an address of another form. */
export function keyOfUrl(url: string): string | undefined {
  const name = storedNameOf(url)
  if (name === undefined) return undefined
  return url.endsWith('.pdf') ? `registration/${name}.pdf` : `images/${name}.webp`
}

/** '9f…' of '/api/image/<company>/9f….webp' and of '…/files/updated_rut-9f….pdf': the name of a file in an address of it. */
export const storedNameOf = (url: string): string | undefined => /([0-9a-f]{64})\.\w+$/.exec(url)?.[1]
