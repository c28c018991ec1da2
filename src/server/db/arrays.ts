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

/**
 * PostgreSQL's binary form of an array of uuid, for `unnest(${…}::uuid[])`: the server copies the bytes, which costs less than half of
 * reading the text of each one. Throws a RangeError for text that is not a uuid.
 * https://www.postgresql.org/docs/current/protocol-overview.html#PROTOCOL-FORMAT-CODES
 */
export function uuidArray(values: readonly (string | null)[]): Buffer {
  const nulls = values.filter((value) => value === null).length
  const array = Buffer.allocUnsafe(HEAD_BYTES + LENGTH_BYTES * values.length + UUID_BYTES * (values.length - nulls))
  let at = 0
  for (const word of [ONE_DIMENSION, nulls > 0 ? 1 : 0, UUID_OID, values.length, FIRST_INDEX])
    at = array.writeInt32BE(word, at)
  for (const value of values) {
    at = array.writeInt32BE(value === null ? NULL_LENGTH : UUID_BYTES, at)
    if (value !== null) at += writeUuid(array, value, at)
  }
  return array
}

/** Writing hexadecimal digits stops at another character. */
function writeUuid(array: Buffer, value: string, at: number): number {
  const digits = value.slice(0, 8) + value.slice(9, 13) + value.slice(14, 18) + value.slice(19, 23) + value.slice(24)
  const hasDashes = value[8] === '-' && value[13] === '-' && value[18] === '-' && value[23] === '-'
  if (!hasDashes || digits.length !== 2 * UUID_BYTES || array.write(digits, at, 'hex') !== UUID_BYTES)
    throw new RangeError('a key of the array is not a uuid')
  return UUID_BYTES
}

// The head of the binary form has five numbers: dimensions, whether it has nulls, type of the elements, how many, index of the first.
const HEAD_BYTES = 20
const LENGTH_BYTES = 4
const ONE_DIMENSION = 1
const FIRST_INDEX = 1
const NULL_LENGTH = -1
const UUID_BYTES = 16
const UUID_OID = 2950
