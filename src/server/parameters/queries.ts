import { type Parameter, parameterOf } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'

const COLUMNS = ['key', 'valid_from', 'valid_to', 'value', 'unit', 'label', 'legal_basis', 'certainty', 'note'] as const

/** The full table: fewer than a hundred rows, so that one query serves every rule of a transaction. */
export async function listParameters(tx: Tx): Promise<Parameter[]> {
  const rows = await tx
    .selectFrom('regulated_parameters')
    .select(COLUMNS)
    .orderBy('key')
    .orderBy('valid_from')
    .execute()
  return rows.map(parameterOf)
}
