import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { VisitQuery } from '#domain/visits/api.ts'
import type { Visit, VisitDetail, VisitKind, VisitState, VisitTime } from '#domain/visits/visit.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { pageOf } from '#server/db/order.ts'
import { otherPlace } from './place.ts'
import { startOf } from './start.ts'

type VisitFilter = VisitQuery & {
  readonly id?: string
  readonly ids?: readonly string[]
  /** Only those still to be made. */
  readonly isOpen?: true
  /** A client reads the visits with a day of its own contracts, without the notes of the staff. Null for the staff. */
  readonly ownerId: string | null
  readonly today: Day
}

type VisitRow = Omit<Visit, 'technician' | 'client' | 'plan'> & {
  technician_id: string | null
  technician_name: string | null
  client_id: string
  client_name: string
  identification: string
  phone: string | null
  plan_name: string
  download_speed: string
  upload_speed: string
}

const ORDER = sql`v.day nulls first, ${startOf(sql`v`)}, v.id`

/** The visits in the order of their day and hour; those without a day first. */
export async function listVisits(tx: Tx, filter: VisitFilter, range: RowRange): Promise<Visit[]> {
  const { rows } = await sql<VisitRow>`
    select v.id, v.kind, v.state, v.day, v.slot, v.from_time, v.to_time, v.technician_id,
      u.first_name || ' ' || u.last_name as technician_name, v.bring, v.note, v.reason, c.no_contract,
      case when c.status in ('active', 'suspended') and c.active_to < ${filter.today}::date then 'terminated' else c.status end as status_contract,
      c.client_id, k.name as client_name, k.identification, k.phone,
      coalesce(o.address, c.address) as address, coalesce(o.department, c.department) as department, coalesce(o.city, c.city) as city,
      case when o.address is null then c.latitude else o.latitude end as latitude,
      case when o.address is null then c.longitude else o.longitude end as longitude, o.from_address,
      p.name as plan_name, p.download_speed, p.upload_speed,
      case when v.kind = 'instalacion' then c.installation_due_on end as due_on
    from (select * from visits v where ${matching(filter)} order by ${ORDER} ${pageOf(range)}) v
    cross join lateral (select * from contracts c where c.company_id = v.company_id and c.id = v.contract_id offset 0) c
    cross join lateral (select * from clients k where k.company_id = c.company_id and k.id = c.client_id offset 0) k
    cross join lateral (select * from plans p where p.company_id = c.company_id and p.id = c.plan_id offset 0) p
    left join lateral (select * from users u where u.company_id = v.company_id and u.id = v.technician_id offset 0) u on true
    left join lateral ${otherPlace} o on true
    order by ${ORDER}`.execute(tx)
  return rows.map((row) => visitOf(row, filter.ownerId !== null))
}

export async function countVisits(tx: Tx, filter: VisitFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from visits v where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

function matching({ id, ids, isOpen, ownerId, ...query }: VisitFilter) {
  const conditions = [
    sql`v.company_id = (select current_company())`,
    id === undefined ? null : sql`v.id = ${id}`,
    ids === undefined ? null : sql`v.id = any (${uuidArray(ids)}::uuid[])`,
    isOpen === undefined ? null : sql`v.state in ('planned', 'moved')`,
    ownerId === null
      ? null
      : sql`v.day is not null and v.contract_id in (
          select c.id from contracts c join clients k on k.company_id = c.company_id and k.id = c.client_id
          where c.company_id = (select current_company()) and k.user_id = ${ownerId})`,
    query.from === undefined ? null : sql`v.day >= ${query.from}::date`,
    query.to === undefined ? null : sql`v.day <= ${query.to}::date`,
    query.technician_id === undefined ? null : sql`v.technician_id = ${query.technician_id}`,
    query.to_plan === undefined ? null : isToPlan(query.today),
    query.state === undefined ? null : sql`v.state = ${query.state}`,
    query.kind === undefined ? null : sql`v.kind = ${query.kind}`,
    query.municipality_code === undefined
      ? null
      : sql`exists (select from contracts c where c.company_id = v.company_id and c.id = v.contract_id
          and c.municipality_code = ${query.municipality_code})`,
    query.no_contract === undefined
      ? null
      : sql`v.contract_id = (
          select c.id from contracts c where c.company_id = (select current_company()) and c.no_contract = ${query.no_contract})`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

/** A visit that was not made waits for another day until there is a newer one of its kind, or the contract needs it no more. */
const isToPlan = (today: Day) => sql`v.state in ('planned', 'moved', 'missed')
  and (v.state = 'missed' or v.day is null or v.technician_id is null or v.day < ${today}::date)
  and (v.state <> 'missed' or not exists (
    select from visits n where n.company_id = v.company_id and n.contract_id = v.contract_id and n.kind = v.kind and n.id > v.id))
  and (v.state <> 'missed' or v.kind = 'retiro' or not exists (
    select from contracts c where c.company_id = v.company_id and c.id = v.contract_id and c.status in ('cancelled', 'terminated')))`

function visitOf(row: VisitRow, isForClient: boolean): Visit {
  const { technician_id, technician_name, client_id, client_name, identification, phone, ...rest } = row
  const { plan_name, download_speed, upload_speed, ...visit } = rest
  return {
    ...visit,
    ...(isForClient ? { bring: null, note: null } : {}),
    technician: technician_id === null ? null : { id: technician_id, name: technician_name ?? '' },
    client: { id: client_id, name: client_name, identification, phone },
    plan: { name: plan_name, download_speed, upload_speed },
  }
}

export async function listVisitChanges(tx: Tx, visitId: string): Promise<VisitDetail['changes']> {
  const { rows } = await sql<Omit<VisitDetail['changes'][number], 'at'> & { created_at: Date }>`
    select h.state, h.day, h.slot, h.from_time, h.to_time, u.first_name || ' ' || u.last_name as technician, h.reason,
      h.actor_name as actor, h.created_at
    from visit_changes h left join users u on u.company_id = h.company_id and u.id = h.technician_id
    where h.company_id = (select current_company()) and h.visit_id = ${visitId} order by h.id desc limit 100`.execute(
    tx,
  )
  return rows.map(({ created_at, ...change }) => ({ ...change, at: created_at.toISOString() }))
}

/** The columns of a visit that a change reads and writes. */
export type VisitColumns = VisitTime & {
  state: VisitState
  day: Day | null
  technician_id: string | null
  bring: string | null
  note: string | null
  reason: string | null
}
export type LockedVisit = VisitColumns & {
  id: string
  contract_id: string
  no_contract: string
  client_id: string
  kind: VisitKind
  due_on: Day | null
}

/** Locks the contract of a visit and the visit, in the order of the changes of a contract. Undefined when there is no such visit. */
export async function lockVisit(tx: Tx, id: string): Promise<LockedVisit | undefined> {
  await sql`
    select c.id from contracts c where c.company_id = (select current_company())
      and c.id = (select v.contract_id from visits v where v.company_id = (select current_company()) and v.id = ${id}) for update`.execute(
    tx,
  )
  const { rows } = await sql<LockedVisit>`
    select v.id, v.contract_id, c.no_contract, c.client_id, v.kind, v.state, v.day, v.slot, v.from_time, v.to_time, v.technician_id,
      v.bring, v.note, v.reason, case when v.kind = 'instalacion' then c.installation_due_on end as due_on
    from visits v join contracts c on c.company_id = v.company_id and c.id = v.contract_id
    where v.company_id = (select current_company()) and v.id = ${id} for update of v`.execute(tx)
  return rows[0]
}

/** The open visit of a kind of a contract. */
export const getOpenVisit = (tx: Tx, contractId: string, kind: VisitKind) =>
  tx
    .selectFrom('visits')
    .select(['id', 'slot', 'from_time', 'to_time'])
    .where('contract_id', '=', contractId)
    .where('kind', '=', kind)
    .where('state', 'in', ['planned', 'moved'])
    .executeTakeFirst()

/** Inserts a visit. Null when the contract has an open one of that kind already. */
export async function insertVisit(
  tx: Tx,
  visit: { contract_id: string; kind: VisitKind; created_by: string },
): Promise<string | null> {
  const row = await tx
    .insertInto('visits')
    .values(visit)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

export async function updateVisit(tx: Tx, id: string, columns: VisitColumns & { report_id?: string }): Promise<void> {
  await tx.updateTable('visits').set(columns).where('id', '=', id).execute()
}

/** Adds the present state of a visit to its history. Returns the id of the entry. */
export async function insertVisitChange(tx: Tx, visitId: string, actorName: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into visit_changes (visit_id, state, day, slot, from_time, to_time, technician_id, reason, actor_name)
    select id, state, day, slot, from_time, to_time, technician_id, reason, ${actorName} from visits
    where company_id = (select current_company()) and id = ${visitId} returning id`.execute(tx)
  return rows[0]?.id ?? ''
}

/** The day and the technician of the installation of a contract, from its visits; null without one. */
export async function getInstallationDay(
  tx: Tx,
  contractId: string,
): Promise<{ scheduled_on: Day | null; technician_id: string | null }> {
  const row = await tx
    .selectFrom('visits')
    .select(['day as scheduled_on', 'technician_id'])
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'instalacion')
    .where('state', 'in', ['planned', 'moved', 'done'])
    .where('day', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { scheduled_on: null, technician_id: null }
}

export type OtherVisit = VisitTime & { no_contract: string }

/** The other open visits of a technician on a day. */
export async function listOtherVisits(
  tx: Tx,
  visit: { id: string; day: Day; technician_id: string },
): Promise<OtherVisit[]> {
  const { rows } = await sql<OtherVisit>`
    select v.slot, v.from_time, v.to_time, c.no_contract
    from visits v join contracts c on c.company_id = v.company_id and c.id = v.contract_id
    where v.company_id = (select current_company()) and v.technician_id = ${visit.technician_id} and v.day = ${visit.day}
      and v.state in ('planned', 'moved') and v.id <> ${visit.id} order by v.id limit 100`.execute(tx)
  return rows
}

/** Sets the report, and its technician, of a visit that was closed on a day without one. */
export async function attachReport(
  tx: Tx,
  visit: { contractId: string; kind: VisitKind; on: Day; technicianId: string | null; reportId: string },
): Promise<void> {
  await tx
    .updateTable('visits')
    .set({ report_id: visit.reportId, ...(visit.technicianId && { technician_id: visit.technicianId }) })
    .where('contract_id', '=', visit.contractId)
    .where('kind', '=', visit.kind)
    .where('state', '=', 'done')
    .where('day', '=', visit.on)
    .where('report_id', 'is', null)
    .execute()
}
