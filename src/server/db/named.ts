import { sql } from 'kysely'

export const REPLAN_COMMENT = '/* planned anew */'
/**
 * The prefix of a statement that PostgreSQL plans at each execution. For statements over many rows: their planning time is
 * negligible, and a plan for an empty table is slow for a full one.
 */
export const REPLAN_EACH_TIME = sql.raw(REPLAN_COMMENT)

/**
 * The name of a prepared statement, which each connection plans once: planning a query under row-level security costs more than
 * running it. Over the limit (texts that differ each time) a statement has no name.
 */
export function nameOf(text: string): { name?: string } {
  if (text.startsWith(REPLAN_COMMENT)) return {}
  const existing = names.get(text)
  if (existing || names.size >= STATEMENTS_MAX) return existing ?? {}
  const named = { name: `s${names.size}` }
  names.set(text, named)
  return named
}

const STATEMENTS_MAX = 1_000
const names = new Map<string, { name: string }>()
