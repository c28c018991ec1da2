import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, minus, plus, sum, ZERO } from '#domain/core/money.ts'
import type { EntryPart } from '#domain/ledger/entry.ts'
import { refundParts, releasedParts } from '#domain/ledger/owed-refund.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { getCredit } from './accounts.ts'

/*
 * What the company pays back of a contract that is void: a part of the credit in favour that pays no invoice (R2.14, R2.26). Every
 * function that changes it needs the account of the client locked. No other file writes the table.
 */

/** What is still to be paid back of one contract. */
type OwedRefund = { contract_id: string; amount: Money; returned: Money }

/** The open refunds of a client in the order in which they are paid: the first last day first, and those without one at the end. */
const listOwed = async (tx: Tx, clientId: string): Promise<OwedRefund[]> => {
  const { rows } = await sql<OwedRefund>`
    select contract_id, amount, returned from contract_refunds
    where company_id = (select current_company()) and client_id = ${clientId} and closed_on is null
    order by due_on, contract_id`.execute(tx)
  return rows
}

/** Sets an amount of the credit in favour of a client apart, to pay it back. `due_on`: its last day; null without one. */
export async function reserveRefund(
  tx: Tx,
  refund: { contract_id: string; client_id: string; amount: Money; due_on: Day | null },
): Promise<void> {
  if (refund.amount > 0) await tx.insertInto('contract_refunds').values(refund).execute()
}

/** What a payment was started for. */
export type RequestedAmount = { invoice_id: string; amount: Money }

/** A payment: its entries, and what it left to pay back of the invoices of void contracts (raiseOwedRefunds). */
export type ReceivedParts = { entries: readonly EntryPart[]; setApart: readonly RequestedAmount[] }

/**
 * A payment that arrived after its contract became void: the amounts that were requested for invoices of such contracts are to be paid back,
 * at most `rest`, what the payment left in favour. Returns that part of each invoice. The account of the client must be locked.
 */
export async function raiseOwedRefunds(
  tx: Tx,
  clientId: string,
  requested: readonly RequestedAmount[],
  rest: Money,
): Promise<RequestedAmount[]> {
  if (requested.length === 0) return []
  const { rows } = await sql<{ contract_id: string; invoice_id: string; due_on: Day | null }>`
    select c.id as contract_id, i.id as invoice_id, c.refund_by as due_on
    from invoices i join contracts c on c.company_id = i.company_id and c.id = i.contract_id and c.client_id = i.client_id
    where i.company_id = (select current_company()) and i.client_id = ${clientId}
      and i.id = any (${uuidArray(requested.map((one) => one.invoice_id))}::uuid[])
      and c.status = 'cancelled' and (c.refund_by is not null or c.installation_notice = 'late')
    order by c.refund_by, i.id`.execute(tx)
  const raised: RequestedAmount[] = []
  let left = rest
  for (const { contract_id, invoice_id, due_on } of rows) {
    const wanted = requested.find((one) => one.invoice_id === invoice_id)?.amount ?? ZERO
    const amount = wanted < left ? wanted : left
    if (amount <= 0) continue
    left = minus(left, amount)
    raised.push({ invoice_id, amount })
    await sql`
      insert into contract_refunds (contract_id, client_id, amount, due_on)
      values (${contract_id}, ${clientId}, ${amount}, ${due_on})
      on conflict (company_id, contract_id) do update
        set amount = contract_refunds.amount + excluded.amount, closed_on = null`.execute(tx)
  }
  return raised
}

/** A refund to a client pays first what is set apart. Returns the contracts of which nothing is owed any more. */
export async function payOwedRefunds(
  tx: Tx,
  { clientId, amount, on }: { clientId: string; amount: Money; on: Day },
): Promise<string[]> {
  const parts = refundParts(await listOwed(tx, clientId), amount)
  for (const { contract_id, returned, isClosed } of parts) {
    await tx
      .updateTable('contract_refunds')
      .set({ returned, closed_on: isClosed ? on : null })
      .where('contract_id', '=', contract_id)
      .execute()
  }
  return parts.flatMap(({ contract_id, isClosed }) => (isClosed ? [contract_id] : []))
}

/**
 * A payment that was reversed is not paid back: what is set apart of the contracts that it paid becomes less, and never more than the
 * credit in favour that is left. Call it after the reversal is posted.
 */
export async function releaseOwedRefunds(tx: Tx, clientId: string, payment: ReceivedParts, on: Day): Promise<void> {
  const owed = await listOwed(tx, clientId)
  if (owed.length === 0) return
  const reversed = await paidByContract(tx, payment)
  const changed = releasedParts(
    owed.map((one) => ({ ...one, reversed: reversed.get(one.contract_id) ?? ZERO })),
    await getCredit(tx, clientId),
  )
  for (const { contract_id, amount, isClosed } of changed) {
    await tx
      .updateTable('contract_refunds')
      .set({ amount, closed_on: isClosed ? on : null })
      .where('contract_id', '=', contract_id)
      .execute()
  }
}

/** What a payment paid of the invoices of each contract, with what came too late to pay them. */
async function paidByContract(tx: Tx, { entries, setApart }: ReceivedParts): Promise<Map<string, Money>> {
  const paid = [...entries.filter(({ credit }) => credit === 'receivable'), ...setApart]
  const ids = paid.flatMap(({ invoice_id }) => invoice_id ?? [])
  const { rows } = await sql<{ id: string; contract_id: string | null }>`
    select id, contract_id from invoices
    where company_id = (select current_company()) and id = any (${uuidArray(ids)}::uuid[])`.execute(tx)
  const contractOf = new Map(rows.map(({ id, contract_id }) => [id, contract_id]))
  const byContract = new Map<string, Money>()
  for (const { invoice_id, amount } of paid) {
    const contractId = contractOf.get(invoice_id ?? '')
    if (contractId) byContract.set(contractId, plus(byContract.get(contractId) ?? ZERO, amount))
  }
  return byContract
}

/** What is to be paid back to a client of the contracts that a payment did not pay. */
export async function getOwedBeside(tx: Tx, clientId: string, payment: ReceivedParts): Promise<Money> {
  const owed = await listOwed(tx, clientId)
  if (owed.length === 0) return ZERO
  const paid = await paidByContract(tx, payment)
  return sum(
    owed.map(({ contract_id, amount, returned }) => {
      const [open, own] = [minus(amount, returned), paid.get(contract_id) ?? ZERO]
      return open > own ? minus(open, own) : ZERO
    }),
  )
}

/** What is to be paid back to a client, by contract. */
export async function listOwedRefunds(
  tx: Tx,
  clientId: string,
): Promise<{ no_contract: string; amount: Money; due_on: Day | null }[]> {
  const { rows } = await sql<{ no_contract: string; amount: Money; due_on: Day | null }>`
    select c.no_contract, (r.amount - r.returned)::bigint as amount, r.due_on from contract_refunds r
    cross join lateral (select no_contract from contracts where company_id = r.company_id and id = r.contract_id offset 0) c
    where r.company_id = (select current_company()) and r.client_id = ${clientId} and r.closed_on is null
    order by r.due_on, r.contract_id`.execute(tx)
  return rows
}

/** Marks that the desk was notified of the last day of a refund: that it is near, or that it has passed. */
export const markRefundNotice = (tx: Tx, contractId: string, notice: 'near' | 'late') =>
  tx.updateTable('contract_refunds').set({ notice }).where('contract_id', '=', contractId).execute()

/** The credit in favour that invoices may use: all but what is to be paid back. */
export async function getUsableCredit(tx: Tx, clientId: string): Promise<Money> {
  const [credit, owed] = await Promise.all([getCredit(tx, clientId), getOwed(tx, clientId)])
  return credit > owed ? minus(credit, owed) : ZERO
}

/** What is to be paid back to a client, of all its void contracts. */
export async function getOwed(tx: Tx, clientId: string): Promise<Money> {
  const owed = await listOwed(tx, clientId)
  return sum(owed.map(({ amount, returned }) => minus(amount, returned)))
}
