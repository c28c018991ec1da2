import * as z from 'zod/mini'
import { brandOf } from '#domain/core/brand.ts'
import { dayLabel } from '#domain/core/days.ts'
import { paths } from '#domain/core/paths.ts'
import { timeOfVisitLabel, VISIT_KIND_LABELS } from '#domain/visits/visit.ts'
import { inSystemTx, type World } from '#server/core/context.ts'
import { visitEmail } from '#server/documents/visit-email.ts'
import { type ChangedVisit, getChangedVisit } from '#server/visits/visit-mail.ts'
import { commonFields, readSender, type Sender } from './compose.ts'
import { insertMessages, type NewMessage } from './queries.ts'

const Payload = z.object({ company_id: z.uuid(), change_id: z.uuid() })

/** The job that queues the email of a change of a visit, once: planned, moved or cancelled. */
export async function writeVisitMessage(world: World, payload: unknown): Promise<void> {
  const { company_id, change_id } = z.parse(Payload, payload)
  await inSystemTx(world, company_id, async (tx) => {
    const visit = await getChangedVisit(tx, change_id)
    if (visit) await insertMessages(tx, [visitMessage(world, await readSender(tx), visit, `visit:${change_id}`)])
  })
}

/** Category `transaccional`: the client needs it to be at home, so that it can be sent at any hour. */
function visitMessage(world: World, sender: Sender, visit: ChangedVisit, dedupe: string): NewMessage {
  const time = timeOfVisitLabel(visit)
  const email = visitEmail({
    companyName: sender.name,
    brand: brandOf(sender.color_code),
    clientName: visit.client_name,
    kind: VISIT_KIND_LABELS[visit.kind].toLowerCase(),
    change: visit.state === 'cancelled' || visit.state === 'moved' ? visit.state : 'planned',
    when: `El ${dayLabel(visit.day)}, ${time.slice(0, 1).toLowerCase()}${time.slice(1)}`,
    address: `${visit.address}, ${visit.city}`,
    fromAddress: visit.from_address,
    technician: visit.technician,
    reason: visit.reason,
    url: `${world.config.publicUrl}${paths.contract(visit.no_contract)}`,
  })
  return {
    ...commonFields(sender, visit.email, email, world.clock()),
    kind: 'visit',
    category: 'transaccional',
    client_id: visit.client_id,
    invoice_id: null,
    dedupe,
  }
}
