import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { pesos } from '#domain/core/money.ts'
import { speedText } from '#domain/plans/plan.ts'
import { insertConsents } from '#server/consents/queries.ts'
import type { Tx } from '#server/core/tx.ts'
import { issueOneOff } from '#server/invoices/one-off.ts'
import { settleAccount } from '#server/payments/manual.ts'
import type { DemoCompany, DemoPerson, DemoPlan } from './companies.ts'

/** How many users have a username of the demo: 0 in a new database. */
export async function countDemoPeople(tx: Tx, username: string): Promise<number> {
  const { count } = await tx
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  return count
}

/** The NIT of every provider (all companies but the platform's own row). */
export async function listProviderNits(tx: Tx): Promise<string[]> {
  const rows = await tx.selectFrom('companies').select('nit').where('kind', '=', 'provider').execute()
  return rows.map(({ nit }) => nit)
}

/** How many sessions there are, open and ended. */
export async function countSessions(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
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
      ...company.desk,
      is_wompi_integration: company.integrations,
      // A connection turns it on (run.ts): the documents of the past year are not sent.
      is_factus_integration: company.integrations && company.factus === null,
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
      segment: plan.reference_code.startsWith('EMP') ? 'business' : null,
      is_active: plan.is_active ?? true,
      is_packaged: plan.is_packaged ?? false,
    })
    .returning(['id', 'name'])
    .executeTakeFirstOrThrow()
}

/**
 * Assigns the demo accounts to the clients of the first active contracts, so that they show complete data. The users that the
 * import created for those clients are left without a client and are deactivated.
 */
export async function assignDemoClients(tx: Tx, company: DemoCompany): Promise<void> {
  const people = company.people.filter((person) => person.role === 'client')
  for (const [index, person] of people.entries()) {
    const { rows } = await sql<{ id: string }>`
      with mine as (select id, first_name, last_name, username from users where company_id = (select current_company()) and username = ${person.username}),
      theirs as (
        select k.id from clients k where k.company_id = (select current_company()) and k.business_name is null and k.stratum = ${2 + index}
        order by k.created_at, k.id limit 1
      )
      update clients k set user_id = mine.id, first_name = mine.first_name, second_name = null, last_name = mine.last_name,
        second_lastname = null, email = mine.username
      from mine, theirs where k.company_id = (select current_company()) and k.id = theirs.id returning k.id`.execute(tx)
    const accepts = rows.filter(() => !person.is_first_login)
    for (const { id } of accepts) await acceptPolicy(tx, id, `${person.first_name} ${person.last_name}`)
    await sql`
      update contracts c set status = 'active', active_from = c.date_contract, signed_at = coalesce(c.signed_at, now())
      from clients k join users u on u.company_id = k.company_id and u.id = k.user_id
      where c.company_id = (select current_company()) and k.company_id = c.company_id and k.id = c.client_id and u.username = ${person.username}`.execute(
      tx,
    )
  }
  await sql`
    update users u set is_active = false where u.company_id = (select current_company()) and u.role = 'client'
      and not exists (select from clients k where k.company_id = u.company_id and k.user_id = u.id)`.execute(tx)
}

/** The consent that a client gives at the first login. */
const acceptPolicy = (tx: Tx, client_id: string, actor_name: string): Promise<void> =>
  insertConsents(tx, { client_id, purposes: ['data'], is_granted: true, channel: 'portal', actor_name, ip: null })

/** Leaves one open invoice for each client account of the demo: its other debts are paid; a technical visit is not. */
export async function chargeVisits(tx: Tx, today: Day): Promise<void> {
  const { rows } = await sql<{ id: string; client_id: string; no_contract: string }>`
    select c.id, c.client_id, c.no_contract from contracts c
    join clients k on k.company_id = c.company_id and k.id = c.client_id
    join users u on u.company_id = k.company_id and u.id = k.user_id
    where c.company_id = (select current_company()) and u.email = u.username`.execute(tx)
  for (const contract of rows) {
    const paid = await settleAccount(tx, contract.client_id, today)
    if (paid !== null) {
      const { rows: payments } = await sql<{ number: number; amount: number }>`
        select number::int as number, (amount / 100.0)::float8 as amount from payments where company_id = (select current_company()) and id = ${paid}`.execute(
        tx,
      )
      await tx.record('payment.registered', { entity_id: paid, after: { method: 'transferencia', ...payments[0] } })
    }
    const invoice = await issueOneOff(
      tx,
      {
        no_contract: contract.no_contract,
        lines: [{ kind: 'technical_visit', description: 'Visita técnica', quantity: 1, price: pesos(35_000) }],
      },
      today,
    )
    const { rows: invoices } = await sql<{ number: string; total: number }>`
      select prefix || '-' || number as number, (total / 100.0)::float8 as total from invoices where company_id = (select current_company()) and id = ${invoice}`.execute(
      tx,
    )
    await tx.record('invoice.created', {
      entity_id: invoice,
      after: { no_contract: contract.no_contract, ...invoices[0] },
    })
  }
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

/** Marks the notifications of the simulated months as read. */
export async function markNotificationsRead(tx: Tx): Promise<void> {
  await sql`update notifications set read_at = clock_timestamp() where company_id = (select current_company()) and read_at is null`.execute(
    tx,
  )
}
