import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { DAY_MS, HOUR_MS } from '#domain/core/durations.ts'
import type { World } from '#server/core/context.ts'
import type { Scope, Tx } from '#server/core/tx.ts'
import { applyOutage } from '#server/outages/apply.ts'
import { insertPlaces, updateTimes } from '#server/outages/place-queries.ts'
import { insertOutage } from '#server/outages/queries.ts'
import { inDemoTransaction } from './transaction.ts'

/**
 * Two outages of a company, in the municipalities with most and second most contracts: one of nine hours that ended last week, with
 * its compensation, and one since two hours ago.
 */
export async function simulateOutages(world: World, scope: Scope, today: Day): Promise<void> {
  const now = Date.parse(`${today}T15:00:00Z`)
  const start = Math.min(now, world.clock().getTime())
  const ids = await inDemoTransaction(world, scope, async (tx) => {
    const [first, second] = await listMunicipalities(tx)
    if (!first) return []
    const created_by = 'La demostración'
    const started_at = new Date(start - 6 * DAY_MS)
    const ended = await insertOutage(tx, {
      cause: 'Corte de la fibra por una obra en la vía',
      started_at,
      expected_end_at: null,
      is_notified: false,
      created_by,
    })
    const nine = { started_at, ended_at: new Date(started_at.getTime() + 9 * HOUR_MS), created_by }
    await insertPlaces(tx, ended, [{ ...first, ...nine }])
    await updateTimes(tx, ended)
    if (!second) return [ended]
    const since = new Date(start - 2 * HOUR_MS)
    const open = await insertOutage(tx, {
      cause: 'Falla de energía en el nodo',
      started_at: since,
      expected_end_at: new Date(start + 3 * HOUR_MS),
      is_notified: false,
      created_by,
    })
    await insertPlaces(tx, open, [{ ...second, started_at: since, created_by }])
    return [ended, open]
  })
  for (const outage_id of ids) await applyOutage(world, { company_id: scope.companyId, outage_id })
}

type Municipality = { municipality_code: string; department: string; city: string; device_id: null; device_name: null }

async function listMunicipalities(tx: Tx): Promise<Municipality[]> {
  const { rows } = await sql<Municipality>`
    select municipality_code, department, city, null::uuid as device_id, null as device_name from contracts
    where company_id = (select current_company()) and status = 'active'
    group by municipality_code, department, city order by count(*) desc, municipality_code limit 2`.execute(tx)
  return rows
}
