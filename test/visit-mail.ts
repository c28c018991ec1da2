import { sendDue } from '#server/messages/outbox.ts'
import { writeVisitMessage } from '#server/messages/visit-message.ts'
import type { TestApp } from './world.ts'

/** Runs the jobs of the emails of visits of a company. Returns the subjects of what was sent. */
export async function writeVisitMail(t: TestApp, companyId: string): Promise<string[]> {
  const { rows } = await t.owner.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'message.visit' and j.payload ->> 'company_id' = $1 order by j.id`,
    [companyId],
  )
  for (const { payload } of rows) await writeVisitMessage(t.world, payload)
  t.mails.length = 0
  await sendDue(t.world)
  return t.mails.map(({ subject }) => subject)
}
