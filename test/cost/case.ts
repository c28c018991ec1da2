import type { CostContext } from './context.ts'

/** An operation whose cost is counted. */
export type Case = {
  name: string
  /** What the cost is counted for: a page, an invoice. */
  per: string
  /** Whether the operation reads a page of a fixed size or all the rows. */
  of: 'page' | 'all'
  /** Rows and index entries that may be read for each. */
  limit: number
  /** Pages that may be read for each, instead of about as many as with a tenth of the contracts. */
  pages?: number
  /** The rows of the company that are counted for the total of a list, as SQL after `from`: each may be read once, with its index entry. */
  counted?: readonly string[]
  /**
   * The case reads a table that is small even in the large company. Without statistics PostgreSQL expects one row of 200 of such a table
   * and may read and sort it whole. The case is therefore measured with ten times its rows too, where it reads a page.
   */
  isSmall?: true
  /** Prepares the operation, without counting. Returns the counted operation, which answers how many of `per` it did. */
  prepare(context: CostContext): Promise<() => Promise<number>>
}

/** Without the statistics that `analyze` gathers, the same with ten times the rows in the small tables, and with statistics. */
export type State = 'no statistics' | 'grown' | 'analyzed'
