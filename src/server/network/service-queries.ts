import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { ServiceQuery } from '#domain/network/api.ts'
import type { NetworkService, OnSuspend, ServiceState } from '#domain/network/connection.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'

type Filter = ServiceQuery & { readonly contract_id?: string }

type ServiceRow = Omit<NetworkService, 'device' | 'desired' | 'applied' | 'last_order'> & {
  device_id: string
  device_name: string
  state: ServiceState
  down_kbps: number
  up_kbps: number
  applied_state: ServiceState | null
  applied_down_kbps: number | null
  applied_up_kbps: number | null
  applied_at: Date | null
}

/** The connections by contract number, without their last order. */
export async function listServices(
  tx: Tx,
  filter: Filter,
  today: Day,
  range: RowRange,
): Promise<Omit<NetworkService, 'last_order'>[]> {
  const { rows } = await sql<ServiceRow>`
    select w.no_contract, k.name as client, s.device_id, d.name as device_name, s.username, host(s.ipv4) as ipv4, s.on_suspend,
      w.state, w.down_kbps, w.up_kbps, s.applied_state, s.applied_down_kbps, s.applied_up_kbps, s.applied_at
    from (
      select s.company_id, s.id, s.contract_id, s.device_id, s.username, s.ipv4, s.on_suspend, s.applied_state, s.applied_down_kbps,
        s.applied_up_kbps, s.applied_at
      from network_services s where ${matching(filter)} order by s.id ${pageOf(range)}
    ) s
    cross join lateral (select * from network_desired(${today}::date) w
      where w.company_id = (select current_company()) and w.service_id = s.id offset 0) w
    cross join lateral (select d.name from network_devices d where d.company_id = s.company_id and d.id = s.device_id offset 0) d
    join contracts c on c.company_id = s.company_id and c.id = s.contract_id
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    order by s.id`.execute(tx)
  return rows.map(serviceOf)
}

export async function countServices(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from network_services s where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

function matching({ device_id, no_contract, contract_id }: Filter) {
  const conditions = [
    sql`s.company_id = (select current_company())`,
    device_id === undefined ? null : sql`s.device_id = ${device_id}`,
    contract_id === undefined ? null : sql`s.contract_id = ${contract_id}`,
    no_contract === undefined
      ? null
      : sql`s.contract_id = (select c.id from contracts c
          where c.company_id = (select current_company()) and c.no_contract = ${no_contract})`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

function serviceOf(row: ServiceRow): Omit<NetworkService, 'last_order'> {
  const { device_id, device_name, state, down_kbps, up_kbps, ...rest } = row
  const { applied_state, applied_down_kbps, applied_up_kbps, applied_at, ...service } = rest
  return {
    ...service,
    device: { id: device_id, name: device_name },
    desired: { state, down_kbps, up_kbps },
    applied:
      applied_state === null || applied_at === null
        ? null
        : {
            state: applied_state,
            down_kbps: applied_down_kbps ?? 0,
            up_kbps: applied_up_kbps ?? 0,
            at: applied_at.toISOString(),
          },
  }
}

export type ServiceValues = {
  contract_id: string
  device_id: string
  username: string
  ipv4: string | null
  on_suspend: OnSuspend
}

/** The connection of a contract; locked until the end of the transaction. */
export async function lockService(
  tx: Tx,
  contractId: string,
): Promise<
  { id: string; device_id: string; username: string; ipv4: string | null; on_suspend: OnSuspend } | undefined
> {
  const { rows } = await sql<{
    id: string
    device_id: string
    username: string
    ipv4: string | null
    on_suspend: OnSuspend
  }>`
    select id, device_id, username, host(ipv4) as ipv4, on_suspend from network_services
    where company_id = (select current_company()) and contract_id = ${contractId} for update`.execute(tx)
  return rows[0]
}

/** Writes the connection of a contract. Null when its device has another one with that user name or address. */
export async function saveService(tx: Tx, { ipv4, ...values }: ServiceValues): Promise<string | null> {
  const { rows: taken } = await sql<{ id: string }>`
    select id from network_services
    where company_id = (select current_company()) and device_id = ${values.device_id} and contract_id <> ${values.contract_id}
      and (username = ${values.username} or ipv4 = ${ipv4}::inet) limit 1`.execute(tx)
  if (taken.length > 0) return null
  const { rows } = await sql<{ id: string }>`
    insert into network_services (contract_id, device_id, username, ipv4, on_suspend)
    values (${values.contract_id}, ${values.device_id}, ${values.username}, ${ipv4}::inet, ${values.on_suspend})
    on conflict (company_id, contract_id) do update set version = network_services.version + 1,
      username = excluded.username, ipv4 = excluded.ipv4, on_suspend = excluded.on_suspend, device_id = excluded.device_id,
      applied_state = case when network_services.device_id = excluded.device_id then network_services.applied_state end
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Writes the password of a connection, which the server cannot read. */
export async function setPassword(tx: Tx, serviceId: string, password: string, key: string): Promise<void> {
  await sql`
    update network_services set password = pgp_sym_encrypt(${password}, ${key}, 'cipher-algo=aes256, s2k-mode=1')
    where company_id = (select current_company()) and id = ${serviceId}`.execute(tx)
}

/** The contracts of numbers, without those that do not exist. */
export async function listContractIds(tx: Tx, numbers: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('contracts')
    .select(['id', 'no_contract'])
    .where('no_contract', 'in', [...numbers])
    .execute()
  return new Map(rows.map(({ no_contract, id }) => [no_contract, id]))
}
