import { sql } from 'kysely'
import type { DifferenceQuery, NetworkDifference } from '#domain/network/api.ts'
import type { Difference } from '#domain/network/compare.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

/** Replaces what the last comparison of a device found. A service that Enlace does not know has no id in the row. */
export async function replaceDifferences(tx: Tx, deviceId: string, differences: readonly Difference[]): Promise<void> {
  await sql`delete from network_differences where company_id = (select current_company()) and device_id = ${deviceId}`.execute(
    tx,
  )
  if (differences.length === 0) return
  await sql`
    insert into network_differences (device_id, service_id, kind, wanted, found, found_at)
    select ${deviceId}, s.id, d.kind, d.wanted, d.found, clock_timestamp()
    from json_to_recordset(${JSON.stringify(differences)}::json) d (service_id uuid, kind text, wanted text, found text)
    left join network_services s on s.company_id = (select current_company()) and s.id = d.service_id`.execute(tx)
}

type DifferenceRow = Omit<NetworkDifference, 'device' | 'found_at'> & {
  device_id: string
  device_name: string
  found_at: Date
}

export async function listDifferences(
  tx: Tx,
  { device_id }: DifferenceQuery,
  range: RowRange,
): Promise<NetworkDifference[]> {
  const { rows } = await sql<DifferenceRow>`
    select f.id, f.kind, f.wanted, f.found, c.no_contract, k.name as client, f.device_id, d.name as device_name, f.found_at
    from (
      select * from network_differences f
      where f.company_id = (select current_company()) and (${device_id ?? null}::uuid is null or f.device_id = ${device_id ?? null}::uuid)
      order by f.device_id, f.id ${pageOf(range)}
    ) f
    cross join lateral (select d.name from network_devices d where d.company_id = f.company_id and d.id = f.device_id offset 0) d
    left join network_services s on s.company_id = f.company_id and s.id = f.service_id
    left join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    left join clients k on k.company_id = c.company_id and k.id = c.client_id
    order by f.device_id, f.id`.execute(tx)
  return rows.map(({ device_id: id, device_name: name, found_at, ...row }) => ({
    ...row,
    device: { id, name },
    found_at: found_at.toISOString(),
  }))
}

export async function countDifferences(tx: Tx, { device_id }: DifferenceQuery): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from network_differences f
    where f.company_id = (select current_company()) and (${device_id ?? null}::uuid is null or f.device_id = ${device_id ?? null}::uuid)`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** The stored differences of a device, for the orders that mend them. */
export async function listStoredDifferences(tx: Tx, deviceId: string): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select service_id, kind, wanted, found from network_differences
    where company_id = (select current_company()) and device_id = ${deviceId} and service_id is not null order by id`.execute(
    tx,
  )
  return rows
}
