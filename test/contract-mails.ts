import { writeContractMessage } from '#server/messages/contract-message.ts'
import { sendDue } from '#server/messages/outbox.ts'
import { type BillingDesk, makeDesk, on } from './billing-desk.ts'
import type { TestApp } from './world.ts'

/** The payloads of the jobs of the emails of contracts of a company, also those that ran, in their order. */
export async function contractMailJobs(t: TestApp, companyId: string): Promise<unknown[]> {
  const { rows } = await t.owner.query<{ payload: unknown }>(
    `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'message.contract' and j.payload ->> 'company_id' = $1 order by j.id`,
    [companyId],
  )
  return rows.map(({ payload }) => payload)
}

/** Runs every job of the emails of contracts of a company, also those that ran before, and sends what they queued. */
export async function sendContractMails(
  t: TestApp,
  companyId: string,
): Promise<{ to: string; subject: string; text: string }[]> {
  for (const payload of await contractMailJobs(t, companyId)) await writeContractMessage(t.world, payload)
  t.mails.length = 0
  await sendDue(t.world)
  return t.mails.map(({ to, subject, text }) => ({ to, subject, text }))
}

/** On 5 June 2029: a contract of estrato 5 at 31,000 pesos before VAT, of a client with an email that never signed in. */
export async function makeMailed(t: TestApp): Promise<BillingDesk> {
  const desk = await makeDesk(t, { includesVat: false, stratum: 5 })
  await t.owner.query("update clients set email = 'yenny@correo.test' where id = $1", [desk.clientId])
  await t.owner.query("update companies set phone = '6045550101', email = 'ayuda@fibra.test' where id = $1", [
    desk.company.id,
  ])
  on(t, '2029-06-05')
  return desk
}
