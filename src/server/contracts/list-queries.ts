import { type RawBuilder, sql } from 'kysely'
import type { ContractQuery, ContractSort, ServiceFilter } from '#domain/contracts/api.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { dayEnd, dayStart } from '#server/db/days.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import { overdueAmount } from '#server/ledger/overdue.ts'
import { type ContractRow, selectContracts, type Visibility } from './contract-queries.ts'
import { endsItsTerm, nearUntil } from './due-notices.ts'

/** The filter of a list of contracts, for its reader and its day. */
type ContractFilter = ContractQuery & { readonly visibility: Visibility; readonly today: Day }

export async function listContracts(tx: Tx, filter: ContractFilter, range: RowRange): Promise<ContractRow[]> {
  const order = orderBy(SORTS, filter.sort ?? '-createdAt')
  const clientJoin = isByClient(filter)
    ? sql`join clients k on k.company_id = c.company_id and k.id = c.client_id`
    : sql``
  const page = sql`(select c.* from contracts c ${clientJoin} where ${matching(filter)} order by ${order} ${pageOf(range)}) c`
  const { rows } = await selectContracts(page, order, filter.today).execute(tx)
  return rows
}

export async function countContracts(tx: Tx, filter: ContractFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contracts c where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/**
 * The municipalities of the contracts of the company, by name. Goes from one code to the next in the index, so that it reads one entry
 * for each municipality.
 */
export async function listMunicipalities(tx: Tx): Promise<{ code: string; city: string; department: string }[]> {
  const first = (after: RawBuilder<unknown>) => sql`(
    select m.municipality_code as code, m.city, m.department from contracts m
    where m.company_id = (select current_company()) and m.municipality_code > ${after} order by m.municipality_code limit 1)`
  const { rows } = await sql<{ code: string; city: string; department: string }>`
    with recursive places as (
      select p.* from ${first(sql`''`)} p
      union all
      select p.* from places cross join lateral ${first(sql`places.code`)} p
    )
    select code, city, department from places order by city, department`.execute(tx)
  return rows
}

/** The status on a day: `terminated` when the last day has passed, also before the job updates the row. */
const statusOn = (today: Day) =>
  sql`case when c.status in ('active', 'suspended') and c.active_to < ${today}::date then 'terminated' else c.status end`

const installationDue = (from: Day | null, to: Day) =>
  sql`c.status = 'awaiting_installation' and c.installation_due_on <= ${to}::date
    and (${from}::date is null or c.installation_due_on >= ${from}::date)`

const WAITING_CONDITIONS = {
  late_installation: (today: Day) => installationDue(null, addDays(today, -1)),
  near_installation: (today: Day) => installationDue(today, nearUntil(today)),
  renewal: endsItsTerm,
  cession: (_today: Day) => sql`c.id in (
    select s.contract_id from contract_cessions s where s.company_id = (select current_company()) and s.decision is null)`,
} as const satisfies Record<NonNullable<ContractQuery['waiting']>, (today: Day) => unknown>

function matching({ visibility, today, ...query }: ContractFilter) {
  const conditions = [
    sql`c.company_id = (select current_company())`,
    visibility.userId === null
      ? null
      : sql`c.client_id = (select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${visibility.userId})`,
    query.no_contract === undefined ? null : sql`position(upper(${query.no_contract}) in c.no_contract) > 0`,
    query.status === undefined ? null : sql`${statusOn(today)} = ${query.status}`,
    query.waiting === undefined ? null : WAITING_CONDITIONS[query.waiting](today),
    query.service === undefined ? null : SERVICE[query.service](today),
    query.municipality_code === undefined ? null : sql`c.municipality_code = ${query.municipality_code}`,
    query.client_id === undefined ? null : sql`c.client_id = ${query.client_id}`,
    query.date_contract === undefined ? null : sql`c.date_contract = ${query.date_contract}::date`,
    query.joined_from === undefined ? null : sql`c.active_from >= ${query.joined_from}::date`,
    query.joined_to === undefined ? null : sql`c.active_from <= ${query.joined_to}::date`,
    query.left_from === undefined ? null : sql`c.status = 'terminated' and c.active_to >= ${query.left_from}::date`,
    query.left_to === undefined ? null : sql`c.status = 'terminated' and c.active_to <= ${query.left_to}::date`,
    query.createdAt === undefined
      ? null
      : sql`c.created_at >= ${dayStart(query.createdAt)}
          and c.created_at < ${dayEnd(query.createdAt)}`,
    query.q === undefined
      ? null
      : sql`(c.client_id in (select client_id from search_clients(${query.q})) or c.no_contract = upper(${query.q}))`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
}

const SERVICE: Readonly<Record<ServiceFilter, (today: Day) => RawBuilder<unknown>>> = {
  por_reconectar: (today) => sql`c.status = 'suspended' and ${statusOn(today)} = 'suspended'
    and exists (select from suspension_intervals s
      where s.company_id = c.company_id and s.contract_id = c.id and s.kind = 'arrears' and s.to_on is null)
    and not exists (select from invoices
      where company_id = c.company_id and client_id = c.client_id and balance > 0 and last_payable_on < ${today}::date
        and ${overdueAmount(today)} > 0)`,
  instalado_hoy: (today) => sql`c.active_from = ${today}::date and c.status = 'active'`,
}

/** The id breaks ties: ids follow the order of creation. The search text of a client begins with the name without accents. */
const SORTS: SortColumns<ContractSort> = {
  createdAt: ['c.created_at', 'c.id'],
  no_contract: ['c.no_contract', 'c.id'],
  date_contract: ['c.date_contract', 'c.id'],
  status: ['c.status', 'c.id'],
  client: ['left(k.search, 100)', 'c.id'],
}

const isByClient = ({ sort }: ContractQuery): boolean => sort === 'client' || sort === '-client'
