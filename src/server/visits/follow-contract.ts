import { type RawBuilder, sql } from 'kysely'
import { EQUIPMENT_KIND_LABELS } from '#domain/core/equipment-kind.ts'
import type { EventName } from '#domain/core/event.ts'
import type { VisitKind } from '#domain/visits/visit.ts'
import type { NewEvent, ReactionToOne } from '#server/core/events.ts'

/**
 * The visits that a change of a contract needs: a signed contract has an installation to plan, and a terminated one a pick-up of the
 * equipment that is not back (R2.21), and a planned move the visit that makes it (R2.13). A service that was activated has its installation made; a contract
 * that ended, a termination that was taken back and a cancelled move need no visit, and a void contract only the pick-up of its equipment.
 */
export const followContract: ReactionToOne = (event) => CHANGES[event.name]?.(event) ?? { with: [], select: [] }

const CHANGES: Readonly<Partial<Record<EventName, ReactionToOne>>> = {
  'contract.signed': (event) => openVisit(event, 'instalacion', null),
  'contract.terminated': (event) => openPickUp(event),
  'contract.transfer_planned': (event) => openVisit(event, 'translado', moveNote(event), textOf(event, 'moves_on')),
  'contract.activated': (event) =>
    updateOpen(
      event,
      ofKind('instalacion'),
      // The day of the service, not the planned one.
      sql`state = 'done', day = (select c.active_from from contracts c where c.company_id = v.company_id and c.id = v.contract_id)`,
    ),
  'contract.ended': (event) =>
    updateOpen(event, sql`v.kind <> 'retiro'`, sql`state = 'cancelled', reason = 'El contrato terminó'`),
  'contract.transfer_cancelled': (event) =>
    updateOpen(event, ofKind('translado'), sql`state = 'cancelled', reason = 'El traslado se anuló'`),
  'contract.cancelled': (event) => endVisits(event),
  'contract.termination_withdrawn': (event) =>
    updateOpen(event, ofKind('retiro'), sql`state = 'cancelled', reason = 'El contrato sigue'`),
}

/** A void contract needs no visit but the pick-up of the equipment that is already at the client. */
function endVisits(event: NewEvent): ReturnType<ReactionToOne> {
  const ended = updateOpen(event, sql`v.kind <> 'retiro'`, sql`state = 'cancelled', reason = 'El contrato se anuló'`)
  const pickUp = sql`pick_up as (
    insert into visits (company_id, contract_id, kind, note, created_by)
    select ${event.companyId}::uuid, ${event.entityId}::uuid, 'retiro', 'Recoger los equipos: el contrato quedó sin efecto', ${event.actor.name}
    where exists (
      select from equipment e
      where e.company_id = ${event.companyId}::uuid and e.contract_id = ${event.entityId}::uuid and e.property = 'comodato')
    on conflict do nothing returning *)`
  const history = sql`pick_up_history as (
    insert into visit_changes (company_id, visit_id, state, day, slot, from_time, to_time, technician_id, reason, actor_name)
    select company_id, id, state, day, slot, from_time, to_time, technician_id, reason, ${event.actor.name} from pick_up)`
  return { with: [...ended.with, pickUp, history], select: ended.select }
}

function openVisit(
  event: NewEvent,
  kind: VisitKind,
  note: string | null,
  day: string | null = null,
): ReturnType<ReactionToOne> {
  const visit = sql`changed_visit as (
    insert into visits (company_id, contract_id, kind, day, note, created_by)
    values (${event.companyId}::uuid, ${event.entityId}::uuid, ${kind}, ${day}::date, ${note}, ${event.actor.name})
    on conflict do nothing returning *)`
  return { with: [visit, historyOf(event)], select: [] }
}

/**
 * The pick-up of a terminated contract, which names what is lent there. None when nothing is, and a removal took it back, or the stock
 * says that what was lent came back; a contract whose equipment the stock does not have is visited.
 */
function openPickUp(event: NewEvent): ReturnType<ReactionToOne> {
  const [company, contract] = [sql`${event.companyId}::uuid`, sql`${event.entityId}::uuid`]
  const visit = sql`changed_visit as (
    insert into visits (company_id, contract_id, kind, note, created_by)
    select ${company}, ${contract}, 'retiro',
      case when was.removed then 'Recoger los equipos que faltan' else 'Recoger los equipos después del último día de servicio' end
        || coalesce(': ' || lent.names, ''), ${event.actor.name}
    from (
      select string_agg(${equipmentNames} || ' ' || e.brand || ' ' || coalesce(e.serial, e.mac, 'sin serial'), ', ' order by e.serial, e.id) as names
      from equipment e where e.company_id = ${company} and e.contract_id = ${contract} and e.property = 'comodato'
    ) lent
    cross join (
      select exists (
        select from suspension_intervals i
        where i.company_id = ${company} and i.contract_id = ${contract} and i.kind = 'removal' and i.to_on is null
      ) as removed, exists (
        select from equipment_moves m join equipment e on e.company_id = m.company_id and e.id = m.equipment_id
        where m.company_id = ${company} and m.contract_id = ${contract} and m.to_state = 'at_client' and e.property = 'comodato'
      ) as lent
    ) was
    where lent.names is not null or not (was.removed or was.lent)
    on conflict do nothing returning *)`
  return { with: [visit, historyOf(event)], select: [] }
}

/** The kind of a piece `e`, as a person reads it. */
const equipmentNames = sql`(${JSON.stringify(EQUIPMENT_KIND_LABELS)}::jsonb ->> e.kind)`

/** 'Llevar el servicio a Carrera 43A # 5-15, Envigado'. */
const moveNote = (event: NewEvent): string =>
  `Llevar el servicio a ${textOf(event, 'new_address') ?? ''}, ${textOf(event, 'new_city') ?? ''}`

function textOf({ after }: NewEvent, field: string): string | null {
  const value = after?.[field]
  return typeof value === 'string' ? value : null
}

const ofKind = (kind: VisitKind): RawBuilder<unknown> => sql`v.kind = ${kind}`

function updateOpen(
  event: NewEvent,
  which: RawBuilder<unknown>,
  changes: RawBuilder<unknown>,
): ReturnType<ReactionToOne> {
  const visit = sql`changed_visit as (
    update visits v set ${changes}
    where v.company_id = ${event.companyId}::uuid and v.contract_id = ${event.entityId}::uuid and v.state in ('planned', 'moved')
      and ${which} returning v.*)`
  const email = sql`
    select enqueue('message.visit', json_build_object('company_id', ${event.companyId}::uuid, 'change_id', h.id), null)
    from visit_history h where h.state = 'cancelled' and h.day is not null and not ${isUntold}`
  return { with: [visit, historyOf(event)], select: [email] }
}

/** A visit that has the day of its transfer and that no user has changed: the client received the message of the transfer only. */
const isUntold = sql`(h.technician_id is null and exists (
  select from changed_visit v where v.id = h.visit_id and v.kind = 'translado' and not exists (
    select from visit_changes o where o.company_id = h.company_id and o.visit_id = h.visit_id offset 1)))`

const historyOf = ({ actor }: NewEvent) => sql`visit_history as (
  insert into visit_changes (company_id, visit_id, state, day, slot, from_time, to_time, technician_id, reason, actor_name)
  select company_id, id, state, day, slot, from_time, to_time, technician_id, reason, ${actor.name} from changed_visit returning *)`
