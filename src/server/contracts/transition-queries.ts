import { sql, type Updateable } from 'kysely'
import type { ContractValues } from '#domain/contracts/draft.ts'
import { assertAction, type ContractAction, type ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { SignatureMark } from '#domain/contracts/signature.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { contractNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import type { ContractsTable } from '#server/db/types.ts'
import { nextNumber } from '#server/ledger/numbers.ts'

/** The clock of the database: an import is undone unless something it wrote changed after its `created_at`, which is of that clock. */
export const NOW = sql<Date>`now()`

/** Inserts a draft with the next number of the company. Call it last: the counter is locked until the transaction ends. */
export async function insertContract(
  tx: Tx,
  clientId: string,
  prefix: string,
  values: ContractValues,
): Promise<string> {
  const number = contractNumber(prefix, await nextNumber(tx, 'contract', prefix))
  const { rows } = await sql<{ no_contract: string }>`
    insert into contracts (no_contract, client_id, plan_id, address, department, city, municipality_code, latitude, longitude,
      segment, stratum, date_contract, billing_cut_day, connection_cost, discounted_value, permanence_months)
    values (
      ${number}, ${clientId}, ${values.plan_id}, ${values.address},
      ${values.department}, ${values.city}, ${values.municipality_code}, ${values.latitude}, ${values.longitude}, ${values.segment},
      ${values.stratum}, ${values.date_contract}, ${values.billing_cut_day}, ${values.connection_cost}, ${values.discounted_value},
      ${values.permanence_months})
    returning no_contract`.execute(tx)
  return rows[0]?.no_contract ?? ''
}

export async function updateValues(tx: Tx, id: string, values: ContractValues): Promise<void> {
  await sql`
    update contracts set plan_id = ${values.plan_id}, address = ${values.address}, department = ${values.department}, city = ${values.city},
      municipality_code = ${values.municipality_code}, latitude = ${values.latitude}, longitude = ${values.longitude},
      segment = ${values.segment}, stratum = ${values.stratum}, date_contract = ${values.date_contract},
      billing_cut_day = ${values.billing_cut_day}, connection_cost = ${values.connection_cost},
      discounted_value = ${values.discounted_value}, permanence_months = ${values.permanence_months}, updated_at = now()
    where company_id = (select current_company()) and id = ${id}`.execute(tx)
}

type TransitionColumns = Pick<
  Updateable<ContractsTable>,
  | 'discounted_value'
  | 'permanence_months'
  | 'permanence_from'
  | 'signed_vat_bps'
  | 'accepts_renewal'
  | 'prices_include_vat'
  | 'signed_at'
  | 'installation_due_on'
  | 'active_from'
  | 'active_to'
  | 'termination_reason'
  | 'served_from'
  | 'retracted_on'
  | 'retraction_channel'
  | 'refund_by'
  | 'installation_notice'
>

/**
 * Applies an action to a contract: its next status and the columns of `step`. Compare-and-set: when the status has changed since the
 * contract was read, nothing is written and a 409 Refusal is thrown.
 */
export async function moveContract(
  tx: Tx,
  contract: { id: string; status: ContractStatus },
  action: ContractAction,
  step: TransitionColumns = {},
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('contracts')
    .set({ ...step, status: assertAction(action, contract.status), updated_at: NOW })
    .where('id', '=', contract.id)
    .where('status', '=', contract.status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedByAnotherUser()
}

/**
 * Suspends active contracts, which are locked, for arrears from a day on, without an end. Throws a 409 Refusal when one is not active: its
 * status has changed since it was read.
 */
export async function suspendActive(tx: Tx, ids: readonly string[], from: Day): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ count: number }>`
    with suspended as (
      update contracts set status = 'suspended', updated_at = now()
      where company_id = (select current_company()) and id = any (${uuidArray(ids)}::uuid[]) and status = 'active'
      returning company_id, id
    ),
    interval as (
      insert into suspension_intervals (company_id, contract_id, kind, from_on)
      select company_id, id, 'arrears', ${from}::date from suspended returning 1
    )
    select count(*)::int as count from interval`.execute(tx)
  if (rows[0]?.count !== ids.length) throw changedByAnotherUser()
}

/** Copies the day and the technician of the installation from its visit: contracts do not plan visits. */
export async function setInstallationDay(
  tx: Tx,
  contractId: string,
  day: { scheduled_on: Day | null; technician_id: string | null },
): Promise<void> {
  await tx.updateTable('contracts').set(day).where('id', '=', contractId).execute()
}

/** Sets the last day of service of a contract; its status does not change. */
export async function endContract(
  tx: Tx,
  contract: { id: string; status: ContractStatus },
  ending: { active_to: Day; termination_reason: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('contracts')
    .set({ ...ending, updated_at: NOW })
    .where('id', '=', contract.id)
    .where('status', '=', contract.status)
    .where('active_to', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedByAnotherUser()
}

/** Takes back the last day of service of a contract; its status does not change. */
export async function continueContract(tx: Tx, contract: { id: string; status: ContractStatus }): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('contracts')
    .set({ active_to: null, termination_reason: null, updated_at: NOW })
    .where('id', '=', contract.id)
    .where('status', '=', contract.status)
    .where('active_to', 'is not', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedByAnotherUser()
}

const changedByAnotherUser = (): Refusal => new Refusal('conflict', 'Alguien más cambió este contrato: ábrelo de nuevo')

export async function insertTerm(
  tx: Tx,
  contractId: string,
  from: Day,
  plan: { id: string; name: string; price: Money },
): Promise<void> {
  await tx
    .insertInto('contract_terms')
    .values({ contract_id: contractId, from_on: from, plan_id: plan.id, plan_name: plan.name, price: plan.price })
    .execute()
}

/** Deletes the terms that begin after a day. */
export async function deleteTermsAfter(tx: Tx, contractId: string, day: Day): Promise<void> {
  await tx.deleteFrom('contract_terms').where('contract_id', '=', contractId).where('from_on', '>', day).execute()
}

/** Stores the proof of a signature. Returns its id. */
export async function insertSignature(
  tx: Tx,
  proof: {
    contract_id: string
    name: string
    identification: string
    strokes: SignatureMark
    text: string
    text_hash: Buffer
    ip: string
    user_agent: string
    signed_at: Date
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('contract_signatures')
    .values({ ...proof, strokes: JSON.stringify(proof.strokes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts a suspension at the request of the client or for a removal, with its planned end. */
export async function openSuspension(
  tx: Tx,
  contractId: string,
  suspension: { kind: 'voluntary' | 'removal' | 'arrears'; from_on: Day; to_on: Day; is_unowed?: boolean },
): Promise<void> {
  await tx
    .insertInto('suspension_intervals')
    .values({ contract_id: contractId, ...suspension })
    .execute()
  await tx.updateTable('contracts').set({ updated_at: NOW }).where('id', '=', contractId).execute()
}

/**
 * Closes the suspensions that do not end by their last day, and deletes those that begin after it. `isEnding`: also the pauses planned
 * for later, because the contract ends. `keepsPauses`: only the suspension for arrears, which has no end. Returns the first day that
 * it changed, null without one.
 */
export async function closeSuspension(
  tx: Tx,
  contractId: string,
  lastDay: Day,
  { isEnding = false, keepsPauses = false }: { isEnding?: boolean; keepsPauses?: boolean } = {},
): Promise<Day | null> {
  const ofContract = sql`contract_id = ${contractId} and company_id = (select current_company())
    and (case when ${keepsPauses} then kind = 'arrears' and to_on is null else to_on is null or to_on > ${lastDay}::date end)`
  const deleted = await sql<{ from_on: Day }>`
    delete from suspension_intervals where ${ofContract} and from_on > ${lastDay}::date
      and (${isEnding} or from_on <= ${addDays(lastDay, 1)}::date)
    returning from_on`.execute(tx)
  const closed = await sql<{ from_on: Day }>`
    update suspension_intervals set to_on = ${lastDay}::date where ${ofContract} and from_on <= ${lastDay}::date
    returning from_on`.execute(tx)
  return [...deleted.rows, ...closed.rows].map(({ from_on }) => from_on).toSorted()[0] ?? null
}

/** Deletes the pause at the request of the client that begins on a day. */
export async function deletePauseFrom(tx: Tx, contractId: string, from: Day): Promise<void> {
  await tx
    .deleteFrom('suspension_intervals')
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'voluntary')
    .where('from_on', '=', from)
    .execute()
}

/** Sets the last day of an open suspension for which billed periods were corrected. */
export async function setCorrectedTo(tx: Tx, suspensionId: string, to: Day): Promise<void> {
  await tx.updateTable('suspension_intervals').set({ corrected_to: to }).where('id', '=', suspensionId).execute()
}
