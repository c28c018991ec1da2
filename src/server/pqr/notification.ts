import { type Day, dayOf } from '#domain/core/days.ts'
import { isResendable } from '#domain/messages/message.ts'
import { isOver, termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { isDeliveredByDesk, isDeliveredByMail } from '#domain/pqr/delivered.ts'
import type { Tx } from '#server/core/tx.ts'
import { getDelivery, listEmails, type WrittenEmail } from '#server/messages/deliveries.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import type { StoredCase } from './queries.ts'

/** The key of an e-mail of a case, which is written once: `id` is that of the step it is about, or of the case. */
export const mailKey = (document: CaseDocument, id: string): string => `pqr:${document}:${id}`

/** What an e-mail of a case is about. */
export const CASE_DOCUMENTS = ['constancia', 'answer', 'appeal', 'withdrawn', 'entry', 'closed'] as const
type CaseDocument = (typeof CASE_DOCUMENTS)[number]

/** The e-mails about a case and its steps, without those that only say that it is closed. */
export const listCaseEmails = (tx: Tx, caseId: string, entries: readonly { id: string }[]): Promise<WrittenEmail[]> =>
  listEmails(
    tx,
    [caseId, ...entries.map(({ id }) => id)].flatMap((id) => CASE_DOCUMENTS.map((document) => mailKey(document, id))),
  )

/**
 * The last day to appeal an answer. The term counts from its notification (R3.7): for an answer by e-mail from the day on which the mail
 * server accepted it, for one on paper or by telephone from its delivery, in the portal from the day of the answer. A delivery by the desk
 * is before an e-mail: it was delivered because its e-mail failed. Null while the e-mail is not written, waits or was refused, and while
 * the desk did not deliver it: the user was not notified.
 */
export async function appealUntil(tx: Tx, found: StoredCase): Promise<Day | null> {
  if (await isDelivered(tx, found)) return found.appeal_until
  if (isDeliveredByDesk(found)) return null
  const delivery = await answerDelivery(tx, found)
  if (delivery === undefined) return isDeliveredByMail(found) ? null : found.appeal_until
  if (delivery.sent_at === null) return null
  const { appeal } = termsOn(await readParameters(tx), found.answered_on ?? dayOf(delivery.sent_at))
  return laterOf(termFrom(dayOf(delivery.sent_at), appeal), found.appeal_until)
}

/**
 * Whether the e-mail with the answer of a case failed, or its result is unknown, or it was not written on the day of the answer: the desk
 * may deliver the answer itself.
 */
export async function isAnswerLost(tx: Tx, found: StoredCase, today: Day): Promise<boolean> {
  return found.status === 'respondida' && isDeliveredByMail(found) && (await answerMail(tx, found, today)) === 'lost'
}

/** What became of the e-mail with the last answer of a case: one that was not written on the day of the answer is lost too. */
export async function answerMail(tx: Tx, found: StoredCase, today: Day): Promise<'sent' | 'waits' | 'lost'> {
  const delivery = await answerDelivery(tx, found)
  const answeredOn = found.appeal_answered_on ?? found.answered_on
  if (delivery === undefined) return answeredOn !== null && answeredOn < today ? 'lost' : 'waits'
  if (isResendable({ ...delivery, channel: 'email' })) return 'lost'
  return delivery.sent_at === null ? 'waits' : 'sent'
}

/** A case whose stored term to appeal has ended, with the term from the notification; until today while there was none. */
export async function withNotifiedTerm(tx: Tx, found: StoredCase, now: Date): Promise<StoredCase> {
  if (found.status !== 'respondida' || found.appeal_until === null || !isOver(found.appeal_until, now)) return found
  return { ...found, appeal_until: (await appealUntil(tx, found)) ?? dayOf(now) }
}

/** The later of two days. */
export const laterOf = (one: Day, other: Day | null): Day => (other !== null && other > one ? other : one)

/** Whether the desk registered the delivery of the answer. */
async function isDelivered(tx: Tx, { id }: StoredCase): Promise<boolean> {
  const row = await tx
    .selectFrom('pqr_entries')
    .select('id')
    .where('case_id', '=', id)
    .where('kind', '=', 'delivered')
    .executeTakeFirst()
  return row !== undefined
}

/** The e-mail of the answer. Undefined for another channel, without an address, and before the e-mail is written. */
async function answerDelivery(tx: Tx, found: StoredCase) {
  if (!isDeliveredByMail(found)) return undefined
  const answered = await tx
    .selectFrom('pqr_entries')
    .select('id')
    .where('case_id', '=', found.id)
    .where('kind', 'in', ['answered', 'appeal_answered'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return answered && (await getDelivery(tx, mailKey('answer', answered.id)))
}
