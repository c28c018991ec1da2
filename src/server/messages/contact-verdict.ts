import { type Day, dayOf } from '#domain/core/days.ts'
import { CONTACTS_WINDOW_MS, type ContactDecision, contactRulesOn, mayContact } from '#domain/messages/contact-rules.ts'
import type { MessageChannel } from '#domain/messages/message.ts'
import { mayCollectByEmail, mayCollectByPhone } from '#server/consents/consents.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import type { MessagesCategory } from '#server/db/types.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { debtMessages } from './debt-messages.ts'
import { type CheckedMessage, clearMessage, listContacts, lockContacts } from './queries.ts'

/** The client does not authorise the message by its channel, so that it is not sent. */
type Refused = { may: false; reason: 'refused'; until: null }

/** A message that is not sent now. `until`: the first instant at which it may be; null when its channel is not authorised. */
export type NotNow = (ContactDecision & { may: false }) | Refused

/** Why a message about a debt does not apply any more; null when it is sent. */
export async function dropReason({ pool, clock }: World, message: CheckedMessage): Promise<string | null> {
  const { id, only_while, client_id, contract_id, invoice_id, company_id } = message
  if (only_while === null || client_id === null) return null
  return inTransaction(pool, 'enlace_app', { ...SYSTEM, companyId: company_id }, (tx) =>
    debtMessages().dropReason(tx, { id, only_while, client_id, contract_id, invoice_id }, clock()),
  )
}

/**
 * The verdict of the contact guard about a claimed message. One that may go is a contact before it is sent, so that the desk makes no
 * second one. WhatsApp and text messages are only for who authorised them, whatever the message says.
 */
export async function clearContact(
  world: World,
  message: CheckedMessage,
  channel: MessageChannel,
): Promise<{ may: true } | NotNow> {
  const { only_while, client_id, company_id } = message
  const isFree = (category: MessagesCategory) => category === 'transaccional' && channel === 'email'
  if ((isFree(message.category) && only_while !== 'owed') || client_id === null) return { may: true }
  return inTransaction(world.pool, 'enlace_platform', { ...SYSTEM, companyId: company_id }, async (tx) => {
    const category = await categoryOn(tx, message, dayOf(world.clock()))
    if (isFree(category)) return { may: true }
    await lockContacts(tx, client_id)
    const now = world.clock()
    const verdict = await contactVerdict(tx, { ...message, category, client_id }, channel, now)
    if (verdict.may) await clearMessage(tx, message, { category, cleared_at: now })
    return verdict
  })
}

/** The category of a message today: a reminder that was written before its invoice was overdue, and leaves after, is of collection (R5.6). */
async function categoryOn(tx: Tx, message: CheckedMessage, today: Day): Promise<MessagesCategory> {
  const { category, only_while, company_id, invoice_id } = message
  if (category !== 'transaccional' || only_while !== 'owed') return category
  const invoice = await tx
    .selectFrom('invoices')
    .select('last_payable_on')
    .where('company_id', '=', company_id)
    .where('id', '=', invoice_id ?? '')
    .executeTakeFirst()
  return invoice !== undefined && invoice.last_payable_on < today ? 'cobranza' : category
}

/** Checks the contact rules for collection and advertising messages, at the moment of sending (R5.6). */
async function contactVerdict(
  tx: Tx,
  { category, company_id, client_id }: CheckedMessage & { client_id: string },
  channel: MessageChannel,
  now: Date,
): Promise<{ may: true } | NotNow> {
  const past = await listContacts(tx, company_id, client_id, new Date(now.getTime() - CONTACTS_WINDOW_MS))
  const mayCollect = channel === 'email' ? mayCollectByEmail : mayCollectByPhone
  const needsConsent = channel !== 'email' || category === 'cobranza'
  if (needsConsent && !(await mayCollect(tx, company_id, client_id))) {
    return { may: false, reason: 'refused', until: null }
  }
  const rules = contactRulesOn(await readParameters(tx), dayOf(now))
  return mayContact(rules, { kind: category, channel }, past, now)
}

/** What a person reads of a message that waits. */
export const HELD_LABELS: Readonly<Record<(ContactDecision & { may: false })['reason'], string>> = {
  hours: 'Espera el horario en que la ley permite cobrar',
  once_a_day: 'Hoy ya se contactó a este cliente',
  one_channel: 'Esta semana ya se contactó a este cliente por otro medio',
}
