import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type EquipmentKind } from '#domain/core/equipment-kind.ts'
import type { EquipmentQuery } from '#domain/equipment/api.ts'
import {
  type Equipment,
  type EquipmentDetail,
  type EquipmentState,
  type InstalledEquipment,
  normaliseMac,
  normaliseSerial,
  type Property,
} from '#domain/equipment/equipment.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

type EquipmentFilter = EquipmentQuery & { readonly id?: string; readonly today: Day }
type EquipmentRow = Omit<Equipment, 'technician'> & { technician_id: string | null; technician_name: string | null }

export async function listEquipment(tx: Tx, filter: EquipmentFilter, range: RowRange): Promise<Equipment[]> {
  const { rows } = await sql<EquipmentRow>`
    select e.id, e.kind, e.brand, e.model, e.serial, e.mac, e.property, e.state, e.technician_id,
      u.first_name || ' ' || u.last_name as technician_name, c.no_contract
    from (select * from equipment e where ${matching(filter)} order by e.id desc ${pageOf(range)}) e
    left join lateral (select * from users u where u.company_id = e.company_id and u.id = e.technician_id offset 0) u on true
    left join lateral (select * from contracts c where c.company_id = e.company_id and c.id = e.contract_id offset 0) c on true
    order by e.id desc`.execute(tx)
  return rows.map(({ technician_id, technician_name, ...row }) => ({
    ...row,
    technician: technician_id === null ? null : { id: technician_id, name: technician_name ?? '' },
  }))
}

export async function countEquipment(tx: Tx, filter: EquipmentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from equipment e where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

function matching({ id, q, ...query }: EquipmentFilter): RawBuilder<unknown> {
  const conditions = [
    sql`e.company_id = (select current_company())`,
    id === undefined ? null : sql`e.id = ${id}`,
    q === undefined || q === ''
      ? null
      : sql`(position(${normaliseSerial(q)} in e.serial) > 0 or e.mac = ${normaliseMac(q)} or position(lower(${q}) in lower(e.brand)) > 0)`,
    query.state === undefined ? null : sql`e.state = ${query.state}`,
    query.kind === undefined ? null : sql`e.kind = ${query.kind}`,
    query.without_serial === undefined ? null : sql`e.serial is null`,
    query.to_pick_up === undefined ? null : sql`e.pick_up_from <= ${query.today}::date`,
    query.technician_id === undefined ? null : sql`e.technician_id = ${query.technician_id}`,
    query.no_contract === undefined
      ? null
      : sql`e.contract_id = (
          select c.id from contracts c where c.company_id = (select current_company()) and c.no_contract = ${query.no_contract})`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

export async function listMoves(tx: Tx, equipmentId: string): Promise<EquipmentDetail['moves']> {
  const { rows } = await sql<Omit<EquipmentDetail['moves'][number], 'at'> & { created_at: Date }>`
    select m.report_id, m.from_state as from, m.to_state as to, u.first_name || ' ' || u.last_name as technician, c.no_contract, m.note,
      m.actor_name as actor, m.created_at
    from equipment_moves m
    left join users u on u.company_id = m.company_id and u.id = m.technician_id
    left join contracts c on c.company_id = m.company_id and c.id = m.contract_id
    where m.company_id = (select current_company()) and m.equipment_id = ${equipmentId} order by m.id desc limit 100`.execute(
    tx,
  )
  return rows.map(({ created_at, ...move }) => ({ ...move, at: created_at.toISOString() }))
}

type NewEquipmentRow = {
  kind: EquipmentKind
  brand: string
  model: string | null
  serial: string | null
  mac: string | null
  property: Property
}

/** Inserts a piece of equipment in its first place. Null when its serial or its MAC is stored already. */
export async function insertEquipment(tx: Tx, row: NewEquipmentRow, place: Place): Promise<string | null> {
  const inserted = await tx
    .insertInto('equipment')
    .values({ ...row, ...place })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

type LockedEquipment = Pick<Equipment, 'id' | 'kind' | 'brand' | 'serial' | 'mac' | 'state'> & {
  contract_id: string | null
}

/** Locks a piece of equipment until the end of the transaction: it cannot go to two places at the same time. */
export const lockEquipment = (tx: Tx, by: { id: string } | { serial: string }): Promise<LockedEquipment | undefined> =>
  tx
    .selectFrom('equipment')
    .select(['id', 'kind', 'brand', 'serial', 'mac', 'state', 'contract_id'])
    .where((eb) => ('id' in by ? eb('id', '=', by.id) : eb('serial', '=', normaliseSerial(by.serial))))
    .forUpdate()
    .executeTakeFirst()

/** The kind and the brand of the pieces of the stock with those serials. */
export const listNamed = (tx: Tx, serials: readonly string[]) =>
  tx.selectFrom('equipment').select(['serial', 'kind', 'brand']).where('serial', 'in', serials).execute()

/** Another piece of equipment with that serial or that MAC. */
export async function hasOther(
  tx: Tx,
  id: string,
  { serial, mac }: { serial: string | null; mac: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    select from equipment e where e.company_id = (select current_company()) and e.id <> ${id} and (e.serial = ${serial} or e.mac = ${mac})
    limit 1`.execute(tx)
  return rows.length > 0
}

export async function updateNumbers(
  tx: Tx,
  id: string,
  numbers: { serial: string | null; mac: string | null },
): Promise<void> {
  await tx.updateTable('equipment').set(numbers).where('id', '=', id).execute()
}

export type Place = { state: EquipmentState; technician_id: string | null; contract_id: string | null }

export async function updatePlace(tx: Tx, id: string, { state, technician_id, contract_id }: Place): Promise<void> {
  await sql`
    update equipment e set state = ${state}, technician_id = ${technician_id}, contract_id = ${contract_id},
      pick_up_from = case when e.property = 'comodato' then (
        select c.active_to + 1 from contracts c where c.company_id = e.company_id and c.id = ${contract_id}) end
    where e.company_id = (select current_company()) and e.id = ${id}`.execute(tx)
}

export async function insertMove(
  tx: Tx,
  equipmentId: string,
  move: Place & {
    from_state: EquipmentState | null
    report_id: string | null
    note: string | null
    actor_name: string
  },
): Promise<void> {
  const { state, ...rest } = move
  await tx
    .insertInto('equipment_moves')
    .values({ ...rest, to_state: state, equipment_id: equipmentId })
    .execute()
}

/** The pieces lent to a contract, by their serial. One that was sold is of the client. */
export async function listLent(tx: Tx, contractId: string): Promise<InstalledEquipment[]> {
  const { rows } = await sql<InstalledEquipment>`
    select id, kind, brand, serial, mac from equipment
    where company_id = (select current_company()) and contract_id = ${contractId} and property = 'comodato' order by serial, id limit 20`.execute(
    tx,
  )
  return rows
}

/** The pieces that are installed at the address of a contract, by their serial. */
export async function listInstalled(tx: Tx, contractId: string): Promise<InstalledEquipment[]> {
  const { rows } = await sql<InstalledEquipment>`
    select id, kind, brand, serial, mac from equipment
    where company_id = (select current_company()) and contract_id = ${contractId} order by serial, id limit 20`.execute(
    tx,
  )
  return rows
}
