import type { contractApi } from '#domain/contracts/api.ts'
import { assertBeforeCession } from '#domain/contracts/cession.ts'
import { clauseEndOn, permanenceOf } from '#domain/contracts/clause.ts'
import { withCorrections } from '#domain/contracts/correction.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { currentOrNextPause, type PauseRequest, plannedPause } from '#domain/contracts/pause.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import type { PeriodBounds } from '#domain/core/period.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { billedPeriods } from './billed-periods.ts'
import { getOpenCession } from './cession-queries.ts'
import { changeService, findContract, rulesOn } from './contract-change.ts'
import type { ContractRow } from './contract-queries.ts'
import { deletePauseFrom, moveContract, openSuspension } from './transition-queries.ts'

export const pausePreview: Verb<typeof contractApi.pausePreview> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const contract = await findContract(tx, ctx, params.no)
    const pause = await pauseOf(tx, ctx, contract, body)
    const changed = { ...pause, planned: { pause } }
    // A clause that ends before the pause is not made longer by it.
    const isInForce = clauseEndOn(contract, pause.from_on) !== null
    const longer = permanenceOf({ ...contract, pauses: [...contract.pauses, pause] }, pause.to_on, false)
    return {
      data: {
        ...pause,
        permanence_ends_on: isInForce ? (longer?.ends_on ?? null) : null,
        corrections: await billedPeriods().preview(tx, contract.id, changed, ctx.today),
      },
    }
  })

/**
 * Plans a pause at the request of the client (R2.11). Its days are known from now on, so a run does not bill them, and what was billed
 * of them is given back at once. One that begins today begins now; the others begin and end by the job.
 */
export const pause: Verb<typeof contractApi.pause> = async (ctx, { params, body }) => {
  const data = await changeService(ctx, params.no, 'contract.paused', async (tx, contract) => {
    const planned = await pauseOf(tx, ctx, contract, body)
    await openSuspension(tx, contract.id, { kind: 'voluntary', ...planned })
    if (planned.from_on <= ctx.today) await beginPause(tx, contract, { kind: 'voluntary', ...planned })
    return { from_on: planned.from_on, extra: { paused_from: planned.from_on, paused_to: planned.to_on } }
  })
  const last = data.pause === null ? '' : ` del ${dayLabel(data.pause.from_on)} al ${dayLabel(data.pause.to_on)}`
  return { data, message: withCorrections(`Pausa programada${last}`, data.corrections) }
}

/** The days of a pause, or of a service without its equipment: those have no end when its termination was withdrawn. */
export type StoppedDays = { kind: 'voluntary' | 'removal'; from_on: Day; to_on: Day | null }

/**
 * Suspends a service for a pause or a removal that has begun, with the event that its history, its device and other programs read. `isAfterCut`: its
 * service was cut until now.
 */
export async function beginPause(
  tx: Tx,
  contract: Pick<ContractRow, 'id' | 'no_contract' | 'status'>,
  { kind, from_on, to_on }: StoppedDays,
  isAfterCut = false,
): Promise<void> {
  await moveContract(tx, contract, 'suspend')
  await tx.record('contract.suspended', {
    entity_id: contract.id,
    before: { status: 'active' },
    after: {
      no_contract: contract.no_contract,
      status: 'suspended',
      kind,
      from_on,
      to_on,
      ...(isAfterCut && { is_after_cut: true }),
    },
  })
}

/** Takes back a pause that has not begun. What was given back of its days is charged again. */
export const cancelPause: Verb<typeof contractApi.cancelPause> = async (ctx, { params, body }) => {
  const data = await changeService(ctx, params.no, 'contract.pause_cancelled', async (tx, contract) => {
    const planned = currentOrNextPause(contract.pauses, ctx.today)
    if (planned === null) throw new Refusal('conflict', 'Este contrato no tiene una pausa programada')
    if (planned.from_on <= ctx.today)
      throw new Refusal('conflict', 'La pausa ya empezó: para terminarla antes, reconecta el servicio')
    await deletePauseFrom(tx, contract.id, planned.from_on)
    const extra = { paused_from: planned.from_on, paused_to: planned.to_on, reason: body.reason }
    return { from_on: planned.from_on, extra }
  })
  return { data, message: withCorrections('Pausa anulada: el servicio sigue', data.corrections) }
}

async function pauseOf(tx: Tx, ctx: Ctx, contract: ContractRow, request: PauseRequest): Promise<PeriodBounds> {
  assertAction('pause', contract.status)
  const current = currentOrNextPause(contract.pauses, ctx.today)
  if (current !== null)
    throw new Refusal('conflict', `Ya hay una pausa desde el ${dayLabel(current.from_on)}: anúlala para pedir otra`)
  const planned = plannedPause(contract, request, ctx.today, (await rulesOn(tx, ctx.today)).pause)
  const { active_from, active_to } = contract
  if (active_from !== null && active_from > planned.from_on)
    throw new Refusal('conflict', `El servicio empieza el ${dayLabel(active_from)}`)
  if (active_to !== null && active_to <= planned.to_on)
    throw new Refusal('conflict', `Este contrato termina el ${dayLabel(active_to)}, antes de que acabe la pausa`)
  assertBeforeCession(await getOpenCession(tx, contract.id), planned.to_on)
  return planned
}
