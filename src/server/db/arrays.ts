/**
 * PostgreSQL's text of an array, for `unnest(${…}::uuid[])`: one parameter for a whole column of a batch. The driver encodes a
 * JavaScript array in several passes, which is slow for a hundred thousand rows.
 */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** The same for text with any characters. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
