import { outageApi } from '#domain/outages/api.ts'
import { applyOutage } from '#server/outages/apply.ts'
import type { Company, Person, TestApp } from './world.ts'

/** Announces an outage of Medellín that begins now. Returns its id. */
export async function announceOutage(t: TestApp, by: Person): Promise<string> {
  const outage = { department: 'Antioquia', city: 'Medellín', cause: 'Corte de la fibra', is_notified: false }
  const body = { outage: { ...outage, started_at: t.world.clock().toISOString() } }
  return (await by.call(outageApi.announce, { body })).data.id
}

/** Runs every waiting job of the outages of a company. */
export async function applyOutages(t: TestApp, { company }: { company: Company }): Promise<void> {
  const { rows } = await t.owner.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'outage.apply' and j.payload ->> 'company_id' = $1 order by j.id`,
    [company.id],
  )
  for (const { payload } of rows) await applyOutage(t.world, payload)
}
