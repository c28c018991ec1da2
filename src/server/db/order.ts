import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#domain/core/paging.ts'

/** The columns of each sort key, without direction. The last one is unique, so that a row has the same place on every page. */
export type SortColumns<Key extends string> = Readonly<Record<Key, readonly [string, ...string[]]>>

/**
 * The `order by` of a list. All the columns have the same direction, so that one index serves both directions. `isReversed`: the
 * opposite order, for a page that is read from the end.
 */
export function orderBy<Key extends string>(
  columns: SortColumns<Key>,
  sort: Sort<NoInfer<Key>>,
  isReversed = false,
): RawBuilder<unknown> {
  const found = Object.entries<readonly string[]>(columns).find(([key]) => key === sort.replace(/^-/, ''))
  if (!found) throw new Error(`no columns for the order ${sort}`)
  const direction = sort.startsWith('-') === isReversed ? 'asc' : 'desc'
  return sql.raw(found[1].map((column) => `${column} ${direction}`).join(', '))
}

/**
 * The rows of one page, for the end of a statement. Both numbers are hidden from the planner's parameters: for a limit it would
 * expect a tenth of the table, and for an offset it would plan a prepared statement anew at each execution, which takes longer than
 * the statement.
 */
export function pageOf({ limit, offset }: { readonly limit: number; readonly offset: number }): RawBuilder<unknown> {
  const size = sql`limit ${sql.lit(limit)}`
  return offset === 0 ? size : sql`${size} offset (select ${offset}::bigint)`
}
