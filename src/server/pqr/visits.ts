import { dayLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { assertOpen } from '#domain/pqr/steps.ts'
import { VISIT_TASK } from '#domain/pqr/tasks.ts'
import { timeOfVisitLabel, VISIT_KIND_LABELS, type Visit, type VisitKind } from '#domain/visits/visit.ts'
import { findContract } from '#server/contracts/contract-change.ts'
import { lockContract } from '#server/contracts/contract-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { getOpenVisit } from '#server/visits/queries.ts'
import { readVisit } from '#server/visits/visit-change.ts'
import { createVisit } from '#server/visits/visits.ts'
import { listVisitIds, VISITS_MAX } from './case-visits.ts'
import { authorOf, changed, lockCase, writeStep } from './change.ts'
import { nextDue } from './duty.ts'
import { endTasks } from './entries.ts'

/**
 * Creates the visit of a case in the contract of the case: the visit, its link and the row of the thread, or nothing. A contract has one
 * pending visit of a kind: that one becomes a visit of the case as it is planned, and the reply says so.
 */
export const planVisit: Verb<typeof pqrApi.visit> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    assertOpen(before)
    if (before.no_contract === null)
      throw new Refusal('conflict', 'Esta PQR no es de un contrato: una visita se crea en el contrato')
    const ids = await listVisitIds(tx, before.id)
    if (ids.length >= VISITS_MAX) throw new Refusal('limit_reached', `Una PQR tiene máximo ${VISITS_MAX} visitas`)
    const pending = await readPending(tx, ctx, before.no_contract, body.visit.kind)
    if (pending !== null && ids.includes(pending.id))
      throw new Refusal('conflict', 'Esta PQR ya tiene una visita pendiente de ese tipo: cámbiale el día')
    const planned =
      pending === null
        ? await createVisit(tx, ctx, { ...body.visit, no_contract: before.no_contract })
        : { data: pending, message: PENDING_COPY, warning: null }
    const { data: visit, message, warning } = planned
    await tx.insertInto('pqr_visits').values({ case_id: before.id, visit_id: visit.id }).execute()
    await endTasks(tx, before.id, [VISIT_TASK], { at: ctx.now, by: ctx.actor.name })
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { due_at: await nextDue(tx, before) },
      entry: { kind: 'visit', text: sentenceOf(visit) },
      event: { name: 'pqr.visit_planned', after: { kind: VISIT_KIND_LABELS[visit.kind], day: visit.day } },
    })
    return { ...(await changed(ctx, tx, before.id, message)), warning }
  })

const PENDING_COPY =
  'El contrato ya tenía esa visita pendiente y quedó en el caso como estaba: ábrela si hay que cambiarle el día'

/** The pending visit of a kind of a contract, which is locked until the end of the transaction. */
async function readPending(tx: Tx, ctx: Ctx, no: string, kind: VisitKind): Promise<Visit | null> {
  await lockContract(tx, no)
  const open = await getOpenVisit(tx, (await findContract(tx, ctx, no)).id, kind)
  return open ? readVisit(tx, ctx, open.id) : null
}

/** 'Visita de revisión técnica: 25 de noviembre de 2026, en la mañana.' */
function sentenceOf({ kind, day, technician, ...time }: Visit): string {
  const when = day === null ? 'falta darle un día' : `${dayLabel(day)}, ${timeOfVisitLabel(time).toLowerCase()}`
  return `Visita de ${VISIT_KIND_LABELS[kind].toLowerCase()}: ${when}.${technician === null ? '' : ` Va ${technician.name}.`}`
}
