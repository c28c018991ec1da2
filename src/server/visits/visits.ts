import { type Correction, withCorrections } from '#domain/contracts/correction.ts'
import { assertAction } from '#domain/contracts/lifecycle.ts'
import { dayLabel, timeInBogota } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { type Move, type NewVisit, visitApi } from '#domain/visits/api.ts'
import { assertLateReason } from '#domain/visits/late-installation.ts'
import {
  assertNotOver,
  assertVisitKind,
  isOpenVisit,
  nextVisitState,
  type Visit,
  type VisitKind,
  type VisitTime,
  visitTimeOf,
} from '#domain/visits/visit.ts'
import { findContract, readContract } from '#server/contracts/contract-change.ts'
import { lockContract } from '#server/contracts/contract-queries.ts'
import { correctWaiting, followVisit } from '#server/contracts/transfers.ts'
import type { Ctx } from '#server/core/context.ts'
import { listReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import {
  countVisits,
  getOpenVisit,
  insertVisit,
  listVisitChanges,
  listVisits,
  lockVisit,
  updateVisit,
  type VisitColumns,
} from './queries.ts'
import { assertPlan, changeVisit, closeVisit, readVisit, recordVisit } from './visit-change.ts'

export const visits = implement(visitApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { ...query, ownerId: ctx.actor.role === 'client' ? ctx.actor.userId : null, today: ctx.today }
      return listReply(query, {
        rows: (range) => listVisits(tx, filter, range),
        total: () => countVisits(tx, filter),
      })
    }),

  get: (ctx, { params }) =>
    ctx.tx(async (tx) => ({
      data: { ...(await readVisit(tx, ctx, params.id)), changes: await listVisitChanges(tx, params.id) },
    })),

  create: (ctx, { body: { visit } }) => ctx.tx((tx) => createVisit(tx, ctx, visit)),

  move: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const changed = await moveVisit(tx, ctx, params.id, body, {
        day: 'day',
        technician: 'technician_id',
        slot: 'slot',
        to_time: 'to_time',
        reason: 'reason',
      })
      const { corrections, ...visit } = changed
      return { ...visit, message: withCorrections(plannedCopy(visit.data.day), corrections) }
    }),

  assign: (ctx, { params, body: { technician_id } }) =>
    ctx.tx(async (tx) => {
      await assertPlan(tx, ctx, { day: null, technician_id }, { day: 'day', technician: 'technician_id' })
      const changed = await changeVisit(tx, ctx, params.id, async (visit) => ({
        event: 'visit.assigned',
        changes: { state: nextVisitState('assign', visit), technician_id },
      }))
      const { technician } = changed.data
      return {
        ...changed,
        message: technician === null ? 'La visita quedó sin técnico' : `Asignada a ${technician.name}`,
      }
    }),

  cancel: (ctx, { params, body }) => closeWithReason(ctx, params.id, 'visit.cancelled', body.reason),
  miss: (ctx, { params, body }) => closeWithReason(ctx, params.id, 'visit.missed', body.reason),

  finish: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const visit = await lockVisit(tx, params.id)
      if (!visit) throw notFound('Esa visita no existe')
      nextVisitState('finish', visit)
      if (visit.kind === 'instalacion') {
        throw new Refusal('conflict', 'Una instalación queda hecha con su acta, o cuando el servicio se activa')
      }
      await closeVisit(tx, ctx, visit.contract_id, visit.kind, null)
      return { data: await readVisit(tx, ctx, params.id), warning: null, message: 'Visita hecha' }
    }),

  schedule: (ctx, { params, body: { scheduled_on: day, technician_id, reason } }) =>
    ctx.tx(async (tx) => {
      await lockContract(tx, params.no)
      const contract = await findContract(tx, ctx, params.no)
      assertAction('schedule', contract.status)
      const fields = {
        day: 'scheduled_on',
        technician: 'technician_id',
        slot: 'scheduled_on',
        to_time: 'scheduled_on',
        reason: 'reason',
      }
      const open = await getOpenVisit(tx, contract.id, 'instalacion')
      // This call has no hours: the visit keeps those that were agreed.
      if (open) await moveVisit(tx, ctx, open.id, { day, technician_id, reason, ...open }, fields)
      else {
        await assertPlan(tx, ctx, { day, technician_id }, fields)
        const late = { day, due_on: contract.installation_due_on, reason: reason ?? null }
        assertLateReason(late, ctx.today, 'reason')
        const visit = { contract_id: contract.id, kind: 'instalacion' as const }
        const plan = { day, technician_id, reason: late.reason, ...visitTimeOf({}), bring: null, note: null }
        await addVisit(tx, ctx, visit, plan)
      }
      return { data: await readContract(tx, ctx, params.no), message: 'Visita programada exitosamente' }
    }),
})

/** Creates a visit of a contract. The fields of its refusals are those of `visit` in the body. */
export async function createVisit(tx: Tx, ctx: Ctx, visit: NewVisit) {
  const { no_contract, kind, day = null, technician_id = null, bring, note, reason = null, ...time } = visit
  await lockContract(tx, no_contract)
  const contract = await findContract(tx, ctx, no_contract)
  assertVisitKind(kind, contract.status)
  await assertPlan(tx, ctx, { day, technician_id }, { day: 'visit.day', technician: 'visit.technician_id' })
  const plan = { day, technician_id, ...visitTimeOf(time, 'visit.') }
  if (day === ctx.today) assertNotOver(plan, timeInBogota(ctx.now), { slot: 'visit.slot', to_time: 'visit.to_time' })
  const due_on = kind === 'instalacion' ? contract.installation_due_on : null
  assertLateReason({ day, due_on, reason }, ctx.today, 'visit.reason')
  const lines = { bring: textOrNull(bring), note: textOrNull(note), reason }
  const changed = await addVisit(tx, ctx, { contract_id: contract.id, kind }, { ...plan, ...lines })
  const corrections = await moveService(tx, ctx, changed.data, 'visit.day')
  return { ...changed, message: withCorrections(plannedCopy(changed.data.day), corrections) }
}

const plannedCopy = (day: Parameters<typeof dayLabel>[0] | null): string =>
  day === null ? 'Visita creada: falta darle un día' : `Visita programada para el ${dayLabel(day)}`

const textOrNull = (text: string | null | undefined): string | null => (text === '' ? null : (text ?? null))

async function addVisit(
  tx: Tx,
  ctx: Ctx,
  visit: { contract_id: string; kind: VisitKind },
  plan: Omit<VisitColumns, 'state'>,
) {
  const id = await insertVisit(tx, { ...visit, created_by: ctx.actor.name })
  if (id === null) {
    throw new Refusal('conflict', 'Este contrato ya tiene una visita pendiente de ese tipo: cámbiale el día')
  }
  await updateVisit(tx, id, { ...plan, state: 'planned' })
  const after = await lockVisit(tx, id)
  if (!after) throw notFound('Esa visita no existe')
  return recordVisit(tx, ctx, plan.day === null ? 'visit.created' : 'visit.planned', { before: null, after })
}

/** The first day of a visit, or another one. The same day with another technician or hour does not count as a move. */
async function moveVisit(
  tx: Tx,
  ctx: Ctx,
  id: string,
  { day, technician_id, bring, note, reason, ...time }: Move,
  fields: { day: string; technician: string; slot: string; to_time: string; reason: string },
) {
  await assertPlan(tx, ctx, { day, technician_id: technician_id ?? null }, fields)
  const changed = await changeVisit(tx, ctx, id, async (visit) => {
    const moved = nextVisitState('move', visit)
    const isSameDay = visit.day === day && isOpenVisit(visit.state)
    const at = visitTimeOf(time)
    const late = { day, due_on: visit.due_on, reason: reason ?? null }
    if (!isSameDay) assertLateReason(late, ctx.today, fields.reason)
    // The rest of a visit may change after its hours: what to bring, or the technician.
    if (day === ctx.today && !(isSameDay && isEqualTime(visit, at))) assertNotOver(at, timeInBogota(ctx.now), fields)
    const event: EventName = visit.day === null ? 'visit.planned' : 'visit.moved'
    return {
      event,
      changes: {
        state: isSameDay ? visit.state : moved,
        day,
        ...at,
        reason: late.reason,
        ...(technician_id === undefined ? {} : { technician_id }),
        ...(bring === undefined ? {} : { bring: textOrNull(bring) }),
        ...(note === undefined ? {} : { note: textOrNull(note) }),
      },
    }
  })
  return { ...changed, corrections: await moveService(tx, ctx, changed.data, fields.day) }
}

/** The service moves on the day of the visit of its transfer (R2.13). Returns what that corrects of the billed months. */
const moveService = async (tx: Tx, ctx: Ctx, visit: Visit, field: string): Promise<Correction[]> =>
  visit.kind === 'translado' && visit.day !== null
    ? followVisit(tx, ctx, visit.no_contract, { day: visit.day, field })
    : []

const isEqualTime = (one: VisitTime, other: VisitTime): boolean =>
  one.slot === other.slot && one.from_time === other.from_time && one.to_time === other.to_time

const REASON_COPY = { 'visit.cancelled': 'Visita cancelada', 'visit.missed': 'La visita quedó como no hecha' } as const

const closeWithReason = (ctx: Ctx, id: string, event: keyof typeof REASON_COPY, reason: string) =>
  ctx.tx(async (tx) => {
    const changed = await changeVisit(tx, ctx, id, async (visit) => {
      const state = nextVisitState(event === 'visit.cancelled' ? 'cancel' : 'miss', visit)
      if (state === 'missed' && visit.day === null) throw new Refusal('conflict', 'La visita todavía no tiene un día')
      if (state === 'missed' && visit.day !== null && visit.day > ctx.today) {
        throw new Refusal('conflict', 'La visita es de un día que no ha llegado: cámbiale el día o cancélala')
      }
      return { event, changes: { state, reason } }
    })
    const { kind, no_contract } = changed.data
    const corrections = kind === 'translado' ? await correctWaiting(tx, ctx, no_contract) : []
    return { ...changed, message: withCorrections(REASON_COPY[event], corrections) }
  })
