import { sql, type Updateable } from 'kysely'
import type { ContractValues } from '#domain/contracts/draft.ts'
import { assertAction, type ContractAction, type ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { SignatureMark } from '#domain/contracts/signature.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { contractNumber } from '#domain/ledger/number.ts'
import type { ChargeKind } from '#domain/taxes/vat.ts'
import type { Tx } from '#server/core/tx.ts'
import type { ContractsTable } from '#server/db/types.ts'
import { nextNumber } from '#server/ledger/numbers.ts'

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
  | 'permanence_months'
  | 'permanence_from'
  | 'prices_include_vat'
  | 'signed_at'
  | 'installation_due_on'
  | 'scheduled_on'
  | 'technician_id'
  | 'active_from'
  | 'termination_reason'
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
    .set({ ...step, status: assertAction(action, contract.status), updated_at: new Date() })
    .where('id', '=', contract.id)
    .where('status', '=', contract.status)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw changedByAnotherUser()
}

/** Sets the last day of service of a contract; its status does not change. */
export async function endContract(
  tx: Tx,
  contract: { id: string; status: ContractStatus },
  ending: { active_to: Day; termination_reason: string },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('contracts')
    .set({ ...ending, updated_at: new Date() })
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
    .set({ active_to: null, termination_reason: null, updated_at: new Date() })
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
): Promise<void> {
  await tx
    .insertInto('contract_signatures')
    .values({ ...proof, strokes: JSON.stringify(proof.strokes) })
    .execute()
}

/** Adds a pending charge, for the next invoice of the contract, and returns its id. */
export async function insertCharge(
  tx: Tx,
  contractId: string,
  charge: { kind: ChargeKind; description: string; price: Money; suspension_id?: string; not_before?: Day },
): Promise<string> {
  const { id } = await tx
    .insertInto('pending_charges')
    .values({ ...charge, contract_id: contractId, quantity: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The charges that wait for the next invoice of a contract, in the order in which they were added. */
export const listWaitingCharges = (tx: Tx, contractId: string) =>
  tx
    .selectFrom('pending_charges')
    .select(['kind', 'description', 'quantity', 'price'])
    .where('contract_id', '=', contractId)
    .where('invoice_id', 'is', null)
    .orderBy('id')
    .execute()

/** Removes the waiting charge of an early exit. Returns the number of the invoice that charged it already; null without one. */
export async function removeExitCharge(tx: Tx, contractId: string): Promise<string | null> {
  await tx
    .deleteFrom('pending_charges')
    .where('contract_id', '=', contractId)
    .where('kind', '=', 'early_exit')
    .where('invoice_id', 'is', null)
    .execute()
  const { rows } = await sql<{ number: string }>`
    select i.prefix || '-' || i.number as number from pending_charges p
    join invoices i on i.company_id = p.company_id and i.id = p.invoice_id
    where p.company_id = (select current_company()) and p.contract_id = ${contractId} and p.kind = 'early_exit' and i.credited < i.total
    order by p.id desc limit 1`.execute(tx)
  return rows[0]?.number ?? null
}

export async function openSuspension(
  tx: Tx,
  contractId: string,
  kind: 'arrears' | 'voluntary',
  from: Day,
): Promise<void> {
  await tx.insertInto('suspension_intervals').values({ contract_id: contractId, kind, from_on: from }).execute()
}

/** Closes the open suspension on its last day; deletes one that begins after that day. Returns its first day, null without one. */
export async function closeSuspension(tx: Tx, contractId: string, lastDay: Day): Promise<Day | null> {
  const openSuspensions = (start: 'after' | 'by') =>
    sql`contract_id = ${contractId} and company_id = (select current_company()) and to_on is null
      and ${start === 'after' ? sql`from_on > ${lastDay}::date` : sql`from_on <= ${lastDay}::date`}`
  const deleted = await sql<{ from_on: Day }>`
    delete from suspension_intervals where ${openSuspensions('after')} returning from_on`.execute(tx)
  const closed = await sql<{ from_on: Day }>`
    update suspension_intervals set to_on = ${lastDay}::date where ${openSuspensions('by')} returning from_on`.execute(
    tx,
  )
  return deleted.rows[0]?.from_on ?? closed.rows[0]?.from_on ?? null
}
