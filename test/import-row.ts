import type { Cells } from '#domain/imports/names.ts'
import { parsePreparedRow, type RowContext } from '#domain/imports/row.ts'
import { prepareRow } from '#domain/imports/source-cells.ts'

/** Reads one row as a list has it: all its errors, one for each field, or its client. */
export const parseImportRow = (raw: Cells, context: RowContext): ReturnType<typeof parsePreparedRow> =>
  parsePreparedRow(prepareRow(raw, context.profile, context.defaults), context)
