import { sql } from 'kysely'
import { brandOf } from '#domain/core/brand.ts'
import { dayOf, instantLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { World } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { outageEmail } from '#server/documents/outage-email.ts'
import { commonFields, readSender } from '#server/messages/compose.ts'
import { insertMessages } from '#server/messages/queries.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { lockOutage } from './queries.ts'

/** Queues the email of an outage to the clients of some of its contracts: one to each client, also with several contracts. */
export async function writeOutageMessages(
  tx: Tx,
  world: World,
  outageId: string,
  contracts: readonly string[],
): Promise<void> {
  const outage = await lockOutage(tx, outageId)
  if (!outage?.is_notified || outage.cancelled_at !== null) return
  const sender = await readSender(tx)
  const now = world.clock()
  const minutes = valueInForce(await readParameters(tx), 'service.outage_threshold', dayOf(now))
  const { city, cause, started_at, expected_end_at, ended_at } = outage
  const content = {
    companyName: sender.name,
    brand: brandOf(sender.color_code),
    city,
    cause,
    since: instantLabel(started_at),
    expected: expected_end_at && instantLabel(expected_end_at),
    ended: ended_at && instantLabel(ended_at),
    hours: String(Math.round((minutes / 60) * 10) / 10).replace('.', ','),
    url: `${world.config.publicUrl}${paths.dashboard}`,
  }
  const recipients = await listRecipients(tx, contracts)
  await insertMessages(
    tx,
    recipients.map(({ id, name, email }) => ({
      ...commonFields(sender, email, outageEmail({ ...content, clientName: name }), now),
      kind: 'outage' as const,
      category: 'transaccional' as const,
      client_id: id,
      invoice_id: null,
      dedupe: `outage:${outageId}:${id}`,
    })),
  )
}

async function listRecipients(
  tx: Tx,
  contracts: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select distinct k.id, k.name, k.email from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    where c.company_id = (select current_company()) and c.id = any (${uuidArray(contracts)}::uuid[]) and k.email is not null`.execute(
    tx,
  )
  return rows
}
