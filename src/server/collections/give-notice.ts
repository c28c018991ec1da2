import type { collectionApi } from '#domain/collections/api.ts'
import { type Day, dayLabel, daysBetween, instantAt } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { CONTACT_BACK_DAYS, CONTACT_LABELS, type DeskChannel } from '#domain/messages/contact.ts'
import { getContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { assertMade, checkContact, insertContact } from '#server/messages/contacts.ts'
import { decideDay, previewRowOf, readRules } from './decide-day.ts'
import { insertNotices } from './notices.ts'

/**
 * A notice of a cut that the desk gave. A call, a text message or a WhatsApp is a contact about a debt: it counts for the frequency of
 * Ley 2300, and one that the law did not allow is recorded as a contact and is no notice (R2.3, R5.3). A notice on paper has no hours.
 */
export const giveNotice: Verb<typeof collectionApi.notice> = (ctx, { body: { notice } }) =>
  ctx.tx(async (tx) => {
    const { no_contract, channel, given_on } = notice
    if (given_on > ctx.today || daysBetween(given_on, ctx.today) > CONTACT_BACK_DAYS)
      throw refuseField('refused', 'notice.given_on', `El aviso es de hoy o de los últimos ${CONTACT_BACK_DAYS} días`)
    const contract = await getContract(tx, no_contract, { userId: null }, ctx.today)
    if (!contract) throw refuseField('not_found', 'notice.no_contract', 'Ese contrato no existe')
    const decisionOf = async () => {
      const decided = await decideDay(tx, await readRules(tx, ctx.today), ctx.today, [contract.client_id])
      return decided.find(({ facts }) => facts.id === contract.id)
    }
    const before = await decisionOf()
    if (before === undefined || before.decision.debt === 0)
      throw new Refusal('conflict', 'Ese contrato no tiene deuda vencida por avisar')
    const problem = channel === 'paper' ? null : await recordContact(tx, ctx, contract, { ...notice, channel })
    if (problem !== null) return { data: previewRowOf(before), message: problem }
    const given = { contract_id: contract.id, channel, message_id: null, given_on, given_by: ctx.actor.name }
    await insertNotices(tx, [{ ...given, debt: before.decision.debt }])
    await tx.record('collections.notice_given', {
      entity_id: contract.id,
      client_id: contract.client_id,
      after: { no_contract, channel, given_on },
    })
    const after = await decisionOf()
    if (!after) throw new Error('a contract that was just notified does not exist')
    const from = after.decision.cut_from
    const message = `Registramos el aviso${from === null ? '' : `: se puede cortar desde el ${dayLabel(from)}`}`
    return { data: previewRowOf(after), message }
  })

type GivenContact = { channel: DeskChannel; given_on: Day; given_time?: string | undefined }

/** Records the contact of a notice. Returns why it is no notice, with when and by which channel one may be given; null when it is one. */
async function recordContact(
  tx: Tx,
  ctx: Ctx,
  { client_id, client_name }: { client_id: string; client_name: string },
  { channel, given_on, given_time }: GivenContact,
): Promise<string | null> {
  if (given_time === undefined && given_on < ctx.today)
    throw refuseField('invalid', 'notice.given_time', 'Di a qué hora le avisaste')
  const contacted_at = given_time === undefined ? ctx.now : instantAt(given_on, given_time)
  assertMade(contacted_at, ctx.now, 'notice.given_time')
  const { fault, problem } = await checkContact(tx, client_id, channel, {
    at: contacted_at,
    isMade: given_time !== undefined,
  })
  await insertContact(tx, { client_id, channel, contacted_at, fault, made_by: ctx.actor.name }, client_name)
  if (problem === null) return null
  return `Registramos el contacto por ${CONTACT_LABELS[channel]}, que no sirve de aviso porque la ley no lo permitía. ${problem}`
}
