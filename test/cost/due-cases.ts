import { runClock } from '#server/pqr/clock.ts'
import type { Case } from './case.ts'

/** Cases whose term ends at the same midnight: in one tick. */
const DUE = 60

/**
 * The positive silence of each due case, with its row of the thread, its tasks, its events and its notices. A small table without
 * statistics may be read whole: that of the cases has 600 rows in the smaller company.
 */
export const dueCases: Case = {
  name: 'clock of cases, all due',
  per: 'case',
  of: 'all',
  limit: 4_500,
  prepare: async ({ t, raw, companyId }) => {
    await raw.query(
      `update pqr_cases set answer_by = '2026-10-13', due_at = '2026-10-14T04:59:59Z', clock_at = '2026-10-14T05:00:00Z'
       where company_id = $1 and id in (
         select id from pqr_cases where company_id = $1 and status = 'radicada' order by id limit $2)`,
      [companyId, DUE],
    )
    return () => runClock(t.world)
  },
}
