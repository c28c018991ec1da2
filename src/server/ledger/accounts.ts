import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import type { InvoicesKind } from '#server/db/types.ts'

/** An invoice whose row is locked until the end of the transaction, so that its balance may be changed. */
export type LockedInvoice = {
  id: string
  client_id: string
  kind: InvoicesKind
  number: string
  total: Money
  balance: Money
  credited: Money
  written_off: Money
  disputed_amount: Money
  extended_amount: Money
  due_on: Day
}

/** A client whose account is locked until the end of the transaction. */
export type LockedClient = { id: string; name: string }

/**
 * Locks the account of a client until the end of the transaction: the payments, credit notes and credit in favour of one client are
 * processed one at a time, so that the same credit is never used twice. Undefined when the client does not exist.
 */
export const lockAccount = (tx: Tx, clientId: string): Promise<LockedClient | undefined> =>
  tx.selectFrom('clients').select(['id', 'name']).where('id', '=', clientId).forUpdate().executeTakeFirst()

/** Locks the account of an invoice's client and then the invoice. Undefined when it is absent or another company's. */
export async function lockInvoice(tx: Tx, id: string): Promise<LockedInvoice | undefined> {
  const invoice = await tx.selectFrom('invoices').select('client_id').where('id', '=', id).executeTakeFirst()
  if (!invoice || !(await lockAccount(tx, invoice.client_id))) return undefined
  return (await lockInvoices(tx, invoice.client_id, [id]))[0]
}

/** Locks invoices of a client whose account is locked: those of `ids`, in that order, or the open ones, the oldest due first. */
export async function lockInvoices(tx: Tx, clientId: string, ids: readonly string[] | null): Promise<LockedInvoice[]> {
  if (ids === null) return lockWhere(tx, clientId, sql`balance > 0`)
  // One statement for each key: the plan of a list would depend on the statistics of the table.
  const invoices = await Promise.all(ids.map((id) => lockWhere(tx, clientId, sql`id = ${id}`)))
  return invoices.flat()
}

async function lockWhere(tx: Tx, clientId: string, condition: RawBuilder<unknown>): Promise<LockedInvoice[]> {
  const { rows } = await sql<Omit<LockedInvoice, 'number'> & { prefix: string; sequence: number }>`
    select id, client_id, kind, prefix, number as sequence, total, balance, credited, written_off, disputed_amount, extended_amount, due_on from invoices
    where company_id = (select current_company()) and client_id = ${clientId} and ${condition}
    order by due_on, id for update`.execute(tx)
  return rows.map(({ prefix, sequence, ...row }) => ({ ...row, number: invoiceNumber(prefix, sequence) }))
}

/** The credit in favour of one client. */
export async function getCredit(tx: Tx, clientId: string): Promise<Money> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(credit), 0)::bigint as amount from client_movements
    where company_id = (select current_company()) and client_id = ${clientId} and moves_credit`.execute(tx)
  return money(rows[0]?.amount ?? 0)
}

/** The least credit in favour that a client had at the end of a day and of each day since: what could be paid back on that day. */
export async function getCreditSince(tx: Tx, clientId: string, on: Day): Promise<Money> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(min(d.credit), 0)::bigint as amount
    from (
      select m.posted_on, sum(m.credit) over (order by m.posted_on) as credit
      from (
        select greatest(posted_on, ${on}::date) as posted_on, sum(credit) as credit from client_movements
        where company_id = (select current_company()) and client_id = ${clientId} and moves_credit group by 1
        union all select ${on}::date, 0
      ) m
    ) d`.execute(tx)
  return money(rows[0]?.amount ?? 0)
}

// Each client is looked up by key, with any statistics: `key` is the first table and each sum is a lateral sub-query.

/** The credit in favour of each client, without the clients that have none. */
export async function listCredits(tx: Tx, clients: readonly string[]): Promise<Map<string, Money>> {
  const { rows } = await sql<{ client_id: string; amount: Money }>`${REPLAN_EACH_TIME}
    select key.id as client_id, m.amount from unnest(${uuidArray(clients)}::uuid[]) key (id) cross join lateral (
      select sum(credit)::bigint as amount from client_movements
      where company_id = (select current_company()) and client_id = key.id and moves_credit
    ) m where m.amount > 0`.execute(tx)
  return new Map(rows.map((row) => [row.client_id, row.amount]))
}

/**
 * The credit in favour of each client that invoices may use, without the clients that have none: what is to be paid back of a void
 * contract pays no invoice.
 */
export async function listUsableCredits(tx: Tx, clients: readonly string[]): Promise<Map<string, Money>> {
  const { rows } = await sql<{ client_id: string; amount: Money }>`${REPLAN_EACH_TIME}
    select key.id as client_id, (m.amount - r.amount)::bigint as amount from unnest(${uuidArray(clients)}::uuid[]) key (id)
    cross join lateral (
      select sum(credit) as amount from client_movements
      where company_id = (select current_company()) and client_id = key.id and moves_credit
    ) m cross join lateral (
      select coalesce(sum(amount - returned), 0) as amount from contract_refunds
      where company_id = (select current_company()) and client_id = key.id and closed_on is null
    ) r where m.amount > r.amount`.execute(tx)
  return new Map(rows.map((row) => [row.client_id, row.amount]))
}

/**
 * Locks the accounts of clients that get an invoice and returns their usable credit in favour: the same credit is never used twice, and
 * a payment at the same time leaves no credit beside the new invoice.
 */
export async function lockCredits(tx: Tx, clients: readonly string[]): Promise<Map<string, Money>> {
  await lockAccounts(tx, clients)
  return listUsableCredits(tx, clients)
}

/** Locks the accounts of clients, always in the same order, so that two transactions never wait for each other. */
export async function lockAccounts(tx: Tx, clients: readonly string[]): Promise<void> {
  await sql`${REPLAN_EACH_TIME}
    select from unnest(${uuidArray(clients.toSorted())}::uuid[]) key (id) cross join lateral (
      select from clients where company_id = (select current_company()) and id = key.id for update offset 0
    ) k`.execute(tx)
}

/** What a client owes by its open invoices, and what of it is disputed and so not collected (R2.15). */
export type ClientDebt = { amount: Money; disputed: Money }

/** The debt of each client, without the clients that have none. */
export async function listDebts(tx: Tx, clients: readonly string[]): Promise<Map<string, ClientDebt>> {
  const { rows } = await sql<ClientDebt & { client_id: string }>`${REPLAN_EACH_TIME}
    select key.id as client_id, i.amount, i.disputed from unnest(${uuidArray(clients)}::uuid[]) key (id) cross join lateral (
      select sum(balance)::bigint as amount, sum(disputed_amount)::bigint as disputed from invoices
      where company_id = (select current_company()) and client_id = key.id and balance > 0
    ) i where i.amount > 0`.execute(tx)
  return new Map(rows.map(({ client_id, ...debt }) => [client_id, debt]))
}
