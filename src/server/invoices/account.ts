import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import { invoiceNumber } from '#domain/invoices/invoice.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray } from '#server/db/arrays.ts'

// What a client's account is moved by. Whoever changes a balance writes its rows of the journal in the same transaction.

export type LockedInvoice = {
  id: string
  client_id: string
  kind: string
  number: string
  total: Money
  balance: Money
  credited: Money
  disputed_amount: Money
  due_on: Day
}

/**
 * Takes the account of a client until the end of the transaction: payments, credit notes and credit in favour of one client
 * take turns, so that nobody spends what another is spending. False when there is no such client.
 */
export async function lockAccount(tx: Tx, clientId: string): Promise<boolean> {
  const row = await tx.selectFrom('clients').select('id').where('id', '=', clientId).forUpdate().executeTakeFirst()
  return row !== undefined
}

/** The client of an invoice, to take its account before the invoice is read. */
export async function clientOfInvoice(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.selectFrom('invoices').select('client_id').where('id', '=', id).executeTakeFirst()
  return row?.client_id
}

/** Invoices of a client to change, in the order in which they are paid: oldest due first, or as `ids` say. */
export async function lockInvoices(tx: Tx, clientId: string, ids: readonly string[] | null): Promise<LockedInvoice[]> {
  const { rows } = await sql<Omit<LockedInvoice, 'number'> & { prefix: string; sequence: number }>`
    select id, client_id, kind, prefix, number as sequence, total, balance, credited, disputed_amount, due_on from invoices
    where company_id = (select current_company()) and client_id = ${clientId}
      and ${ids === null ? sql`balance > 0` : sql`id = any (${plainArray(ids)}::uuid[])`}
    order by due_on, id for update`.execute(tx)
  const found = rows.map(({ prefix, sequence, ...row }) => ({ ...row, number: invoiceNumber(prefix, sequence) }))
  return ids === null ? found : ids.flatMap((id) => found.find((one) => one.id === id) ?? [])
}

/** Moves the columns that follow the journal. `paid` lowers the balance (or raises it, when less than zero). */
export async function moveBalances(
  tx: Tx,
  moves: readonly { id: string; paid: Money; credited?: Money }[],
): Promise<void> {
  if (moves.length === 0) return
  await sql`
    update invoices i set balance = i.balance - m.paid, credited = i.credited + m.credited
    from unnest(${plainArray(moves.map((one) => one.id))}::uuid[], ${plainArray(moves.map((one) => one.paid))}::bigint[],
      ${plainArray(moves.map((one) => one.credited ?? 0))}::bigint[]) m (id, paid, credited)
    where i.company_id = (select current_company()) and i.id = m.id`.execute(tx)
}

/** What stands in favour of one client. */
export async function creditOf(tx: Tx, clientId: string): Promise<Money> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(case when credit_account = 'credit' then amount else -amount end), 0)::bigint as amount from journal
    where company_id = (select current_company()) and client_id = ${clientId} and (debit_account = 'credit' or credit_account = 'credit')`.execute(
    tx,
  )
  return money(rows[0]?.amount ?? 0)
}
