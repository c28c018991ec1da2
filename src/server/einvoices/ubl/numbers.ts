import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { Environment } from '#domain/core/environment.ts'
import type { FrozenDocument } from '#domain/einvoices/document.ts'
import type { Tx } from '#server/core/tx.ts'
import { setNextFileNumber } from '#server/integrations/range-queries.ts'

/** The range of a document: the authorisation that its file names, and its sealed technical key. */
export type NumberedRange = {
  prefix: string
  from_number: number | null
  to_number: number | null
  resolution: string | null
  starts_on: Day | null
  ends_on: Day | null
  sealed_key: Buffer | null
  provider_range_id: number
}

/** The number of a document and its range. */
export type TakenNumber = { number: string; range: NumberedRange }

/**
 * The number of a document: the one that it has, which is of the range it is frozen with, or the next one of that range. Both are written in one transaction, so that a process that
 * is killed neither uses a number twice nor leaves one out. Null when the range has no number left.
 */
export async function takeNumber(
  tx: Tx,
  { reference, range_id }: FrozenDocument,
  environment: Environment,
): Promise<TakenNumber | null> {
  const { rows: locked } = await sql<{ id: string; file_number: string | null }>`
    select id, file_number from electronic_documents
    where company_id = (select current_company()) and reference = ${reference} and not is_trial for update`.execute(tx)
  const document = locked[0]
  if (!document) throw new Error('a document without a row cannot be numbered')
  const { rows: ranges } = await sql<NumberedRange & { next_number: number; is_active: boolean }>`
    select prefix, from_number, to_number, next_number, resolution, starts_on, ends_on, sealed_key, provider_range_id, is_active
    from numbering_ranges
    where company_id = (select current_company()) and provider = 'ubl_file' and environment = ${environment}
      and provider_range_id = ${Number(range_id)}
    for update`.execute(tx)
  const range = ranges[0]
  if (!range) return null
  if (document.file_number !== null) return { number: document.file_number, range }
  if (!range.is_active || (range.to_number !== null && range.next_number > range.to_number)) return null
  const number = `${range.prefix}${range.next_number}`
  await setNextFileNumber(tx, environment, range.provider_range_id, range.next_number + 1)
  await tx
    .updateTable('electronic_documents')
    .set({ file_number: number, file_range_id: range.provider_range_id })
    .where('id', '=', document.id)
    .execute()
  return { number, range }
}
