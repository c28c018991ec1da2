import type { Contract } from '#domain/contracts/contract.ts'
import { assertAction, contractLifecycle } from '#domain/contracts/lifecycle.ts'
import { voidedData, voidedSentences } from '#domain/contracts/refund.ts'
import {
  assertInTime,
  assertOwnRetraction,
  isDistance,
  lastDayToRetract,
  type MadeRetraction,
  type OpenRetraction,
  type RetractionChannel,
  type RetractionRules,
  refundBy,
  retractionReason,
  retractionRulesOn,
} from '#domain/contracts/retraction.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import type { VersionChannel } from '#domain/contracts/version.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods, type VoidedInvoices } from './billed-periods.ts'
import { getHeldSince } from './cession-queries.ts'
import { changeContract } from './contract-change.ts'
import type { ContractRow } from './contract-queries.ts'
import { cancelPlans } from './ending.ts'
import { deleteServiceCharges } from './pending-charges.ts'
import { readRetraction } from './retraction-queries.ts'
import { closeSuspension, deleteTermsAfter, moveContract } from './transition-queries.ts'

/** What a page of a contract shows of its retraction. */
export async function shownRetraction(
  tx: Tx,
  contract: Pick<Contract, 'id' | 'status' | 'signed_at' | 'active_from'>,
  today: Day,
): Promise<{ open: OpenRetraction | null; made: MadeRetraction | null }> {
  const { signed_at } = contract
  const canRetract = contractLifecycle.can(contract.status, 'retract') && signed_at !== null
  if (!canRetract && contract.status !== 'cancelled') return { open: null, made: null }
  const { made, signedBy } = await readRetraction(tx, contract.id)
  if (!canRetract) return { open: null, made }
  const signedOn = dayOf(new Date(signed_at))
  const open = openOf(contract, { signedOn, signedBy, rules: retractionRulesOn(await readParameters(tx), today) })
  // No day to ask for it is left between the signature and the service.
  return { open: open.began_on !== null && open.began_on <= signedOn ? null : open, made }
}

const openOf = (
  { active_from }: { active_from: Day | null },
  { signedOn, signedBy, rules }: { signedOn: Day; signedBy: VersionChannel | null; rules: RetractionRules },
): OpenRetraction => ({
  until: lastDayToRetract(signedOn, rules),
  is_distance: isDistance(signedBy),
  began_on: active_from,
})

/**
 * Makes a contract void because its client retracts in time, with a request of before the service began (R2.26): no cost and no clause.
 * What was billed is given back with credit notes, and what was paid is set apart until it is paid back. A service that began after the
 * request ends at once: its account on the network, its visits and plans; its equipment is picked up.
 */
export const retraction = implement(retractionApi, {
  retract: async (ctx, { params, body }) => {
    let voided: VoidedInvoices = { credited: ZERO, owed: ZERO }
    let due: Day = ctx.today
    const data = await changeContract(ctx, params.no, 'contract.cancelled', async (tx, contract) => {
      assertAction('retract', contract.status)
      const rules = retractionRulesOn(await readParameters(tx), ctx.today)
      const signedOn = dayOf(contract.signed_at ?? ctx.now)
      const { signedBy } = await readRetraction(tx, contract.id)
      const { on, channel } = askedOf(ctx, body, openOf(contract, { signedOn, signedBy, rules }))
      assertInTime({ askedOn: on, signedOn, beganOn: contract.active_from, today: ctx.today }, rules)
      if ((await getHeldSince(tx, contract.id)) !== null) throw new Refusal('conflict', CEDED_COPY)
      due = refundBy(on, rules)
      await moveContract(tx, contract, 'retract', {
        active_from: null,
        served_from: contract.active_from,
        active_to: null,
        termination_reason: retractionReason(on),
        retracted_on: on,
        retraction_channel: channel,
        refund_by: due,
      })
      await endService(tx, contract, ctx.today)
      const note = { concept: retractionReason(on), today: ctx.today, due_on: due }
      voided = await billedPeriods().creditAll(tx, contract, note)
      const asked = { retracted_on: on, retraction_channel: channel, refund_by: due }
      return { reason: retractionReason(on), ...asked, ...voidedData(voided) }
    })
    const isOwn = ctx.actor.role === 'client'
    const given = voidedSentences(voided, due, isOwn)
    const paid = voided.owed > 0 ? given : [given, isOwn ? NOTHING_OWN : NOTHING].join(' ').trim()
    return { data, message: `Retracto registrado: el contrato queda sin efecto. ${paid}` }
  },
})

const NOTHING = 'No tenía pagos por devolver.'
const NOTHING_OWN = 'No tienes pagos por devolver.'
const CEDED_COPY = 'Este contrato ya pasó a otro titular: el retracto era de quien lo firmó'

/** Ends what a service that began after the request has planned, and removes what its next invoice would have charged. */
async function endService(tx: Tx, contract: ContractRow, today: Day): Promise<void> {
  await closeSuspension(tx, contract.id, today, { isEnding: true })
  await deleteTermsAfter(tx, contract.id, today)
  await cancelPlans(tx, contract)
  await deleteServiceCharges(tx, contract.id)
}

type Body = { asked_on?: Day | undefined; asked_channel?: Exclude<RetractionChannel, 'portal'> | undefined }

/** The day and the channel of the request: of the desk, what it says; of the client, today in the portal. */
function askedOf(ctx: Ctx, body: Body, open: OpenRetraction): { on: Day; channel: RetractionChannel } {
  if (ctx.actor.role === 'client') {
    assertOwnRetraction(open, ctx.today)
    return { on: ctx.today, channel: 'portal' }
  }
  if (body.asked_on === undefined) throw refuseField('invalid', 'asked_on', 'Escribe el día en que lo pidió')
  if (body.asked_channel === undefined) throw refuseField('invalid', 'asked_channel', 'Elige por dónde lo pidió')
  return { on: body.asked_on, channel: body.asked_channel }
}
