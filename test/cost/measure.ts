import type { Case, State } from './case.ts'
import type { CostContext } from './context.ts'
import { countReads } from './reads.ts'
import type { Measure } from './verdict.ts'

/** Counts what a case reads in a company; when it did not answer, the measure has its error. */
export async function measureOf(one: Case, context: CostContext, state: State): Promise<Measure> {
  const { name, per, of, limit, pages, isSmall } = one
  const common = {
    name,
    per,
    of,
    limit,
    ...(pages && { pages }),
    ...(isSmall && { isSmall }),
    state,
    size: context.size,
  }
  const allowed = await countedRows(context, one.counted ?? [])
  try {
    const act = await one.prepare(context)
    const { reads, answer: units } = await countReads(context.t, context.raw, act)
    return { ...common, units, allowed: 2 * allowed, reads, failure: null }
  } catch (error) {
    return { ...common, units: 1, allowed: 0, reads: [], failure: String(error) }
  }
}

async function countedRows({ raw, companyId }: CostContext, sources: readonly string[]): Promise<number> {
  let total = 0
  for (const source of sources) {
    const { rows } = await raw.query<{ count: number }>(
      `select count(*)::int as count from (select company_id from ${source}) counted where company_id = $1`,
      [companyId],
    )
    total += rows[0]?.count ?? 0
  }
  return total
}
