import type { Tx } from '#server/core/tx.ts'
import type { ClaimedDocument } from './claim.ts'

/** Why a number cannot be of a document: it is the prefix of its range, then digits. Null when it can. */
export async function numberProblem(
  tx: Tx,
  { frozen, environment }: Pick<ClaimedDocument, 'frozen' | 'environment'>,
  number: string,
): Promise<string | null> {
  const range = await tx
    .selectFrom('numbering_ranges')
    .select('prefix')
    .where('environment', '=', environment)
    .where('provider_range_id', '=', Number(frozen.range_id))
    .executeTakeFirst()
  const prefix = range?.prefix ?? ''
  if (number.startsWith(prefix) && /^\d{1,15}$/.test(number.slice(prefix.length))) return null
  return `El número que dio Factus, «${number.slice(0, 40)}», no es del rango ${prefix}.`
}
