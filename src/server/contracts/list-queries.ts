import { sql } from 'kysely'
import type { ContractQuery, ContractSort } from '#domain/contracts/api.ts'
import { type Day, ZONE } from '#domain/core/days.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { orderBy, type SortColumns } from '#server/db/order.ts'
import { type ContractRow, selectContracts, type Visibility } from './contract-queries.ts'

/** The filter of a list of contracts, for its reader and its day. */
type ContractFilter = ContractQuery & { readonly visibility: Visibility; readonly today: Day }

export async function listContracts(tx: Tx, filter: ContractFilter, range: RowRange): Promise<ContractRow[]> {
  // A literal: for a parameter the planner expects a tenth of the table.
  const limit = sql.raw(String(range.limit))
  const order = orderBy(SORTS, filter.sort ?? '-createdAt')
  const clientJoin = isByClient(filter)
    ? sql`join clients k on k.company_id = c.company_id and k.id = c.client_id`
    : sql``
  const page = sql`(select c.* from contracts c ${clientJoin} where ${matching(filter)} order by ${order} limit ${limit} offset ${range.offset}) c`
  const { rows } = await selectContracts(page, order, filter.today).execute(tx)
  return rows
}

export async function countContracts(tx: Tx, filter: ContractFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from contracts c where ${matching(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The status on a day: `terminated` when the last day has passed, also before the job updates the row. */
const statusOn = (today: Day) =>
  sql`case when c.status in ('active', 'suspended') and c.active_to < ${today}::date then 'terminated' else c.status end`

function matching({ visibility, today, ...query }: ContractFilter) {
  const conditions = [
    sql`c.company_id = (select current_company())`,
    visibility.userId === null
      ? null
      : sql`c.client_id = (select k.id from clients k where k.company_id = (select current_company()) and k.user_id = ${visibility.userId})`,
    query.no_contract === undefined ? null : sql`position(upper(${query.no_contract}) in c.no_contract) > 0`,
    query.status === undefined ? null : sql`${statusOn(today)} = ${query.status}`,
    query.client_id === undefined ? null : sql`c.client_id = ${query.client_id}`,
    query.date_contract === undefined ? null : sql`c.date_contract = ${query.date_contract}::date`,
    query.createdAt === undefined
      ? null
      : sql`c.created_at >= ${query.createdAt}::timestamp at time zone ${ZONE}
          and c.created_at < (${query.createdAt}::timestamp + interval '1 day') at time zone ${ZONE}`,
    query.q === undefined
      ? null
      : sql`(c.client_id in (select client_id from search_clients(${query.q})) or c.no_contract = upper(${query.q}))`,
  ].filter((condition) => condition !== null)
  return sql.join(conditions, sql` and `)
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
