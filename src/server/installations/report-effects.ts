import { sql } from 'kysely'
import { type Correction, withCorrections } from '#domain/contracts/correction.ts'
import { nextPeriodStart } from '#domain/contracts/transfer.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import {
  DONE_SENTENCES,
  datedStep,
  movedStep,
  type ReportStep,
  reinstalledBefore,
  removedBefore,
  type ServiceState,
  stepOf,
} from '#domain/installations/effect.ts'
import type { WorkOrder } from '#domain/installations/report.ts'
import { billedPeriods } from '#server/contracts/billed-periods.ts'
import type { ContractRow } from '#server/contracts/contract-queries.ts'
import { terminate } from '#server/contracts/ending.ts'
import { reconnect, stoppedOn } from '#server/contracts/reconnection.ts'
import { endRemoval, stopRemovedService } from '#server/contracts/removed-service.ts'
import { activateService } from '#server/contracts/service-status.ts'
import { getAppliedTransfer, getPlannedTransfer } from '#server/contracts/transfer-queries.ts'
import { applyTransfer } from '#server/contracts/transfers.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { InstallationReportsEffect } from '#server/db/types.ts'
import { getReportOf } from './report-queries.ts'

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
  const step = await readStep(tx, contract, visit, ctx.today)
  if (step.kind === 'task') return taskEffect(step.reason)
  if (step.kind === 'none') {
    if (visit.order === 'retiro') await stopRemovedService(tx, ctx, contract.no_contract, visit.on)
    return { effect: 'none', effect_sentence: step.sentence, task: step.task ?? null }
  }
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

/** What the report of a visit does in a contract. A move without a planned transfer is compared with the one that was applied. */
export async function readStep(
  tx: Tx,
  contract: ContractRow,
  { order, on }: { order: WorkOrder; on: Day },
  today: Day,
): Promise<ReportStep> {
  const step = stepOf(order, serviceStateOf(contract, today), on)
  const moved =
    step.kind !== 'move' || (await getPlannedTransfer(tx, contract.id))
      ? step
      : movedStep(await getAppliedTransfer(tx, contract.id), contract, on)
  if (on >= today || !dependsOnVisit(moved, order, contract, on)) return moved
  return datedStep(moved, on, today, {
    is_billed: order !== 'retiro' && (await isBilledAfter(tx, contract, on)),
    last_visit_on: (await getReportOf(tx, contract.id, undefined))?.visit_on ?? null,
  })
}

/** Whether a period that begins after a day is billed. */
async function isBilledAfter(tx: Tx, { id, billing_cut_day }: ContractRow, on: Day): Promise<boolean> {
  return (await billedPeriods().billedUntil(tx, id, nextPeriodStart(addDays(on, 1), billing_cut_day))) !== null
}

/**
 * Whether what a report does depends on the day of its visit: also the days without the equipment of a contract that ends later. A
 * reconnection begins today, and a later visit can have taken the equipment again.
 */
const dependsOnVisit = ({ kind }: ReportStep, order: WorkOrder, { active_to }: ContractRow, on: Day): boolean =>
  kind === 'activate' ||
  kind === 'end' ||
  kind === 'move' ||
  kind === 'reconnect' ||
  kind === 'reinstall' ||
  (kind === 'none' && order === 'retiro' && active_to !== null && on < active_to)

/** The state of a contract, as the domain decides on it. */
function serviceStateOf(contract: ContractRow, today: Day): ServiceState {
  const { status, active_from, active_to, is_cut, removed_from } = contract
  const stopped = stoppedOn(contract, today)
  // A reinstallation ends both, and a pause can begin while the equipment is not there.
  const paused = stoppedOn({ ...contract, removed_from: null }, today)
  const stopped_from =
    [stopped, paused]
      .flatMap((one) => one?.from_on ?? [])
      .toSorted()
      .at(-1) ?? null
  return { status, active_from, active_to, is_paused: !is_cut && stopped !== null, stopped_from, removed_from }
}

const taskEffect = (reason: string): Effect => ({ effect: 'task', effect_sentence: reason, task: reason })
const REMOVAL_REASON = 'Retiro con acta de la visita'

/** The existing verbs of the contract, in the transaction of the report. */
async function act(
  tx: Tx,
  kind: Exclude<ReportStep['kind'], 'none' | 'task'>,
  ctx: Ctx,
  { id, no_contract, active_to }: ContractRow,
  on: Day,
): Promise<Effect> {
  const contract = { params: { no: no_contract }, query: undefined }
  const done = (effect: InstallationReportsEffect, effect_sentence: string, task: string | null = null): Effect => ({
    effect,
    effect_sentence,
    task,
  })
  const ofEnd = active_to === null ? null : reinstalledBefore(active_to)
  switch (kind) {
    case 'activate': {
      const { unbilled } = await activateService(ctx, no_contract, { activated_on: on })
      return done('activated', DONE_SENTENCES.activate(on), unbilled)
    }
    case 'end': {
      const { lastDay } = await endWithRemoval(tx, ctx, no_contract, on)
      return done('ended', DONE_SENTENCES.end(lastDay), lastDay > on ? removedBefore(on, lastDay) : null)
    }
    case 'reconnect':
      await reconnect(ctx, { ...contract, body: undefined })
      return done('reconnected', DONE_SENTENCES.reconnect(ctx.today, active_to), ofEnd)
    case 'reinstall':
      await endRemoval(tx, ctx, no_contract)
      return done('reconnected', DONE_SENTENCES.reinstall(active_to), ofEnd)
    case 'move':
      await applyTransfer(tx, { id, no_contract }, on, ctx.today)
      return done('moved', DONE_SENTENCES.move(on))
  }
}

/** Ends a contract whose equipment was taken back on a day, which is that of the request (R2.9), and stops its service from the next one. */
async function endWithRemoval(
  tx: Tx,
  ctx: Ctx,
  no: string,
  on: Day,
): Promise<{ lastDay: Day; corrections: Correction[] }> {
  const body = { requested_on: on, reason: REMOVAL_REASON }
  const ended = await terminate(ctx, { params: { no }, query: undefined, body })
  const { last_day, corrections } = await stopRemovedService(tx, ctx, no, on)
  return { lastDay: last_day ?? on, corrections: [...ended.data.corrections, ...corrections] }
}

/**
 * Registers the removal of a report that left a task, with the day of its visit: what the report would have done on its day. Returns the
 * sentences of what it did. Throws a Refusal when the state of the contract does not allow it.
 */
export async function registerRemoval(tx: Tx, ctx: Ctx, contract: ContractRow, on: Day): Promise<string> {
  const step = stepOf('retiro', serviceStateOf(contract, ctx.today), on)
  if (step.kind === 'task') throw new Refusal('conflict', step.reason)
  const { no_contract } = contract
  if (step.kind === 'none') {
    const { corrections } = await stopRemovedService(tx, ctx, no_contract, on)
    return withCorrections(step.sentence, corrections)
  }
  const inTx: Ctx = { ...ctx, today: ctx.today, tx: (work) => work(tx) }
  const { lastDay, corrections } = await endWithRemoval(tx, inTx, no_contract, on)
  return withCorrections(DONE_SENTENCES.end(lastDay), corrections)
}
