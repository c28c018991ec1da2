import type { Insertable } from 'kysely'
import type { ParameterChange } from '#domain/parameters/new-value.ts'
import { type Parameter, parameterOf } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import type { RegulatedParametersTable } from '#server/db/types.ts'

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

/** Writes a value after the change that it makes to the others of its key (changeOf). */
export async function writeParameter(
  tx: Tx,
  parameter: Insertable<RegulatedParametersTable>,
  { replaced, shortened }: ParameterChange,
): Promise<void> {
  const { key } = parameter
  if (replaced) {
    await tx
      .deleteFrom('regulated_parameters')
      .where('key', '=', key)
      .where('valid_from', '=', replaced.valid_from)
      .execute()
  }
  if (shortened) {
    await tx
      .updateTable('regulated_parameters')
      .set({ valid_to: shortened.valid_to })
      .where('key', '=', key)
      .where('valid_from', '=', shortened.parameter.valid_from)
      .execute()
  }
  await tx.insertInto('regulated_parameters').values(parameter).execute()
}
