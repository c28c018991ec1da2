import { storable } from '#domain/core/storable.ts'
import type { Tx } from '#server/core/tx.ts'
import type { ClaimedDocument } from './claim.ts'

/** Why a number cannot be of a document: it is the prefix of its range, then a number within it. Null when it can. */
export async function numberProblem(
  tx: Tx,
  { frozen, environment }: Pick<ClaimedDocument, 'frozen' | 'environment'>,
  number: string,
): Promise<string | null> {
  const range = await tx
    .selectFrom('numbering_ranges')
    .select(['prefix', 'from_number', 'to_number'])
    .where('environment', '=', environment)
    .where('provider_range_id', '=', Number(frozen.range_id))
    .executeTakeFirst()
  const prefix = range?.prefix ?? ''
  const digits = number.startsWith(prefix) ? number.slice(prefix.length) : ''
  const isIn =
    Number(digits) >= (range?.from_number ?? 0) && Number(digits) <= (range?.to_number ?? Number.MAX_SAFE_INTEGER)
  if (/^\d{1,15}$/.test(digits) && isIn) return null
  return `El número que dio Factus, «${storable(number, 40)}», no es del rango ${prefix}.`
}
