import { CompiledQuery, type Kysely } from 'kysely'
import { REPLAN_COMMENT } from './named.ts'
import type { Database } from './types.ts'

/** The rows that are read at once. These and the next ones are in memory at the same time. */
const FETCHED_ROWS = 250
const CURSOR = 'whole_list'
const FETCH = `${REPLAN_COMMENT} fetch forward ${FETCHED_ROWS} from ${CURSOR}`

/**
 * The rows of a statement, some at a time, in one pass of the database over them and in one snapshot. One such reading at a time in a
 * transaction.
 */
export async function* rowsByCursor<R>(
  tx: Pick<Kysely<Database>, 'executeQuery'>,
  { sql, parameters }: CompiledQuery<R>,
): AsyncGenerator<R[]> {
  const open = `${REPLAN_COMMENT} declare ${CURSOR} no scroll cursor for ${sql}`
  await tx.executeQuery(CompiledQuery.raw(open, [...parameters]))
  for (let isEnd = false; !isEnd; ) {
    const { rows } = await tx.executeQuery<R>(CompiledQuery.raw(FETCH))
    isEnd = rows.length < FETCHED_ROWS
    if (rows.length > 0) yield rows
  }
  await tx.executeQuery(CompiledQuery.raw(`close ${CURSOR}`))
}
