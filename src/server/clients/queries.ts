import { sql } from 'kysely'
import type { CLIENT_SORTS } from '#domain/clients/api.ts'
import type { Client, DebtFilter } from '#domain/clients/client.ts'
import { addDays, type Day } from '#domain/core/days.ts'
import { type Money, minus, ZERO } from '#domain/core/money.ts'
import type { Sort } from '#domain/core/paging.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { rowsByCursor } from '#server/db/cursor.ts'
import { dayInBogota } from '#server/db/days.ts'
import { escapeLike } from '#server/db/like.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import type { ContractsStatus, UsersRole } from '#server/db/types.ts'
import { listCredits, listDebts } from '#server/ledger/accounts.ts'
import { OVERDUE_SINCE, overdueAmount } from '#server/ledger/overdue.ts'

type ClientSort = (typeof CLIENT_SORTS)[number]

/** The filters of the list of clients, parsed. */
export type ClientFilter = {
  ids?: readonly string[] | undefined
  q?: string | undefined
  first_name?: string | undefined
  identification?: string | undefined
  username?: string | undefined
  no_contract?: string | undefined
  is_active?: boolean | undefined
  createdAt?: Day | undefined
  date_contract?: Day | undefined
  debt?: DebtFilter | undefined
  plan_id?: string | undefined
  municipality_code?: string | undefined
  /** The day from which the age of a debt is counted. */
  today: Day
  sort?: Sort<ClientSort> | undefined
}

export type ClientDetail = Client & { user_id: string }

const COLUMNS = [
  'k.id',
  'k.user_id',
  'k.type_identification',
  'k.identification',
  'k.first_name',
  'k.second_name',
  'k.last_name',
  'k.second_lastname',
  'k.business_name',
  'k.name',
  'k.email',
  'k.phone',
  'k.telephone',
  'k.segment',
  'k.stratum',
  'k.address',
  'k.department',
  'k.city',
  'k.municipality_code',
  'k.nacionality',
  'k.date_contract',
  'k.payment_date',
  'k.created_at',
  'k.updated_at',
  'u.username',
  'u.is_active',
  'u.role',
  'u.is_first_login',
  'u.avatar_url',
] as const

const clientsWithUser = (tx: Tx) =>
  tx
    .selectFrom('clients as k')
    .innerJoin('users as u', (join) => join.onRef('u.company_id', '=', 'k.company_id').onRef('u.id', '=', 'k.user_id'))

/** Clients without their users: the rows that a list filters, orders and counts. */
const clientKeys = (tx: Tx) => tx.selectFrom('clients as k')

/** One client with its contracts and balance. */
export async function getClient(
  tx: Tx,
  by: { id: string } | { identification: string },
): Promise<ClientDetail | undefined> {
  const rows = await clientsWithUser(tx)
    .select(COLUMNS)
    .where((eb) => ('id' in by ? eb('k.id', '=', by.id) : eb('k.identification', '=', by.identification)))
    .execute()
  const [client] = await withContractsAndBalance(tx, rows)
  return client
}

/** One client, its row locked until the end of the transaction. */
export async function lockClient(tx: Tx, id: string): Promise<ClientDetail | undefined> {
  const rows = await clientsWithUser(tx).select(COLUMNS).where('k.id', '=', id).forUpdate('k').execute()
  const [client] = await withContractsAndBalance(tx, rows)
  return client
}

/** A part of the list. */
export async function listClients(tx: Tx, filter: ClientFilter, range: RowRange): Promise<Client[]> {
  const rows = await withUsers(tx, matching(tx, filter).modifyEnd(pageOf(range)), filter).execute()
  return withContractsAndBalance(tx, rows)
}

/** The whole list, some clients at a time. */
export async function* listAllClients(tx: Tx, filter: ClientFilter): AsyncGenerator<Client[]> {
  const all = withUsers(tx, matching(tx, filter), filter).compile()
  for await (const rows of rowsByCursor(tx, all)) yield await withContractsAndBalance(tx, rows)
}

const matching = (tx: Tx, filter: ClientFilter) => ordered(filtered(clientKeys(tx), filter), filter.sort).selectAll('k')

/**
 * The clients of the list are selected first; then only their users are looked up, by key (`offset 0` keeps the planner from merging
 * the subquery). The limit of a page is a literal: for a parameter the planner expects a tenth of the table, and sorts it.
 */
const withUsers = (tx: Tx, selected: ReturnType<typeof matching>, { sort }: ClientFilter) =>
  ordered(tx.selectFrom(selected.as('k')), sort)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('users')
          .selectAll()
          .whereRef('users.company_id', '=', 'k.company_id')
          .whereRef('users.id', '=', 'k.user_id')
          .offset(0)
          .as('u'),
      (join) => join.onTrue(),
    )
    .select(COLUMNS)

export async function countClients(tx: Tx, filter: ClientFilter): Promise<number> {
  const { count } = await filtered(clientKeys(tx), filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** What there is to collect from the clients of a filter: the balances of their invoices, without what is disputed (R2.15). */
export async function totalDebt(tx: Tx, filter: ClientFilter): Promise<Money> {
  const { today: _today, sort: _sort, ...values } = filter
  const isFiltered = Object.values(values).some((value) => value !== undefined)
  const ofClients = filtered(clientKeys(tx), filter).select('k.id')
  const { rows } = await sql<{ debt: Money }>`
    select coalesce(sum(i.balance - i.disputed_amount), 0)::bigint as debt from invoices i
    where i.company_id = (select current_company()) and i.balance > 0
      ${isFiltered ? sql`and i.client_id in (${ofClients})` : sql``}`.execute(tx)
  return rows[0]?.debt ?? ZERO
}

type ClientSelect = ReturnType<typeof clientKeys>

/** Applies the filters. `q` and `first_name` match the search index (names, document, phone) or the number of a contract. */
function filtered(query: ClientSelect, filter: ClientFilter): ClientSelect {
  const { q, first_name, identification, username, no_contract, is_active, createdAt, date_contract } = filter
  const { debt, plan_id, municipality_code, today } = filter
  const words = [q, first_name].filter((text) => text !== undefined && text.trim() !== '')
  let result = query
  if (filter.ids !== undefined) result = result.where(sql<boolean>`k.id = any (${uuidArray(filter.ids)}::uuid[])`)
  for (const text of words) {
    result = result.where(
      sql<boolean>`(k.id in (select client_id from search_clients(${text})) or exists (
        select from contracts c where c.company_id = k.company_id and c.client_id = k.id and c.no_contract = upper(${text})))`,
    )
  }
  if (identification !== undefined) result = result.where('k.identification', 'like', `${escapeLike(identification)}%`)
  if (username !== undefined) {
    result = result.where(
      sql<boolean>`exists (select from users u where u.company_id = k.company_id and u.id = k.user_id and u.username like ${`${escapeLike(username.toLowerCase())}%`})`,
    )
  }
  if (is_active !== undefined) {
    result = result.where(
      sql<boolean>`exists (select from users u where u.company_id = k.company_id and u.id = k.user_id and u.is_active = ${is_active})`,
    )
  }
  if (createdAt !== undefined) {
    result = result.where(sql<boolean>`${dayInBogota(sql`k.created_at`)} = ${createdAt}`)
  }
  if (date_contract !== undefined) {
    result = result.where(
      sql<boolean>`exists (select from contracts c where c.company_id = k.company_id and c.client_id = k.id and c.date_contract = ${date_contract})`,
    )
  }
  if (debt !== undefined) {
    const before = debt === 'any' ? null : addDays(today, -Number(debt))
    // A client whose whole debt is disputed owes nothing that is collected.
    const isOld =
      before === null
        ? sql`and i.balance > i.disputed_amount`
        : sql`and i.last_payable_on < ${before} and ${OVERDUE_SINCE} < ${before} and ${overdueAmount(today)} > 0`
    result = result.where(
      sql<boolean>`k.id in (select i.client_id from invoices i where i.company_id = (select current_company()) and i.balance > 0 ${isOld})`,
    )
  }
  if (plan_id !== undefined) {
    result = result.where(
      sql<boolean>`k.id in (select c.client_id from contracts c where c.company_id = (select current_company()) and c.plan_id = ${plan_id}
        and c.status not in ('terminated', 'cancelled'))`,
    )
  }
  if (municipality_code !== undefined) result = result.where('k.municipality_code', '=', municipality_code)
  if (no_contract !== undefined) {
    result = result.where(
      sql<boolean>`exists (select from contracts c where c.company_id = k.company_id and c.client_id = k.id and c.no_contract like ${`${escapeLike(no_contract.toUpperCase())}%`})`,
    )
  }
  return result
}

/**
 * The columns of each order, as in the indexes. By name: the search text, which begins with the name without accents. By creation: ids
 * are time-ordered. By balance, without what is disputed, as the list shows it, there is no index, because each invoice and payment would
 * change it: the open invoices and the credit of every client that matches are added, each client by its key.
 */
const SORTS: SortColumns<ClientSort> = {
  name: ['left(k.search, 100)', 'k.id'],
  identification: ['k.identification'],
  balance: [
    `coalesce((select sum(i.balance - i.disputed_amount) from invoices i where i.company_id = k.company_id and i.client_id = k.id and i.balance > 0), 0)
      - coalesce((select sum(m.credit) from client_movements m where m.company_id = k.company_id and m.client_id = k.id and m.moves_credit), 0)`,
    'k.id',
  ],
  createdAt: ['k.id'],
}

const ordered = (query: ClientSelect, sort: Sort<ClientSort> = '-createdAt'): ClientSelect =>
  query.orderBy(orderBy(SORTS, sort))

type ClientRow = {
  id: string
  user_id: string
  role: UsersRole
  created_at: Date
  updated_at: Date
  username: string
  is_active: boolean
  is_first_login: boolean
} & Omit<Client, 'contracts' | 'balance' | 'disputed' | 'user' | 'createdAt' | 'updatedAt'>

/** Adds the contracts and the balance of each client, with one query each for all the rows. */
async function withContractsAndBalance(tx: Tx, rows: readonly ClientRow[]): Promise<ClientDetail[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [contracts, debts, credits] = await Promise.all([
    listContracts(tx, ids),
    listDebts(tx, ids),
    listCredits(tx, ids),
  ])
  return rows.map(({ created_at, updated_at, username, is_active, role, is_first_login, ...row }) => ({
    ...row,
    balance: minus(debts.get(row.id)?.amount ?? ZERO, credits.get(row.id) ?? ZERO),
    disputed: debts.get(row.id)?.disputed ?? ZERO,
    contracts: contracts.get(row.id) ?? [],
    user: { username, is_active, role, is_first_login },
    createdAt: created_at.toISOString(),
    updatedAt: updated_at.toISOString(),
  }))
}

type ClientContractRow = Omit<Client['contracts'][number], 'status' | 'plan'> & {
  client_id: string
  status: ContractsStatus
  plan_id: string
  plan_name: string
  reference_code: string
}

async function listContracts(tx: Tx, ids: readonly string[]): Promise<Map<string, Client['contracts']>> {
  const { rows } = await sql<ClientContractRow>`
    select c.client_id, c.no_contract, c.status, c.address, c.department, c.city, c.date_contract, p.id as plan_id, p.name as plan_name, p.reference_code
    from unnest(${uuidArray(ids)}::uuid[]) asked (client_id)
    cross join lateral (
      select * from contracts c where c.company_id = (select current_company()) and c.client_id = asked.client_id offset 0
    ) c
    join plans p on p.company_id = c.company_id and p.id = c.plan_id
    order by c.no_contract`.execute(tx)
  const groups = new Map<string, Client['contracts']>()
  for (const { client_id, plan_id, plan_name, reference_code, ...row } of rows) {
    const contract = { ...row, plan: { id: plan_id, name: plan_name, reference_code } }
    groups.set(client_id, [...(groups.get(client_id) ?? []), contract])
  }
  return groups
}
