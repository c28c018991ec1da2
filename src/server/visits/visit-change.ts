import type { Day } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import { notFound, refuseField } from '#domain/core/refusal.ts'
import {
  isAtSameTime,
  nextVisitState,
  timeOfVisitLabel,
  VISIT_KIND_LABELS,
  VISIT_STATE_LABELS,
  type Visit,
  type VisitKind,
} from '#domain/visits/visit.ts'
import { getTechnician } from '#server/contracts/contract-queries.ts'
import { setInstallationDay } from '#server/contracts/transition-queries.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import {
  attachReport,
  getInstallationDay,
  getOpenVisit,
  insertVisitChange,
  type LockedVisit,
  listOtherVisits,
  listVisits,
  lockVisit,
  updateVisit,
  type VisitColumns,
} from './queries.ts'

type Changed = { data: Visit; warning: string | null }

/** A visit as a caller reads it. The same 404 for a missing one and for one of another company. */
export async function readVisit(tx: Tx, ctx: Pick<Ctx, 'today'>, id: string): Promise<Visit> {
  const [visit] = await listVisits(tx, { id, ownerId: null, today: ctx.today }, { offset: 0, limit: 1 })
  if (!visit) throw notFound('Esa visita no existe')
  return visit
}

/**
 * One change of a visit: locks it, calls `decide` for its new columns, adds them to its history, copies the day of an installation to
 * its contract, records the event, and writes to the client when the visit has or had a day.
 */
export async function changeVisit(
  tx: Tx,
  ctx: Ctx,
  id: string,
  decide: (before: LockedVisit) => Promise<{ event: EventName; changes: Partial<VisitColumns>; report_id?: string }>,
): Promise<Changed> {
  const before = await lockVisit(tx, id)
  if (!before) throw notFound('Esa visita no existe')
  const { event, changes, report_id } = await decide(before)
  const { state, day, slot, from_time, to_time, technician_id, bring, note, reason } = { ...before, ...changes }
  const after = { state, day, slot, from_time, to_time, technician_id, bring, note, reason }
  await updateVisit(tx, id, report_id === undefined ? after : { ...after, report_id })
  return recordVisit(tx, ctx, event, { before, after: { ...before, ...after } })
}

/** What every change of a visit leaves, the first one too: its history, its event, its email, and the warning of the reply. */
export async function recordVisit(
  tx: Tx,
  ctx: Ctx,
  event: EventName,
  { before, after }: { before: LockedVisit | null; after: LockedVisit },
): Promise<Changed> {
  const changeId = await insertVisitChange(tx, after.id, ctx.actor.name)
  if (after.kind === 'instalacion') {
    await setInstallationDay(tx, after.contract_id, await getInstallationDay(tx, after.contract_id))
  }
  const data = await readVisit(tx, ctx, after.id)
  await tx.record(event, {
    entity_id: after.id,
    client_id: after.client_id,
    before: before && visitEventData(before),
    after: { ...visitEventData(after), technician: data.technician?.name ?? null },
  })
  if (isClientConcerned(event, before, after)) {
    await tx.enqueue('message.visit', { company_id: ctx.actor.companyId, change_id: changeId })
  }
  return { data, warning: await warningOf(tx, data) }
}

/** The events of which the client is notified, while the visit has a day or had one. */
const CLIENT_EVENTS: readonly EventName[] = ['visit.planned', 'visit.moved', 'visit.cancelled']

const isClientConcerned = (event: EventName, before: LockedVisit | null, after: LockedVisit): boolean =>
  CLIENT_EVENTS.includes(event) && (event === 'visit.cancelled' ? (before?.day ?? null) !== null : after.day !== null)

const visitEventData = (visit: LockedVisit) => ({
  no_contract: visit.no_contract,
  kind: VISIT_KIND_LABELS[visit.kind],
  state: VISIT_STATE_LABELS[visit.state],
  day: visit.day,
  time: visit.day === null ? null : timeOfVisitLabel(visit),
  technician_id: visit.technician_id,
  bring: visit.bring,
  note: visit.note,
  reason: visit.reason,
})

/** Two visits of a technician at the same time are allowed: the user decides. */
async function warningOf(tx: Tx, { id, day, technician, ...time }: Visit): Promise<string | null> {
  if (day === null || technician === null) return null
  const others = await listOtherVisits(tx, { id, day, technician_id: technician.id })
  const other = others.find((visit) => isAtSameTime(visit, time))
  return other === undefined
    ? null
    : `${technician.name} ya tiene otra visita a esa hora: contrato ${other.no_contract}`
}

/** Throws Refusal for a day that has passed and for a user who is not an active technician. */
export async function assertPlan(
  tx: Tx,
  ctx: Ctx,
  plan: { day: Day | null; technician_id: string | null },
  fields: { day: string; technician: string },
): Promise<void> {
  if (plan.day !== null && plan.day < ctx.today) {
    throw refuseField('refused', fields.day, 'La visita no puede quedar en un día que ya pasó')
  }
  if (plan.technician_id !== null && !(await getTechnician(tx, plan.technician_id))) {
    throw refuseField('refused', fields.technician, 'Elige un técnico activo de la empresa')
  }
}

/** How a visit was made: on which day, by which technician, and with which report. */
type Made = { on: Day; technicianId: string | null; reportId: string }

/**
 * Closes the open visit of a kind of a contract, when there is one: the report, or a user, says that it was made. With a report it has
 * the day and the technician of the report, also when the activation of the service closed it. Without one it keeps its planned day,
 * and gets today when that day has not come.
 */
export async function closeVisit(
  tx: Tx,
  ctx: Ctx,
  contractId: string,
  kind: VisitKind,
  made: Made | null,
): Promise<void> {
  const open = await getOpenVisit(tx, contractId, kind)
  if (open) {
    await changeVisit(tx, ctx, open.id, async (visit) => {
      const planned = visit.day === null || visit.day > ctx.today ? ctx.today : visit.day
      return {
        event: 'visit.done',
        changes: {
          state: nextVisitState('finish', visit),
          day: made?.on ?? planned,
          technician_id: made?.technicianId ?? visit.technician_id,
        },
        ...(made && { report_id: made.reportId }),
      }
    })
  } else if (made !== null) await attachReport(tx, { contractId, kind, ...made })
}
