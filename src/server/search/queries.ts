import { sql } from 'kysely'
import type { ContractStatus } from '#domain/contracts/lifecycle.ts'
import type { Role } from '#domain/core/roles.ts'
import { contractNumber, type NumberedKind } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { containsPattern } from '#server/db/like.ts'
import { listPrefixes } from '#server/ledger/numbers.ts'

type NumberQuery = { prefix: string | null; number: number }

const COMPANY = sql`(select current_company())`

/** The ids of the first clients that match the words. */
export async function findClientIds(tx: Tx, words: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ client_id: string }>`select client_id from find_clients(${words}, ${limit})`.execute(tx)
  return rows.map(({ client_id }) => client_id)
}

const anyOf = (ids: readonly string[]) => sql`any (${uuidArray(ids)}::uuid[])`

export type ClientMatch = { id: string; name: string; identification: string; phone: string | null }

export async function readClients(tx: Tx, ids: readonly string[]): Promise<ClientMatch[]> {
  const { rows } = await sql<ClientMatch>`
    select id, name, identification, phone from clients where company_id = ${COMPANY} and id = ${anyOf(ids)}`.execute(
    tx,
  )
  return rows
}

export type ContractMatch = {
  no_contract: string
  client_id: string
  client_name: string
  status: ContractStatus
  /** Found by its number, not by its client. */
  is_named: boolean
}

/** Contracts by their number, and those of some clients, looked up by key (`offset 0` keeps the planner from merging the subquery). */
export async function findContracts(
  tx: Tx,
  named: NumberQuery | null,
  clients: readonly string[],
  limit: number,
): Promise<ContractMatch[]> {
  const numbers =
    named === null
      ? []
      : (await prefixesOf(tx, 'contract', named)).map((prefix) => contractNumber(prefix, named.number))
  const { rows } = await sql<ContractMatch>`
    with found as (
      select c.client_id, c.no_contract, c.status, true as is_named from unnest(${numbers}::text[]) asked (no_contract)
      cross join lateral (select * from contracts c where c.company_id = ${COMPANY} and c.no_contract = asked.no_contract offset 0) c
      union all
      select c.client_id, c.no_contract, c.status, false from unnest(${uuidArray(clients)}::uuid[]) asked (client_id)
      cross join lateral (select * from contracts c where c.company_id = ${COMPANY} and c.client_id = asked.client_id offset 0) c
    )
    select no_contract, client_id, name as client_name, status, bool_or(is_named) as is_named from found
    cross join lateral (select name from clients k where k.company_id = ${COMPANY} and k.id = found.client_id offset 0) k
    group by no_contract, client_id, name, status order by is_named desc, no_contract limit ${limit}`.execute(tx)
  return rows
}

export type InvoiceMatch = { id: string; number: string; client_name: string; period: string }

/** Invoices with a number; with any prefix when the query has none. */
export async function findInvoices(tx: Tx, named: NumberQuery, limit: number): Promise<InvoiceMatch[]> {
  const { rows } = await sql<InvoiceMatch>`
    select i.id, i.prefix || '-' || i.number as number, k.name as client_name, i.period
    from invoices i join clients k on k.company_id = i.company_id and k.id = i.client_id
    where i.company_id = ${COMPANY} and i.prefix = any (${await prefixesOf(tx, 'invoice', named)}::text[]) and i.number = ${named.number}
    limit ${limit}`.execute(tx)
  return rows
}

/** The prefix of the query, or every prefix in use when it has none. */
const prefixesOf = async (tx: Tx, kind: NumberedKind, { prefix }: NumberQuery): Promise<string[]> =>
  prefix === null ? listPrefixes(tx, kind) : [prefix]

export type UserMatch = { username: string; name: string; role: Role }

/** The staff of the company, by name or username. */
export async function findStaff(tx: Tx, text: string, limit: number): Promise<UserMatch[]> {
  const { rows } = await sql<UserMatch>`
    select username, first_name || ' ' || last_name as name, role from users
    where company_id = ${COMPANY} and role <> 'client' and folded(first_name || ' ' || last_name || ' ' || username) like folded(${containsPattern(text)})
    order by 2 limit ${limit}`.execute(tx)
  return rows
}

export type CompanyMatch = { id: string; name: string; nit: string }

/** The providers of the platform, by name or NIT. */
export async function findCompanies(tx: Tx, text: string, limit: number): Promise<CompanyMatch[]> {
  const { rows } = await sql<CompanyMatch>`
    select id, name, nit from companies where kind = 'provider' and folded(name || ' ' || nit) like folded(${containsPattern(text)})
    order by name limit ${limit}`.execute(tx)
  return rows
}
