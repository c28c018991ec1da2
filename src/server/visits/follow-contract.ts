import { type RawBuilder, sql } from 'kysely'
import type { EventName } from '#domain/core/event.ts'
import type { VisitKind } from '#domain/visits/visit.ts'
import type { NewEvent, Reaction } from '#server/core/events.ts'

/**
 * The visits that a change of a contract needs: a signed contract has an installation to plan, and a terminated one a pick-up of its
 * equipment (R2.21). A service that was activated has its installation made; a cancelled contract, and a termination that was taken
 * back, need no visit.
 */
export const followContract: Reaction = (event) => CHANGES[event.name]?.(event) ?? { with: [], select: [] }

const CHANGES: Readonly<Partial<Record<EventName, Reaction>>> = {
  'contract.signed': (event) => openVisit(event, 'instalacion', null),
  'contract.terminated': (event) =>
    openVisit(event, 'retiro', 'Recoger los equipos después del último día de servicio'),
  'contract.activated': (event) =>
    updateOpen(
      event,
      'instalacion',
      sql`state = 'done', day = coalesce(v.day, (now() at time zone 'America/Bogota')::date)`,
    ),
  'contract.cancelled': (event) => updateOpen(event, null, sql`state = 'cancelled', reason = 'El contrato se anuló'`),
  'contract.termination_withdrawn': (event) =>
    updateOpen(event, 'retiro', sql`state = 'cancelled', reason = 'El contrato sigue'`),
}

function openVisit(event: NewEvent, kind: VisitKind, note: string | null): ReturnType<Reaction> {
  const visit = sql`changed_visit as (
    insert into visits (company_id, contract_id, kind, note, created_by)
    values (${event.companyId}::uuid, ${event.entityId}::uuid, ${kind}, ${note}, ${event.actor.name})
    on conflict do nothing returning *)`
  return { with: [visit, historyOf(event)], select: [] }
}

function updateOpen(event: NewEvent, kind: VisitKind | null, changes: RawBuilder<unknown>): ReturnType<Reaction> {
  const visit = sql`changed_visit as (
    update visits v set ${changes}
    where v.company_id = ${event.companyId}::uuid and v.contract_id = ${event.entityId}::uuid and v.state in ('planned', 'moved')
      and (${kind}::text is null or v.kind = ${kind}::text) returning v.*)`
  const email = sql`
    select enqueue('message.visit', json_build_object('company_id', ${event.companyId}::uuid, 'change_id', h.id), null)
    from visit_history h where h.state = 'cancelled' and h.day is not null`
  return { with: [visit, historyOf(event)], select: [email] }
}

const historyOf = ({ actor }: NewEvent) => sql`visit_history as (
  insert into visit_changes (company_id, visit_id, state, day, slot, from_time, to_time, technician_id, reason, actor_name)
  select company_id, id, state, day, slot, from_time, to_time, technician_id, reason, ${actor.name} from changed_visit returning *)`
