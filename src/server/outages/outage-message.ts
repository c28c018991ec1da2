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
  const { cause, expected_end_at } = outage
  const content = {
    companyName: sender.name,
    brand: brandOf(sender.color_code),
    cause,
    expected: expected_end_at && instantLabel(expected_end_at),
    hours: String(Math.round((minutes / 60) * 10) / 10).replace('.', ','),
    url: `${world.config.publicUrl}${paths.dashboard}`,
  }
  const recipients = await listRecipients(tx, outageId, contracts)
  await insertMessages(
    tx,
    recipients.map(({ id, email, ...of }) => ({
      ...commonFields(sender, email, outageEmail({ ...content, ...emailFields(of) }), now),
      kind: 'outage' as const,
      category: 'transaccional' as const,
      client_id: id,
      invoice_id: null,
      dedupe: `outage:${outageId}:${id}`,
    })),
  )
}

/** A client with the places of the outage that have a contract of it, and their hours. */
type Recipient = {
  id: string
  name: string
  email: string
  cities: string[]
  has_device: boolean
  started_at: Date
  ended_at: Date | null
}

const emailFields = ({ name, cities, has_device, started_at, ended_at }: Omit<Recipient, 'id' | 'email'>) => ({
  clientName: name,
  cities,
  hasDevice: has_device,
  since: instantLabel(started_at),
  ended: ended_at && instantLabel(ended_at),
})

/** The clients of some contracts of an outage. Their places are those of all their contracts: a client gets one message. */
async function listRecipients(tx: Tx, outageId: string, contracts: readonly string[]): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select k.id, k.name, k.email, coalesce(array_agg(distinct p.city order by p.city) filter (where p.city is not null), '{}') as cities,
      bool_or(p.device_id is not null) as has_device, min(p.started_at) as started_at,
      case when bool_and(p.ended_at is not null) then max(p.ended_at) end as ended_at
    from (
      select distinct c.client_id from contracts c
      where c.company_id = (select current_company()) and c.id = any (${uuidArray(contracts)}::uuid[])
    ) r
    join clients k on k.company_id = (select current_company()) and k.id = r.client_id
    join contracts c on c.company_id = k.company_id and c.client_id = k.id
    join outage_contracts h on h.company_id = c.company_id and h.outage_id = ${outageId} and h.contract_id = c.id
    join outage_places p on p.company_id = h.company_id and p.id = h.place_id and p.removed_at is null
    where k.email is not null
    group by k.id, k.name, k.email`.execute(tx)
  return rows
}
