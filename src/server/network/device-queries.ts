import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { DeviceKind, DeviceMode, Halt, NetworkDevice } from '#domain/network/device.ts'
import type { Tx } from '#server/core/tx.ts'
import { DIFFERS_BY_ORDER } from './order-queries.ts'

/** A device with its sealed login. The secret of RADIUS stays in the database. */
export type StoredDevice = {
  id: string
  company_id: string
  name: string
  kind: DeviceKind
  mode: DeviceMode
  url: string | null
  nas_address: string | null
  coa_port: number
  login: string | null
  sealed: Buffer | null
  certificate: string | null
  list_name: string
  halted: Halt | null
  failures: number
}

type DeviceRow = Omit<NetworkDevice, 'rests_until' | 'answered_at' | 'compared_at'> & {
  rests_until: Date | null
  answered_at: Date | null
  compared_at: Date | null
}

/** The devices of the company by name, with their figures. `id`: one of them. */
export async function listDevices(tx: Tx, id: string | null = null): Promise<NetworkDevice[]> {
  const { rows } = await sql<DeviceRow>`
    select d.id, d.name, d.kind, d.mode, d.url, host(d.nas_address) as nas_address, d.coa_port, d.login, d.certificate, d.list_name,
      d.problem, d.halted, d.rests_until, d.answered_at, d.compared_at,
      (select count(*)::int from network_services s where s.company_id = d.company_id and s.device_id = d.id) as services,
      (select count(*)::int from network_orders o where o.company_id = d.company_id and o.device_id = d.id and o.state = 'queued') as queued,
      (select count(*)::int from network_differences f where f.company_id = d.company_id and f.device_id = d.id) as differences
    from network_devices d
    where d.company_id = (select current_company()) and (${id}::uuid is null or d.id = ${id}::uuid) order by d.name`.execute(
    tx,
  )
  return rows.map((row) => ({
    ...row,
    rests_until: row.rests_until !== null && row.rests_until > new Date() ? row.rests_until.toISOString() : null,
    answered_at: row.answered_at?.toISOString() ?? null,
    compared_at: row.compared_at?.toISOString() ?? null,
  }))
}

/** Locks a device until the end of the transaction. */
export async function lockDevice(tx: Tx, id: string): Promise<StoredDevice | undefined> {
  const { rows } = await sql<StoredDevice>`
    select id, company_id, name, kind, mode, url, host(nas_address) as nas_address, coa_port, login, sealed, certificate, list_name, halted,
      failures
    from network_devices where company_id = (select current_company()) and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export async function countDevices(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from network_devices where company_id = (select current_company())`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function isNameTaken(tx: Tx, name: string, id: string | null): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from network_devices where company_id = (select current_company()) and name = ${name} and id is distinct from ${id}::uuid`.execute(
    tx,
  )
  return rows.length > 0
}

/** Whether another router of the installation has an address. Locks the address until the end of the transaction: two companies may ask at once. */
export async function isAddressTaken(tx: Tx, address: string, id: string | null): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`nas_address:${address}`}, 0))`.execute(tx)
  const { rows } = await sql<{ taken: boolean }>`
    select network_address_taken(${address}::inet, ${id}::uuid) as taken`.execute(tx)
  return rows[0]?.taken === true
}

export type DeviceColumns = Pick<
  StoredDevice,
  'name' | 'kind' | 'mode' | 'url' | 'nas_address' | 'coa_port' | 'login' | 'certificate' | 'list_name'
>

export async function insertDevice(tx: Tx, id: string, device: DeviceColumns): Promise<void> {
  await sql`
    insert into network_devices (id, name, kind, mode, url, nas_address, coa_port, login, certificate, list_name)
    values (${id}, ${device.name}, ${device.kind}, ${device.mode}, ${device.url}, ${device.nas_address}::inet, ${device.coa_port},
      ${device.login}, ${device.certificate}, ${device.list_name})`.execute(tx)
}

export async function updateDevice(tx: Tx, id: string, device: DeviceColumns): Promise<void> {
  await sql`
    update network_devices set name = ${device.name}, mode = ${device.mode}, url = ${device.url}, nas_address = ${device.nas_address}::inet,
      coa_port = ${device.coa_port}, login = ${device.login}, certificate = ${device.certificate}, list_name = ${device.list_name}
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** Writes the secret of a device: of RADIUS with pgcrypto, where the server cannot read it; another one encrypted by the server. */
export async function setSecret(
  tx: Tx,
  id: string,
  secret: { sealed: Buffer } | { radius: string; key: string },
): Promise<void> {
  if ('sealed' in secret) {
    await sql`update network_devices set sealed = ${secret.sealed} where company_id = (select current_company()) and id = ${id}`.execute(
      tx,
    )
    return
  }
  await sql`
    update network_devices set radius_secret = pgp_sym_encrypt(${secret.radius}, ${secret.key}, 'cipher-algo=aes256, s2k-mode=1')
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** MD5 of a packet and the shared secret of a router. Null for a device without one. */
export async function digestOf(tx: Tx, id: string, packet: Buffer, key: string): Promise<Buffer | null> {
  const { rows } = await sql<{ digest: Buffer | null }>`
    select network_digest(${id}, ${packet}, ${key}) as digest`.execute(tx)
  return rows[0]?.digest ?? null
}

/** The device answered: it rests no more, and its orders go on. A halt for its credentials ends too. */
export async function saveAnswer(tx: Tx, id: string): Promise<void> {
  await sql`
    update network_devices set failures = 0, rests_until = null, problem = null, answered_at = clock_timestamp(),
      halted = case when halted = 'credentials' then null else halted end
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** The device did not answer, or not our credentials: it rests, or waits for a person. */
export async function saveSilence(
  tx: Tx,
  id: string,
  { problem, restMs, halted }: { problem: string; restMs: number; halted: 'credentials' | null },
): Promise<void> {
  await sql`
    update network_devices set failures = failures + 1, problem = ${problem}, halted = coalesce(${halted}, halted),
      rests_until = clock_timestamp() + make_interval(secs => ${restMs / 1_000})
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

export async function haltDevice(tx: Tx, id: string, halted: Halt): Promise<void> {
  await sql`update network_devices set halted = ${halted} where company_id = (select current_company()) and id = ${id}`.execute(
    tx,
  )
}

/** A person confirmed the cuts and differences of this instant. */
export async function confirmDevice(tx: Tx, id: string): Promise<void> {
  await sql`
    update network_devices set confirmed_at = clock_timestamp(), halted = case when halted = 'credentials' then halted end
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

/** The seconds that a run keeps a device after its process stopped. */
const CLAIM_S = 60

/**
 * Takes a device for one run, by the clock of the database. Undefined while another run has it. `mayRest`: also while it
 * rests. `isServed`: its orders have their turn, so the next turn is that of other devices.
 */
export async function claimDevice(
  tx: Tx,
  id: string,
  claim: string,
  { mayRest = false, isServed = false }: { mayRest?: boolean; isServed?: boolean } = {},
): Promise<StoredDevice | undefined> {
  const { rows } = await sql<StoredDevice>`
    update network_devices set claim = ${claim}, claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_S}),
      served_at = case when ${isServed} then clock_timestamp() else served_at end
    where company_id = (select current_company()) and id = ${id} and mode <> 'off'
      and (claimed_until is null or claimed_until < clock_timestamp())
      and (${mayRest} or rests_until is null or rests_until < clock_timestamp())
    returning id, company_id, name, kind, mode, url, host(nas_address) as nas_address, coa_port, login, sealed, certificate, list_name,
      halted, failures`.execute(tx)
  return rows[0]
}

/**
 * Whether a run still has its device; if so for longer. Locks the device until the end of the transaction. `isSending`: the device must
 * still be one that orders are sent to.
 */
export async function keepClaim(tx: Tx, id: string, claim: string, isSending = false): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update network_devices set claimed_until = clock_timestamp() + make_interval(secs => ${CLAIM_S})
    where company_id = (select current_company()) and id = ${id} and claim = ${claim} and mode <> 'off'
      and (not ${isSending} or mode = 'enforce') returning id`.execute(tx)
  return rows.length > 0
}

export async function releaseClaim(tx: Tx, id: string, claim: string): Promise<void> {
  await sql`
    update network_devices set claim = null, claimed_until = null
    where company_id = (select current_company()) and id = ${id} and claim = ${claim}`.execute(tx)
}

export type WantedRow = {
  service_id: string
  username: string
  ipv4: string | null
  state: 'active' | 'suspended' | 'absent'
  down_kbps: number
  up_kbps: number
}

/** What the services of a device must be on a day, without those that differ by an order in the queue. */
export async function listWanted(tx: Tx, deviceId: string, today: Day): Promise<WantedRow[]> {
  const { rows } = await sql<WantedRow>`
    select w.service_id, w.username, host(w.ipv4) as ipv4, w.state, w.down_kbps, w.up_kbps from network_desired(${today}::date) w
    where w.company_id = (select current_company()) and w.device_id = ${deviceId}
      and not exists (select from network_orders o
        where o.company_id = w.company_id and o.service_id = w.service_id and ${DIFFERS_BY_ORDER})`.execute(tx)
  return rows
}
