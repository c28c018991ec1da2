import { agreementTasks } from '#server/collections/agreed-days.ts'
import type { TestApp } from './world.ts'

/** Runs the waiting jobs of the agreements of a company, and removes them. Returns how many there were. */
export async function runAgreementJobs(t: TestApp, companyId: string): Promise<number> {
  const { rows } = await t.owner.query<{ payload: unknown }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
     where k.id = j.task_id and k.identifier = 'collection.agreed' and j.payload ->> 'company_id' = $1 returning j.payload`,
    [companyId],
  )
  for (const { payload } of rows) await agreementTasks['collection.agreed'](t.world, payload)
  return rows.length
}
