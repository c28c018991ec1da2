import { type RawBuilder, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, money, ZERO } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'
import { PLANNED_ANEW } from '#server/db/named.ts'
import type { InvoicesKind } from '#server/db/types.ts'

/** An invoice whose balance may be moved: its row is locked until the end of the transaction. */
export type LockedInvoice = {
  id: string
  client_id: string
  kind: InvoicesKind
  number: string
  total: Money
  balance: Money
  credited: Money
  disputed_amount: Money
  due_on: Day
}

/**
 * Locks the account of a client until the end of the transaction: payments, credit notes and credit in favour of one client take
 * turns, so that the same credit is never spent twice. False when there is no such client.
 */
export async function lockAccount(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx.selectFrom('clients').select('id').where('id', '=', clientId).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** Locks an invoice after the account of its client. Undefined when it is absent or another company's. */
export async function lockInvoice(tx: Tx, id: string): Promise<LockedInvoice | undefined> {
  const owner = await tx.selectFrom('invoices').select('client_id').where('id', '=', id).executeTakeFirst()
  if (!owner || !(await lockAccount(tx, owner.client_id))) return undefined
  return (await lockInvoices(tx, owner.client_id, [id]))[0]
}

/** Locks invoices of a client, whose account is locked: with `ids` those, in that order; without, the open ones, oldest due first. */
export async function lockInvoices(tx: Tx, clientId: string, ids: readonly string[] | null): Promise<LockedInvoice[]> {
  if (ids === null) return lockWhere(tx, clientId, sql`balance > 0`)
  // Each by its key: with a list, the plan would depend on what the database knows of the table.
  const found = await Promise.all(ids.map((id) => lockWhere(tx, clientId, sql`id = ${id}`)))
  return found.flat()
}

async function lockWhere(tx: Tx, clientId: string, condition: RawBuilder<unknown>): Promise<LockedInvoice[]> {
  const { rows } = await sql<Omit<LockedInvoice, 'number'> & { prefix: string; sequence: number }>`
    select id, client_id, kind, prefix, number as sequence, total, balance, credited, disputed_amount, due_on from invoices
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

// Each client is looked up by key, whatever the planner knows of the tables: `key` goes first and each sum is a sub-query of it.

/** The credit in favour of each of these clients (an array literal of ids); those without any are left out. */
export async function listCredits(tx: Tx, clients: string): Promise<Map<string, Money>> {
  const { rows } = await sql<{ client_id: string; amount: Money }>`${PLANNED_ANEW}
    select key.id as client_id, m.amount from unnest(${clients}::uuid[]) key (id) cross join lateral (
      select sum(credit)::bigint as amount from client_movements
      where company_id = (select current_company()) and client_id = key.id and moves_credit
    ) m where m.amount > 0`.execute(tx)
  return new Map(rows.map((row) => [row.client_id, row.amount]))
}

/** The same, after locking the accounts of those who have some: the same credit is never spent twice. */
export async function lockCredits(tx: Tx, clients: string): Promise<Map<string, Money>> {
  const seen = await listCredits(tx, clients)
  if (seen.size === 0) return seen
  const holders = plainArray([...seen.keys()].toSorted())
  await sql`${PLANNED_ANEW}
    select from unnest(${holders}::uuid[]) key (id) cross join lateral (
      select from clients where company_id = (select current_company()) and id = key.id for update offset 0
    ) k`.execute(tx)
  return listCredits(tx, holders)
}

/** What each of these clients owes: the balances of the open invoices. Those who owe nothing are left out. */
export async function listDebts(tx: Tx, clients: string): Promise<Map<string, Money>> {
  const { rows } = await sql<{ client_id: string; amount: Money }>`${PLANNED_ANEW}
    select key.id as client_id, i.amount from unnest(${clients}::uuid[]) key (id) cross join lateral (
      select sum(balance)::bigint as amount from invoices
      where company_id = (select current_company()) and client_id = key.id and balance > 0
    ) i where i.amount > 0`.execute(tx)
  return new Map(rows.map((row) => [row.client_id, row.amount]))
}

/** What each of these clients owes less what it has in favour; less than zero when more is in favour. */
export async function listBalances(tx: Tx, clients: string): Promise<Map<string, Money>> {
  const [balances, credits] = await Promise.all([listDebts(tx, clients), listCredits(tx, clients)])
  for (const [client, credit] of credits) balances.set(client, minus(balances.get(client) ?? ZERO, credit))
  return balances
}
