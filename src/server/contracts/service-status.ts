import type { contractApi } from '#domain/contracts/api.ts'
import type { Contract } from '#domain/contracts/contract.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { minus } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { assertCutsAllowed } from '#domain/parameters/emergency.ts'
import { CHARGE_KINDS } from '#domain/taxes/vat.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billedPeriods } from './billed-periods.ts'
import { changeContract, findContract, type ServiceCtx } from './contract-change.ts'
import { insertCharge } from './pending-charges.ts'
import { moveContract, openSuspension } from './transition-queries.ts'

/** Starts the service and its billing: the part of the connection cost that was not discounted goes on the first invoice. */
export const activate: Verb<typeof contractApi.activate> = async (ctx, { params, body }) => {
  const data = await changeContract(ctx, params.no, 'contract.activated', async (tx, contract) => {
    assertAction('activate', contract.status)
    if (body.activated_on > ctx.today) {
      throw refuseField('refused', 'activated_on', 'El día de activación no puede ser futuro')
    }
    if (contract.signed_at !== null && body.activated_on < dayOf(contract.signed_at)) {
      throw refuseField('refused', 'activated_on', 'El día de activación no puede ser anterior a la firma')
    }
    await moveContract(tx, contract, 'activate', { active_from: body.activated_on })
    const price = minus(contract.connection_cost, contract.discounted_value)
    if (price > 0) {
      const { label: description } = CHARGE_KINDS.connection
      await insertCharge(tx, contract.id, { kind: 'connection', description, price, occurred_on: body.activated_on })
    }
    return undefined
  })
  return { data, message: 'Contrato activado exitosamente' }
}

/** What a suspension from today on would mean: what is billed ahead. */
export const suspendPreview: Verb<typeof contractApi.suspendPreview> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    assertAction('suspend', contract.status)
    return { data: { billed_until: await billedPeriods().billedUntil(tx, contract.id, ctx.today) } }
  })

/**
 * Suspends the service from today on. What was billed of the days without service is given back when they are known: at the
 * reconnection, at the cut of the period, or at the end of the contract.
 */
export const suspend: Verb<typeof contractApi.suspend> = async (ctx, { params, body }) => {
  const data = await suspendForArrears(ctx, params.no, { reason: body.reason })
  return { data, message: 'Servicio suspendido exitosamente' }
}

/** Suspends the service for arrears from today on. `extra`: the reason and more fields of the event. Throws a Refusal. */
export const suspendForArrears = (
  ctx: ServiceCtx,
  no: string,
  extra: { reason: string } & Readonly<Record<string, unknown>>,
): Promise<Contract> =>
  changeContract(ctx, no, 'contract.suspended', async (tx, contract) => {
    assertCutsAllowed(await readParameters(tx), ctx.today)
    await moveContract(tx, contract, 'suspend')
    if (contract.active_from !== null && contract.active_from > ctx.today) {
      throw new Refusal('conflict', `El servicio empieza el ${dayLabel(contract.active_from)}`)
    }
    await openSuspension(tx, contract.id, { kind: 'arrears', from_on: ctx.today })
    return { ...extra, kind: 'arrears' }
  })
