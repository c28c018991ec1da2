import { MEGABYTE } from '#domain/core/megabytes.ts'
import { refuseField } from '#domain/core/refusal.ts'
import { sqlState, type Tx } from '#server/core/tx.ts'
import { claimFile, claimRefusal, lockFiles, type StoredFile } from './storing.ts'

/** The SQLSTATE of claim_file (db/migrations/0428_claim_file_refuses.sql) over the limit of a company. */
const OVER_LIMIT = 'EN003'

/**
 * Counts a new file of a company, in the transaction in which a row refers to it. Throws a refusal on `field` when the files of the
 * company have more bytes than it may store. Count out what the file replaces before.
 */
export async function countInFile(tx: Tx, companyId: string, file: StoredFile, field: string): Promise<void> {
  await claimFile(tx, companyId, file).catch((error: unknown) => {
    throw countRefusal(error, field)
  })
}

/** The error of a claim of a file that counts; a refusal on `field` when the company would store more than its limit. */
export function countRefusal(error: unknown, field: string): unknown {
  if (sqlState(error) !== OVER_LIMIT) return claimRefusal(error)
  const max = error instanceof Error && 'detail' in error ? Number(error.detail) : 0
  return refuseField(
    'limit_reached',
    field,
    `Tu empresa llegó a su límite de ${Math.floor(max / MEGABYTE)} MB de fotos y documentos: quita alguno o pide más espacio a soporte`,
  )
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
