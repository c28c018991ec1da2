/**
 * PostgreSQL's text of an array, for `unnest(${…}::uuid[])`: one parameter for a whole column of a batch. The driver's own
 * encoding of a JavaScript array visits each value several times, which shows at a hundred thousand rows.
 */
export const plainArray = (values: readonly (string | number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** The same for text of any content. */
export const textArray = (values: readonly (string | null)[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${value.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`
