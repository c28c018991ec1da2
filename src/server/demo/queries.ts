import { pesos } from '#domain/core/money.ts'
import { speedText } from '#domain/plans/plan.ts'
import type { Tx } from '#server/core/tx.ts'
import type { DemoCompany, DemoPerson, DemoPlan } from './world.ts'

/** How many of the demo's people are there: 0 on a new database. */
export async function countDemoPeople(tx: Tx, username: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return count
}

/** Companies that are not the platform's own row. */
export async function countProviders(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('companies')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'provider')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertCompany(tx: Tx, company: DemoCompany): Promise<string> {
  const { id } = await tx
    .insertInto('companies')
    .values({
      nit: company.nit,
      name: company.name,
      legal_representative: company.legal_representative,
      initial_letter: company.initial_letter,
      color_code: company.color_code,
      is_wompi_integration: company.integrations,
      is_factus_integration: company.integrations,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPerson(
  tx: Tx,
  companyId: string,
  person: DemoPerson,
  passwordHash: string,
): Promise<string> {
  const { id } = await tx
    .insertInto('users')
    .values({
      company_id: companyId,
      role: person.role,
      username: person.username,
      email: person.username,
      first_name: person.first_name,
      last_name: person.last_name,
      password_hash: passwordHash,
      is_first_login: person.is_first_login ?? false,
      data_policy_accepted_at: person.role === 'client' && !person.is_first_login ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertPlan(tx: Tx, plan: DemoPlan): Promise<{ id: string; name: string }> {
  return tx
    .insertInto('plans')
    .values({
      name: plan.name,
      reference_code: plan.reference_code,
      price: pesos(plan.price),
      download_speed: speedText(String(plan.down)),
      upload_speed: speedText(String(plan.up)),
      is_active: plan.is_active ?? true,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/** The contracts that came from a plan, numbered on from `from`. */
export async function insertContracts(
  tx: Tx,
  planId: string,
  letter: string,
  from: number,
  count: number,
): Promise<void> {
  if (count === 0) return
  const rows = Array.from({ length: count }, (_, index) => ({
    plan_id: planId,
    no_contract: `${letter}-${String(from + index).padStart(6, '0')}`,
    status: 'active',
  }))
  await tx.insertInto('contracts').values(rows).execute()
}

export async function insertDefaults(tx: Tx, company: DemoCompany): Promise<void> {
  const { defaults } = company
  await tx
    .insertInto('contract_defaults')
    .values({
      connection_cost: pesos(defaults.connection_cost),
      discounted_value: pesos(defaults.discounted_value),
      billing_cut_day: company.billing_cut_day,
      reconnection_cost: pesos(defaults.reconnection_cost),
      transfer_cost: pesos(defaults.transfer_cost),
      technical_visit_cost: pesos(defaults.technical_visit_cost),
      additional_cable_cost: pesos(defaults.additional_cable_cost),
    })
    .execute()
}
