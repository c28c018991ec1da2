import type { contractApi } from '#domain/contracts/api.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { assertPause, nextPauseOn, pauseEndsOn } from '#domain/contracts/pause.ts'
import { dayLabel, dayOf } from '#domain/core/days.ts'
import { minus } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import { CHARGE_KINDS } from '#domain/taxes/vat.ts'
import type { Verb } from '#server/core/verb.ts'
import { billedPeriods } from './billed-periods.ts'
import { changeContract, findContract, rulesOn } from './contract-change.ts'
import { getTechnician } from './contract-queries.ts'
import { insertCharge, moveContract, openSuspension } from './transition-queries.ts'

export const schedule: Verb<typeof contractApi.schedule> = async (ctx, { params, body }) => {
  const data = await changeContract(ctx, params.no, 'contract.scheduled', async (tx, contract) => {
    assertAction('schedule', contract.status)
    if (body.scheduled_on < ctx.today) {
      throw refuseField('refused', 'scheduled_on', 'La visita no puede quedar en un día que ya pasó')
    }
    if (!(await getTechnician(tx, body.technician_id))) {
      throw refuseField('refused', 'technician_id', 'Elige un técnico activo de la empresa')
    }
    await moveContract(tx, contract, 'schedule', body)
    return undefined
  })
  return { data, message: 'Visita programada exitosamente' }
}

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
      await insertCharge(tx, contract.id, { kind: 'connection', description: CHARGE_KINDS.connection.label, price })
    }
    return undefined
  })
  return { data, message: 'Contrato activado exitosamente' }
}

/** What a suspension from today on would mean: the day of a pause, and what is billed ahead. */
export const suspendPreview: Verb<typeof contractApi.suspendPreview> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    assertAction('suspend', contract.status)
    const { pause } = await rulesOn(tx, ctx.today)
    const billed_until = await billedPeriods().billedUntil(tx, contract.id, ctx.today)
    if (body.kind !== 'voluntary') return { data: { billed_until, pause_begins_on: null, pause_ends_on: null } }
    const pause_begins_on = nextPauseOn(contract, ctx.today, pause)
    return {
      data: { billed_until, pause_begins_on, pause_ends_on: pauseEndsOn(contract, pause_begins_on, pause) },
    }
  })

/**
 * Suspends the service from today on. What was billed of the days without service is given back when they are known: at the
 * reconnection, at the cut of the period, or at the end of the contract.
 */
export const suspend: Verb<typeof contractApi.suspend> = async (ctx, { params, body }) => {
  const kind = body.kind ?? 'arrears'
  const data = await changeContract(ctx, params.no, 'contract.suspended', async (tx, contract) => {
    await moveContract(tx, contract, 'suspend')
    if (contract.active_from !== null && contract.active_from > ctx.today) {
      throw new Refusal('conflict', `El servicio empieza el ${dayLabel(contract.active_from)}`)
    }
    if (kind === 'voluntary') assertPause(contract, ctx.today, (await rulesOn(tx, ctx.today)).pause)
    await openSuspension(tx, contract.id, kind, ctx.today)
    return { reason: body.reason, kind }
  })
  return { data, message: 'Servicio suspendido exitosamente' }
}
