import { type RawBuilder, sql } from 'kysely'

/**
 * PostgreSQL's text of an array, for `unnest(${…}::uuid[])`: one parameter for a whole column of a batch. The driver encodes a
 * JavaScript array in several passes, which is slow for a hundred thousand rows.
 */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** The same for text with any characters. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

/**
 * The keys of a batch as rows, for a statement that looks each of them up. As the value of a subquery the array is hidden from the
 * planner, which would plan a prepared statement anew for each one.
 */
export const keyRows = (keys: readonly string[], type: 'uuid' | 'text'): RawBuilder<unknown> =>
  sql`unnest((select ${textArray(keys)}::${sql.raw(type)}[]))`
