import { sql } from 'kysely'

const REPLAN_COMMENT = '/* planned anew */'
/**
 * Begins the text of a statement that is planned at each execution. For one that handles many rows: planning costs it nothing, and
 * a plan that was made while a table was empty is no plan for the full one.
 */
export const PLANNED_ANEW = sql.raw(REPLAN_COMMENT)

/**
 * The name under which each connection keeps a statement once it was planned: planning a query below row-level security costs
 * more than running it. Past the limit (texts made anew each time) a statement goes without.
 */
export function nameOf(text: string): { name?: string } {
  if (text.startsWith(REPLAN_COMMENT)) return {}
  const known = names.get(text)
  if (known || names.size >= STATEMENTS_MAX) return known ?? {}
  const named = { name: `s${names.size}` }
  names.set(text, named)
  return named
}

const STATEMENTS_MAX = 1_000
const names = new Map<string, { name: string }>()
