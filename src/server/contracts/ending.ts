import type { contractApi } from '#domain/contracts/api.ts'
import { exitValueOn } from '#domain/contracts/clause.ts'
import { lastDayToAsk, terminationOn } from '#domain/contracts/deadlines.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { changeContract, findContract, rulesOn } from './contract-change.ts'
import type { ContractRow } from './contract-queries.ts'
import { closeSuspension, deleteTermsAfter, endContract, insertCharge, moveContract } from './transition-queries.ts'

const EXIT_CHARGE = 'Terminación anticipada: saldo de la cláusula de permanencia'

export const terminatePreview: Verb<typeof contractApi.terminatePreview> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => ({ data: await endingOf(tx, ctx, await findContract(tx, ctx, params.no), body.requested_on) }))

/**
 * The contract ends on the cut day that the notice period allows (R2.9) and stays active until then. The early exit charge goes on
 * the next invoice. When the last day has already passed, the contract is closed at once.
 */
export const terminate: Verb<typeof contractApi.terminate> = async (ctx, { params, body }) => {
  const data = await changeContract(ctx, params.no, 'contract.terminated', async (tx, contract) => {
    const ending = await endingOf(tx, ctx, contract, body.requested_on)
    await endContract(tx, contract, { active_to: ending.ends_on, termination_reason: body.reason })
    await deleteTermsAfter(tx, contract.id, ending.ends_on)
    if (ending.exit_value > 0) {
      await insertCharge(tx, contract.id, { kind: 'early_exit', description: EXIT_CHARGE, price: ending.exit_value })
    }
    if (ending.ends_on < ctx.today) await closeContract(tx, contract, ending.ends_on)
    return { requested_on: body.requested_on, reason: body.reason, exit_value: ending.exit_value }
  })
  return { data, message: `Retiro registrado: el contrato termina el ${dayLabel(data.active_to ?? ctx.today)}` }
}

/** Sets the contract to `terminated` after its last day of service, and closes its suspension. */
export async function closeContract(
  tx: Tx,
  contract: Pick<ContractRow, 'id' | 'no_contract' | 'status'>,
  endedOn: Day,
): Promise<void> {
  await moveContract(tx, contract, 'terminate')
  await closeSuspension(tx, contract.id, endedOn)
  await tx.record('contract.ended', {
    entity_id: contract.id,
    after: { no_contract: contract.no_contract, status: 'terminated', active_to: endedOn },
  })
}

export const cancel: Verb<typeof contractApi.cancel> = async (ctx, { params, body }) => {
  const data = await changeContract(ctx, params.no, 'contract.cancelled', async (tx, contract) => {
    await moveContract(tx, contract, 'cancel', { termination_reason: body.reason })
    return { reason: body.reason }
  })
  return { data, message: 'Contrato anulado exitosamente' }
}

async function endingOf(
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  requestedOn: Day,
): Promise<{ ends_on: Day; last_day_to_ask: Day; exit_value: Money }> {
  assertAction('terminate', contract.status)
  if (contract.active_to !== null) {
    throw new Refusal('conflict', `Este contrato ya tiene retiro: termina el ${dayLabel(contract.active_to)}`)
  }
  if (requestedOn > ctx.today)
    throw refuseField('refused', 'requested_on', 'El día de la solicitud no puede ser futuro')
  if (contract.active_from !== null && requestedOn < contract.active_from) {
    throw refuseField('refused', 'requested_on', 'El día de la solicitud no puede ser anterior a la activación')
  }
  const { terminationNotice } = await rulesOn(tx, ctx.today)
  const ends_on = terminationOn(requestedOn, contract.billing_cut_day, terminationNotice)
  return {
    ends_on,
    last_day_to_ask: lastDayToAsk(ends_on, terminationNotice),
    exit_value: exitValueOn(contract, ends_on),
  }
}
