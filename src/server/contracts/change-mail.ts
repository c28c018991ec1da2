import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import type { EventName } from '#domain/core/event.ts'
import type { Money } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'

/** A recorded change of a contract, with its fields before and after. */
export type ContractChange = {
  id: string
  name: EventName
  before: Readonly<Record<string, unknown>> | null
  after: Readonly<Record<string, unknown>>
}

/** The changes of a contract with one of the names, the first one first. */
export async function listContractChanges(
  tx: Tx,
  contractId: string,
  names: readonly EventName[],
): Promise<ContractChange[]> {
  const { rows } = await sql<ContractChange>`
    select id, name, before, coalesce(after, '{}') as after from events
    where company_id = (select current_company()) and entity_id = ${contractId} and name = any(${[...names]}) order by at, id`.execute(
    tx,
  )
  return rows
}

/** The number of the contract of a change. Undefined when the event is of something else. */
export async function getChangedNumber(tx: Tx, eventId: string): Promise<string | undefined> {
  const { rows } = await sql<{ no_contract: string }>`
    select c.no_contract from events e join contracts c on c.company_id = e.company_id and c.id::text = e.entity_id
    where e.company_id = (select current_company()) and e.id = ${eventId}`.execute(tx)
  return rows[0]?.no_contract
}

/** A transfer that was planned or applied. `earlier_*`: the address that the contract had; null before it is applied. */
export type MovedService = {
  moves_on: Day
  applied_on: Day | null
  address: string
  city: string
  segment: Segment
  stratum: number | null
  charge: Money
  earlier_segment: Segment | null
  earlier_stratum: number | null
}

/** The last transfer of a contract that was not cancelled. */
export async function getLastTransfer(tx: Tx, contractId: string): Promise<MovedService | undefined> {
  const { rows } = await sql<MovedService>`
    select moves_on, applied_on, address, city, segment, stratum, charge, earlier_segment, earlier_stratum from contract_transfers
    where company_id = (select current_company()) and contract_id = ${contractId} and cancelled_at is null
    order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** The holders of a cession and its days. */
export type CededContract = {
  from_client_id: string
  to_client_id: string
  answer_by: Day
  decided_reason: string | null
  effective_on: Day | null
}

/** The last cession of a contract: in any state, or of those that were refused. */
export async function getLastCession(
  tx: Tx,
  contractId: string,
  { isRefused }: { isRefused: boolean },
): Promise<CededContract | undefined> {
  const { rows } = await sql<CededContract>`
    select from_client_id, to_client_id, answer_by, decided_reason, effective_on from contract_cessions
    where company_id = (select current_company()) and contract_id = ${contractId} and (not ${isRefused} or decision = 'refused')
    order by id desc limit 1`.execute(tx)
  return rows[0]
}

/** The clients with an email, of some clients. */
export async function listMailedClients(
  tx: Tx,
  ids: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select id, name, email from clients
    where company_id = (select current_company()) and id = any (${uuidArray(ids)}::uuid[]) and email is not null order by id`.execute(
    tx,
  )
  return rows
}
