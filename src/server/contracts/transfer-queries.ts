import { type RawBuilder, sql } from 'kysely'
import type { PlannedTransfer } from '#domain/contracts/transfer.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Place } from '#domain/places/place.ts'
import type { Tx } from '#server/core/tx.ts'

/** The address of a service. */
export type ServiceAddress = Place & {
  address: string
  latitude: number | null
  longitude: number | null
  segment: Segment
  stratum: number | null
}

export async function insertTransfer(
  tx: Tx,
  contractId: string,
  transfer: ServiceAddress & { moves_on: Day; charge: Money },
): Promise<void> {
  await tx
    .insertInto('contract_transfers')
    .values({ ...transfer, contract_id: contractId })
    .execute()
}

/** The planned transfer of a contract. */
export const getPlannedTransfer = (
  tx: Tx,
  contractId: string,
): Promise<(PlannedTransfer & { id: string }) | undefined> =>
  tx
    .selectFrom('contract_transfers')
    .select(['id', 'moves_on', 'address', 'department', 'city', 'stratum', 'charge'])
    .where('contract_id', '=', contractId)
    .where('applied_on', 'is', null)
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()

/** The same as its contract shows it; null without one. */
export async function upcomingTransfer(tx: Tx, contractId: string): Promise<PlannedTransfer | null> {
  const planned = await getPlannedTransfer(tx, contractId)
  if (!planned) return null
  const { id: _id, ...shown } = planned
  return shown
}

/** What the VAT of a service on a later day depends on, when a transfer is planned up to that day. */
export const getPlannedUse = (
  tx: Tx,
  contractId: string,
  on: Day,
): Promise<{ segment: Segment; stratum: number | null } | undefined> =>
  tx
    .selectFrom('contract_transfers as t')
    .select(['t.segment', 't.stratum'])
    .where('t.contract_id', '=', contractId)
    .where('t.applied_on', 'is', null)
    .where('t.cancelled_at', 'is', null)
    .where('t.moves_on', '<=', on)
    .where(sql<boolean>`not ${waitsForVisit(sql`t`)}`)
    .executeTakeFirst()

/** The last transfer of a contract that was applied. */
export const getAppliedTransfer = async (
  tx: Tx,
  contractId: string,
): Promise<{ applied_on: Day; address: string } | undefined> => {
  const { rows } = await sql<{ applied_on: Day; address: string }>`
    select applied_on, address from contract_transfers
    where company_id = (select current_company()) and contract_id = ${contractId} and applied_on is not null
    order by applied_on desc, id desc limit 1`.execute(tx)
  return rows[0]
}

export async function cancelPlannedTransfer(
  tx: Tx,
  contractId: string,
  at: Date | RawBuilder<Date>,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('contract_transfers')
    .set({ cancelled_at: at, cancel_reason: reason })
    .where('contract_id', '=', contractId)
    .where('applied_on', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Gives a contract the address of its planned transfer, which keeps the earlier one. Returns its charge; undefined without one. */
export async function movePlanned(
  tx: Tx,
  contractId: string,
  on: Day,
): Promise<{ address: string; charge: Money } | undefined> {
  const { rows } = await sql<{ address: string; charge: Money }>`
    with earlier as (
      select c.id, c.address, c.department, c.city, c.segment, c.stratum from contracts c
      where c.company_id = (select current_company()) and c.id = ${contractId}
    ),
    applied as (
      update contract_transfers t set applied_on = ${on}::date, earlier_address = e.address, earlier_department = e.department,
        earlier_city = e.city, earlier_segment = e.segment, earlier_stratum = e.stratum
      from earlier e
      where t.company_id = (select current_company()) and t.contract_id = e.id and t.applied_on is null and t.cancelled_at is null
      returning t.*
    ),
    moved as (
      update contracts c set address = a.address, department = a.department, city = a.city, municipality_code = a.municipality_code,
        latitude = a.latitude, longitude = a.longitude, segment = a.segment, stratum = a.stratum, moved_on = ${on}::date, updated_at = now()
      from applied a where c.company_id = (select current_company()) and c.id = a.contract_id
    )
    select address, charge from applied`.execute(tx)
  return rows[0]
}

/** Gives another day to the planned transfer of a contract. */
export async function updateTransferDay(tx: Tx, contractId: string, moves_on: Day): Promise<void> {
  await tx
    .updateTable('contract_transfers')
    .set({ moves_on })
    .where('contract_id', '=', contractId)
    .where('applied_on', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}

/**
 * The visit that makes a planned transfer waits for a day: it has none, or it was not made. Until then only the report of the technician
 * moves the service, and a month is billed with the VAT of the address where the service is. `move`: the alias of the transfer.
 */
export const waitsForVisit = (move: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from visits v where v.company_id = ${move}.company_id and v.contract_id = ${move}.contract_id and v.kind = 'translado'
    and (v.state in ('planned', 'moved') and v.day is null or v.state = 'missed' and not exists (
      select from visits n where n.company_id = v.company_id and n.contract_id = v.contract_id and n.kind = v.kind and n.id > v.id)))`

/** The visit of a planned transfer that is still to be made, or to be marked as made or not. `move`: the alias of the transfer. */
const hasOpenVisit = (move: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select from visits v where v.company_id = ${move}.company_id and v.contract_id = ${move}.contract_id and v.kind = 'translado'
    and v.state in ('planned', 'moved'))`

/**
 * The contracts in service whose transfer has its day; one of them, or all. Locks them, as a change does. A transfer with an open visit
 * waits for the end of its day, on which the visit may be marked as not made.
 */
export async function lockDueTransfers(
  tx: Tx,
  today: Day,
  { contractId, limit }: { contractId: string | null; limit: number },
): Promise<{ id: string; no_contract: string; moves_on: Day }[]> {
  const { rows } = await sql<{ id: string; no_contract: string; moves_on: Day }>`
    select c.id, c.no_contract, t.moves_on from contract_transfers t
    join contracts c on c.company_id = t.company_id and c.id = t.contract_id
    where t.company_id = (select current_company()) and t.applied_on is null and t.cancelled_at is null and t.moves_on <= ${today}::date
      and (t.moves_on < ${today}::date or not ${hasOpenVisit(sql`t`)}) and not ${waitsForVisit(sql`t`)}
      and c.status in ('active', 'suspended') and (c.active_to is null or t.moves_on <= c.active_to) and (${contractId}::uuid is null or c.id = ${contractId}::uuid)
    order by c.id limit ${limit} for update of c skip locked`.execute(tx)
  return rows
}
