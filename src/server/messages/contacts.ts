import { dayOf, daysBetween } from '#domain/core/days.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import {
  CONTACT_BACK_DAYS,
  CONTACT_LABELS,
  type ContactFault,
  type ContactOption,
  contactOptions,
  type DeskChannel,
} from '#domain/messages/contact.ts'
import { contactApi } from '#domain/messages/contact-api.ts'
import { CHANNELS, type Channel, CONTACTS_WINDOW_MS, contactRulesOn } from '#domain/messages/contact-rules.ts'
import { mayCollectByEmail, mayCollectByPhone } from '#server/consents/consents.ts'
import { newId } from '#server/core/ids.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listContacts, lockContacts } from './queries.ts'

export const contacts = implement(contactApi, {
  options: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const { id } = await contactedClient(tx, query.client_id, 'client_id')
      return { data: await readOptions(tx, id, { at: ctx.now, isMade: false }) }
    }),

  record: (ctx, { body: { contact } }) =>
    ctx.tx(async (tx) => {
      const { id: client_id, name } = await contactedClient(tx, contact.client_id, 'contact.client_id')
      const { channel } = contact
      const isMade = contact.contacted_at !== undefined
      const at = isMade ? new Date(contact.contacted_at ?? '') : ctx.now
      assertMade(at, ctx.now, 'contact.contacted_at')
      const { fault, problem } = await checkContact(tx, client_id, channel, { at, isMade })
      if (!isMade && problem !== null) throw new Refusal('refused', problem)
      const made = { client_id, channel, contacted_at: at, fault, made_by: ctx.actor.name }
      const id = await insertContact(tx, made, name)
      return {
        data: { id, channel, contacted_at: at.toISOString(), fault },
        message: `Registramos el contacto por ${CONTACT_LABELS[channel]}${problem === null ? '' : `, que la ley no permitía. ${problem}`}`,
      }
    }),
})

async function contactedClient(tx: Tx, id: string, field: string): Promise<{ id: string; name: string }> {
  const client = await tx.selectFrom('clients').select(['id', 'name']).where('id', '=', id).executeTakeFirst()
  if (!client)
    throw field === 'client_id'
      ? notFound('Ese cliente no existe')
      : refuseField('not_found', field, 'Ese cliente no existe')
  return client
}

/** Throws a Refusal on a field whose instant is in the future or too long ago for a contact that was made. */
export function assertMade(at: Date, now: Date, field: string): void {
  if (at > now || daysBetween(dayOf(at), dayOf(now)) > CONTACT_BACK_DAYS)
    throw refuseField('refused', field, `El contacto es de hoy o de los últimos ${CONTACT_BACK_DAYS} días`)
}

/** A contact that is checked: its instant, and whether it was made before and is only recorded now. */
type CheckedContact = { at: Date; isMade: boolean }

/**
 * What the law says of a contact about a debt at an instant: its fault and the sentence that says when and by which channel it may be
 * made; both null when it may. The contacts of the client wait for each other until the transaction ends.
 */
export async function checkContact(
  tx: Tx,
  clientId: string,
  channel: DeskChannel,
  checked: CheckedContact,
): Promise<{ fault: ContactFault | null; problem: string | null }> {
  await lockContacts(tx, clientId)
  const option = (await readOptions(tx, clientId, checked)).find((one) => one.channel === channel)
  if (!option) throw new Error(`no option for ${channel}`)
  return { fault: option.fault, problem: option.problem }
}

async function readOptions(tx: Tx, clientId: string, { at, isMade }: CheckedContact): Promise<ContactOption[]> {
  const { companyId } = tx.scope
  if (companyId === null) throw new Error('a contact is of a company')
  const [past, byEmail, byPhone, parameters] = await Promise.all([
    listContacts(tx, companyId, clientId, new Date(at.getTime() - CONTACTS_WINDOW_MS)),
    mayCollectByEmail(tx, companyId, clientId),
    mayCollectByPhone(tx, companyId, clientId),
    readParameters(tx),
  ])
  const authorised = new Set<Channel>(CHANNELS.filter((channel) => (channel === 'email' ? byEmail : byPhone)))
  const rules = contactRulesOn(parameters, dayOf(at))
  // The instant of one that is made now is that of its request, and a contact that had the lock first may have a later one.
  const before = isMade ? past.filter((one) => one.at <= at) : past
  return contactOptions({ rules, authorised, past: before }, at)
}

type NewDeskContact = {
  client_id: string
  channel: DeskChannel
  contacted_at: Date
  fault: ContactFault | null
  made_by: string
}

/** Records a contact of the desk. Returns its id. */
export async function insertContact(tx: Tx, contact: NewDeskContact, clientName: string): Promise<string> {
  const id = newId()
  await tx
    .insertInto('desk_contacts')
    .values({ id, ...contact })
    .execute()
  const { client_id, channel, contacted_at, fault } = contact
  await tx.record('client.contacted', {
    entity_id: client_id,
    client_id,
    after: { client: clientName, channel: CONTACT_LABELS[channel], contacted_at: contacted_at.toISOString(), fault },
  })
  return id
}
