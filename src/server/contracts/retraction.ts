import type { Contract } from '#domain/contracts/contract.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import {
  assertInTime,
  assertOwnRetraction,
  isDistance,
  lastDayToRetract,
  type MadeRetraction,
  type OpenRetraction,
  type RetractionChannel,
  refundBy,
  retractionReason,
  retractionRulesOn,
} from '#domain/contracts/retraction.ts'
import { retractionApi } from '#domain/contracts/retraction-api.ts'
import { type Day, dayLabel, dayOf } from '#domain/core/days.ts'
import { pesosLabel, toPesos, ZERO } from '#domain/core/money.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import { changeContract } from './contract-change.ts'
import { readRetraction } from './retraction-queries.ts'
import { moveContract } from './transition-queries.ts'

/** What a page of a contract shows of its retraction. */
export async function shownRetraction(
  tx: Tx,
  contract: Pick<Contract, 'id' | 'status' | 'signed_at'>,
  today: Day,
): Promise<{ open: OpenRetraction | null; made: MadeRetraction | null }> {
  const isWaiting = contract.status === 'awaiting_installation' && contract.signed_at !== null
  if (!isWaiting && contract.status !== 'cancelled') return { open: null, made: null }
  const { made, signedBy } = await readRetraction(tx, contract.id)
  if (contract.signed_at === null || !isWaiting) return { open: null, made }
  const rules = retractionRulesOn(await readParameters(tx), today)
  const until = lastDayToRetract(dayOf(new Date(contract.signed_at)), rules)
  return { open: { until, is_distance: isDistance(signedBy) }, made }
}

/**
 * Makes a contract void because its client retracts in time, before the service began (R2.26): no cost and no clause, what was billed is
 * given back with credit notes, and what was paid stays as credit until it is returned.
 */
export const retraction = implement(retractionApi, {
  retract: async (ctx, { params, body }) => {
    let credited = ZERO
    let due: Day = ctx.today
    const data = await changeContract(ctx, params.no, 'contract.cancelled', async (tx, contract) => {
      assertAction('retract', contract.status)
      const rules = retractionRulesOn(await readParameters(tx), ctx.today)
      const signedOn = dayOf(contract.signed_at ?? ctx.now)
      const { signedBy } = await readRetraction(tx, contract.id)
      const open = { until: lastDayToRetract(signedOn, rules), is_distance: isDistance(signedBy) }
      const { on, channel } = askedOf(ctx, body, open)
      assertInTime({ askedOn: on, signedOn, today: ctx.today }, rules)
      due = refundBy(on, rules)
      await moveContract(tx, contract, 'retract', {
        termination_reason: retractionReason(on),
        retracted_on: on,
        retraction_channel: channel,
        refund_by: due,
      })
      credited = await billedPeriods().creditAll(tx, contract.id, { concept: retractionReason(on), today: ctx.today })
      const refund = { refund_by: due, ...(credited > 0 && { credited: toPesos(credited) }) }
      return { reason: retractionReason(on), retracted_on: on, retraction_channel: channel, ...refund }
    })
    const given = credited > 0 ? ` Anulamos ${pesosLabel(credited)} con notas crédito.` : ''
    const paid = `Lo que se haya pagado se devuelve completo a más tardar el ${dayLabel(due)}`
    return { data, message: `Retracto registrado: el contrato queda sin efecto.${given} ${paid}` }
  },
})

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
