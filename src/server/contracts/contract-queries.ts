import { type RawBuilder, sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import type { Segment } from '#domain/core/segment.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import type { ClientsTypeIdentification } from '#server/db/types.ts'

/** A contract with its client, the plan in force on the day of the query, and the next plan. */
export type ContractRow = {
  id: string
  no_contract: string
  status: ContractStatus
  client_id: string
  client_name: string
  type_identification: ClientsTypeIdentification
  identification: string
  client_segment: Segment
  plan_id: string
  plan_name: string
  reference_code: string
  download_speed: string
  upload_speed: string
  price: Money
  price_includes_vat: boolean
  address: string
  department: string
  city: string
  municipality_code: string
  latitude: number | null
  longitude: number | null
  segment: Segment
  stratum: number | null
  date_contract: Day
  billing_cut_day: number
  connection_cost: Money
  discounted_value: Money
  permanence_months: number
  permanence_from: Day | null
  /** The VAT rate of the table of permanence that was signed, in basis points; null when it is not known. */
  signed_vat_bps: number | null
  /** Whether the client accepted that it renews by itself; true of a draft. */
  accepts_renewal: boolean
  pauses: { from_on: Day; to_on: Day | null }[]
  suspended_from: Day | null
  /** The first day without the equipment, which was taken back; null while it is at the service. `removed_to`: null without an end. */
  removed_from: Day | null
  removed_to: Day | null
  /** The service is cut for arrears. */
  is_cut: boolean
  signed_at: Date | null
  installation_due_on: Day | null
  scheduled_on: Day | null
  technician_id: string | null
  technician_name: string | null
  active_from: Day | null
  active_to: Day | null
  termination_reason: string | null
  next_from_on: Day | null
  next_plan_id: string | null
  next_plan_name: string | null
  next_reference_code: string | null
  next_price: Money | null
  created_at: Date
}

/** The contracts that a caller may see: those of one user, or all of the company (null). */
export type Visibility = { userId: string | null }

/**
 * Contracts with every field of their record. `page`: the rows of `contracts` to read, as `c`. The terms in force are the last ones
 * with `from_on` up to today; for a contract that starts later, its first ones. Clients and users are looked up by key (`offset 0`
 * keeps the planner from merging the subquery).
 */
export const selectContracts = (page: RawBuilder<unknown>, order: RawBuilder<unknown>, today: Day) => sql<ContractRow>`
  select c.id, c.no_contract, c.status, c.client_id, k.name as client_name, k.type_identification, k.identification, k.segment as client_segment,
    p.id as plan_id, coalesce(t.plan_name, p.name) as plan_name, p.reference_code, p.download_speed, p.upload_speed,
    coalesce(t.price, p.price) as price,
    case when c.signed_at is null then o.prices_include_vat else c.prices_include_vat end as price_includes_vat,
    c.address, c.department, c.city, c.municipality_code, c.latitude, c.longitude, c.segment, c.stratum, c.date_contract,
    c.billing_cut_day, c.connection_cost, c.discounted_value, c.permanence_months, c.permanence_from, c.signed_vat_bps, c.accepts_renewal, s.pauses, s.suspended_from, s.removed_from,
    s.removed_to, s.is_cut,
    c.signed_at, c.installation_due_on, c.scheduled_on, c.technician_id, u.first_name || ' ' || u.last_name as technician_name,
    c.active_from, c.active_to, c.termination_reason, n.from_on as next_from_on, n.plan_id as next_plan_id,
    n.plan_name as next_plan_name, q.reference_code as next_reference_code, n.price as next_price, c.created_at
  from ${page}
  join companies o on o.id = c.company_id
  cross join lateral (select * from clients k where k.company_id = c.company_id and k.id = c.client_id offset 0) k
  left join lateral (select * from users u where u.company_id = c.company_id and u.id = c.technician_id offset 0) u on true
  left join lateral (
    select t.plan_id, t.plan_name, t.price from contract_terms t
    where t.company_id = c.company_id and t.contract_id = c.id and t.from_on <= greatest(c.active_from, ${today}::date)
    order by t.from_on desc limit 1
  ) t on true
  left join lateral (
    select n.from_on, n.plan_id, n.plan_name, n.price from contract_terms n
    where n.company_id = c.company_id and n.contract_id = c.id and n.from_on > greatest(c.active_from, ${today}::date)
    order by n.from_on limit 1
  ) n on true
  join plans p on p.company_id = c.company_id and p.id = coalesce(t.plan_id, c.plan_id)
  left join plans q on q.company_id = c.company_id and q.id = n.plan_id
  cross join lateral (
    select coalesce(json_agg(json_build_object('from_on', i.from_on, 'to_on', i.to_on) order by i.from_on)
        filter (where i.kind = 'voluntary'), '[]') as pauses,
      min(i.from_on) filter (where i.to_on is null or (i.from_on <= ${today}::date and i.to_on >= ${today}::date)) as suspended_from,
      min(i.from_on) filter (where i.kind = 'removal' and (i.to_on is null or i.to_on >= ${today}::date)) as removed_from,
      min(i.to_on) filter (where i.kind = 'removal' and i.to_on >= ${today}::date) as removed_to,
      coalesce(bool_or(i.kind = 'arrears' and i.to_on is null), false) as is_cut
    from suspension_intervals i where i.company_id = c.company_id and i.contract_id = c.id
  ) s
  order by ${order}`

/** One visible contract by its number. Undefined when there is none. */
export async function getContract(
  tx: Tx,
  no: string,
  visibility: Visibility,
  today: Day,
): Promise<ContractRow | undefined> {
  const page = sql`(
    select c.* from contracts c join clients k on k.company_id = c.company_id and k.id = c.client_id
    where c.company_id = (select current_company()) and c.no_contract = ${no} and (${visibility.userId}::uuid is null or k.user_id = ${visibility.userId}::uuid)
  ) c`
  const { rows } = await selectContracts(page, sql`c.id`, today).execute(tx)
  return rows[0]
}

/** Contracts of the company by their ids, in no order; the absent ones are left out. */
export async function listContractsById(tx: Tx, ids: readonly string[], today: Day): Promise<ContractRow[]> {
  const page = sql`unnest(${uuidArray(ids)}::uuid[]) key (id) cross join lateral (
    select * from contracts where company_id = (select current_company()) and id = key.id offset 0
  ) c`
  const { rows } = await selectContracts(page, sql`c.id`, today).execute(tx)
  return rows
}

/** Locks contracts until the end of the transaction, always in the same order, so that two transactions never wait for each other. */
export async function lockContracts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    select from unnest(${uuidArray(ids.toSorted())}::uuid[]) key (id) cross join lateral (
      select from contracts where company_id = (select current_company()) and id = key.id for update offset 0
    ) c`.execute(tx)
}

/** Locks the contract until the end of the transaction: other changes of it wait. */
export const lockContract = (tx: Tx, no: string) =>
  tx.selectFrom('contracts').select('id').where('no_contract', '=', no).forUpdate().executeTakeFirst()

export const getHolder = (tx: Tx, clientId: string) =>
  sql<{ id: string; segment: Segment; stratum: number | null }>`
    select id, segment, stratum from clients where company_id = (select current_company()) and id = ${clientId}`
    .execute(tx)
    .then(({ rows }) => rows[0])

export const getOfferedPlan = (tx: Tx, planId: string) =>
  tx
    .selectFrom('plans')
    .select(['id', 'name', 'reference_code', 'price', 'is_active'])
    .where('id', '=', planId)
    .executeTakeFirst()

/** The company's data for the text of a contract. */
export async function getContractCompany(tx: Tx): Promise<{ name: string; nit: string; initial_letter: string }> {
  const { rows } = await sql<{ name: string; nit: string; initial_letter: string }>`
    select name, nit, initial_letter from companies where id = (select current_company())`.execute(tx)
  if (!rows[0]) throw new Error('a contract needs its company')
  return rows[0]
}

/** An active technician of the company, by user id. Undefined when there is none. */
export const getTechnician = (tx: Tx, userId: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('role', '=', 'technical')
    .where('is_active', '=', true)
    .executeTakeFirst()

/** Every active technician of the company, by name. */
export const listTechnicians = (tx: Tx) =>
  tx
    .selectFrom('users')
    .select(['id', sql<string>`concat_ws(' ', first_name, last_name)`.as('name')])
    .where('role', '=', 'technical')
    .where('is_active', '=', true)
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('id')
    .execute()
