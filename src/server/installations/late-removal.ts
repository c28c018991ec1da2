import { dayLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { installationReportApi } from '#domain/installations/api.ts'
import { isLateRemoval } from '#domain/installations/effect.ts'
import { findContract } from '#server/contracts/contract-change.ts'
import { lockContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { listLent } from '#server/equipment/queries.ts'
import { closeVisit } from '#server/visits/visit-change.ts'
import { findReportById, reportEventData, shownReport } from './find-report.ts'
import { registerRemoval } from './report-effects.ts'
import { finishTask, getReportOf, type ReportRecord } from './report-queries.ts'

/**
 * The desk registers the removal of a report that arrived too late to have its effect: the contract and what was billed of it become
 * what they were had the report arrived on its day, and the task is closed with what was done (docs/decisions/0067).
 */
export const lateRemoval: Verb<typeof installationReportApi.registerRemoval> = (ctx, { params }) =>
  ctx.tx(async (tx) => {
    const { contract } = await shownReport(tx, ctx, await findReportById(tx, ctx, params.id))
    await lockContract(tx, contract.no_contract)
    const row = await findReportById(tx, ctx, params.id)
    if (!isLateRemoval(await shownReport(tx, ctx, row)))
      throw new Refusal('conflict', 'Esta acta no tiene un retiro por registrar')
    const last = await getReportOf(tx, row.contract_id, undefined)
    if (last !== undefined && last.visit_on > row.visit_on)
      throw new Refusal(
        'conflict',
        `Después de este retiro hay un acta de la visita del ${dayLabel(last.visit_on)}: registra tú lo que cambie en el contrato y lo que se devuelva`,
      )
    const made = await registerRemoval(tx, ctx, await findContract(tx, ctx, contract.no_contract), row.visit_on)
    // The visit that a termination opens is the one of this report, unless something is still to be picked up.
    if ((await listLent(tx, row.contract_id)).length === 0)
      await closeVisit(tx, ctx, row.contract_id, 'retiro', { on: row.visit_on, technicianId: null, reportId: row.id })
    return { data: await closeTask(tx, ctx, row, made), message: made }
  })

/** Closes the task of a report with what was done. Throws a 409 Refusal without an open task. */
export async function closeTask(tx: Tx, ctx: Ctx, row: ReportRecord, note: string) {
  const done = { done_at: ctx.now, done_by: ctx.actor.name, note }
  if (row.task_reason === null) throw new Refusal('conflict', 'Esta acta no dejó ninguna tarea')
  if (!(await finishTask(tx, row.id, done))) throw new Refusal('conflict', 'Esta tarea ya está cerrada')
  await tx.record('report.task_finished', {
    entity_id: row.id,
    client_id: row.client_id,
    after: { ...reportEventData(await shownReport(tx, ctx, row)), reason: row.task_reason, resolution: note },
  })
  return { reason: row.task_reason, ...done, done_at: ctx.now.toISOString() }
}
