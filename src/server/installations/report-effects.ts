import { sql } from 'kysely'
import { pauseOn } from '#domain/contracts/pause.ts'
import type { Day } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { DONE_SENTENCES, type ReportStep, type ServiceState, stepOf } from '#domain/installations/effect.ts'
import type { WorkOrder } from '#domain/installations/report.ts'
import type { ContractRow } from '#server/contracts/contract-queries.ts'
import { terminate } from '#server/contracts/ending.ts'
import { reconnect } from '#server/contracts/reconnection.ts'
import { activate } from '#server/contracts/service-status.ts'
import { applyTransfer } from '#server/contracts/transfers.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { InstallationReportsEffect } from '#server/db/types.ts'

/** What a report did in its contract. `task`: what the desk must do; null when nothing is left. */
export type Effect = { effect: InstallationReportsEffect; effect_sentence: string; task: string | null }

/**
 * Does what the report of a work order means for its contract, in the transaction of the report. A refusal of the contract undoes only
 * its own part and becomes a task of the desk: the report is kept.
 */
export async function applyEffect(
  tx: Tx,
  ctx: Ctx,
  contract: ContractRow,
  visit: { order: WorkOrder; on: Day },
): Promise<Effect> {
  const step = stepOf(visit.order, serviceStateOf(contract, ctx.today), visit.on)
  if (step.kind === 'task') return taskEffect(step.reason)
  if (step.kind === 'none') return { effect: 'none', effect_sentence: step.sentence, task: null }
  await sql`savepoint effect`.execute(tx)
  try {
    const effect = await act(tx, step.kind, { ...ctx, today: ctx.today, tx: (work) => work(tx) }, contract, visit.on)
    await sql`release savepoint effect`.execute(tx)
    return effect
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await sql`rollback to savepoint effect`.execute(tx)
    return taskEffect(error.message)
  }
}

/** The state of a contract, as the domain decides on it. */
export const serviceStateOf = (contract: ContractRow, today: Day): ServiceState => ({
  status: contract.status,
  active_from: contract.active_from,
  active_to: contract.active_to,
  is_paused: pauseOn(contract.pauses, today) !== null,
})

const taskEffect = (reason: string): Effect => ({ effect: 'task', effect_sentence: reason, task: reason })
/** The task of a report of a transfer that was not planned. */
export const NO_TRANSFER = 'No hay un traslado registrado para este contrato: regístralo y revisa el acta'
const REMOVAL_REASON = 'Retiro con acta de la visita'

/** The existing verbs of the contract, in the transaction of the report. */
async function act(
  tx: Tx,
  kind: Exclude<ReportStep['kind'], 'none' | 'task'>,
  ctx: Ctx,
  { id, no_contract }: ContractRow,
  on: Day,
): Promise<Effect> {
  const contract = { params: { no: no_contract }, query: undefined }
  const done = (effect: InstallationReportsEffect, effect_sentence: string): Effect => ({
    effect,
    effect_sentence,
    task: null,
  })
  switch (kind) {
    case 'activate':
      await activate(ctx, { ...contract, body: { activated_on: on } })
      return done('activated', DONE_SENTENCES.activate(on))
    case 'end': {
      const body = { requested_on: on, reason: REMOVAL_REASON }
      const { data } = await terminate(ctx, { ...contract, body })
      return done('ended', DONE_SENTENCES.end(data.active_to ?? on))
    }
    case 'reconnect':
      await reconnect(ctx, { ...contract, body: undefined })
      return done('reconnected', DONE_SENTENCES.reconnect(ctx.today))
    case 'move':
      if (!(await applyTransfer(tx, { id, no_contract }, on))) throw new Refusal('conflict', NO_TRANSFER)
      return done('moved', DONE_SENTENCES.move(on))
  }
}
