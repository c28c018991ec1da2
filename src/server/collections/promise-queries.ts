import { sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, toPesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { dueOfAgreement, paidOfAgreement } from './arrears-queries.ts'

/** The open promise and agreement of a contract. */
export type OpenPromise = { promise_id: string | null; agreement_id: string | null }

/** The debt of a contract is paid: its promise was kept, and its agreement when all of its invoices are. */
export async function endPromises(
  tx: Tx,
  { no_contract, promise_id, agreement_id }: OpenPromise & { no_contract: string },
  today: Day,
): Promise<void> {
  if (promise_id !== null) await endPromise(tx, { id: promise_id, no_contract }, 'kept', today)
  if (agreement_id === null) return
  const { rows } = await sql<{ is_paid: boolean }>`
    select not exists (
      select from payment_agreement_invoices g cross join lateral (
        select balance from invoices where company_id = g.company_id and id = g.invoice_id offset 0
      ) i
      where g.company_id = (select current_company()) and g.agreement_id = ${agreement_id} and i.balance > 0
    ) as is_paid`.execute(tx)
  if (rows[0]?.is_paid === true) await endAgreement(tx, { id: agreement_id, no_contract }, 'kept', today)
}

type Outcome = 'kept' | 'broken' | 'cancelled'

/** Ends a promise that is open; false when it is not. */
export async function endPromise(
  tx: Tx,
  { id, no_contract }: { id: string; no_contract: string },
  outcome: Outcome,
  ended_on: Day,
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_promises')
    .set({ outcome, ended_on })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['client_id', 'amount', 'until_on'])
    .executeTakeFirst()
  if (!row) return false
  const after = { no_contract, outcome, amount: toPesos(row.amount), until_on: row.until_on }
  await tx.record('promise.ended', { entity_id: id, client_id: row.client_id, after })
  return true
}

type BrokenPromise = {
  id: string
  contract_id: string
  no_contract: string
  client_id: string
  amount: Money
  until_on: Day
}

/** The promises of a client that ended as broken and ran on a day: a payment of that day may have kept them. */
export async function listBrokenPromises(tx: Tx, clientId: string, on: Day): Promise<BrokenPromise[]> {
  const { rows } = await sql<BrokenPromise>`
    select r.id, r.contract_id, c.no_contract, r.client_id, r.amount, r.until_on from payment_promises r
    cross join lateral (select no_contract from contracts where company_id = r.company_id and id = r.contract_id offset 0) c
    where r.company_id = (select current_company()) and r.client_id = ${clientId} and r.outcome = 'broken'
      and r.made_on <= ${on}::date and r.until_on >= ${on}::date`.execute(tx)
  return rows
}

/** Sets a broken promise as kept, when its debt was paid by its day. */
export async function keepBrokenPromise(tx: Tx, promise: BrokenPromise, paidOn: Day): Promise<void> {
  const { id, no_contract, client_id, amount, until_on } = promise
  if (paidOn > until_on) return
  await tx.updateTable('payment_promises').set({ outcome: 'kept', ended_on: paidOn }).where('id', '=', id).execute()
  const after = { no_contract, outcome: 'kept', amount: toPesos(amount), until_on }
  await tx.record('promise.ended', { entity_id: id, client_id, after })
}

/** Ends an agreement that is open; false when it is not. */
export async function endAgreement(
  tx: Tx,
  { id, no_contract }: { id: string; no_contract: string },
  outcome: Outcome,
  ended_on: Day,
): Promise<boolean> {
  const row = await tx
    .updateTable('payment_agreements')
    .set({ outcome, ended_on })
    .where('id', '=', id)
    .where('outcome', 'is', null)
    .returning(['client_id', 'amount'])
    .executeTakeFirst()
  if (!row) return false
  const after = { no_contract, outcome, amount: toPesos(row.amount) }
  await tx.record('agreement.ended', { entity_id: id, client_id: row.client_id, after })
  return true
}

/** Ends the promises whose day has passed and the agreements with an unpaid instalment: their debts count again. */
export async function endBroken(tx: Tx, today: Day): Promise<void> {
  const promises = await sql<{ id: string; no_contract: string }>`
    select r.id, c.no_contract from payment_promises r
    cross join lateral (select no_contract from contracts where company_id = r.company_id and id = r.contract_id offset 0) c
    where r.company_id = (select current_company()) and r.outcome is null and r.until_on < ${today}::date`.execute(tx)
  for (const promise of promises.rows) await endPromise(tx, promise, 'broken', today)
  const agreements = await sql<{ id: string; no_contract: string }>`
    select a.id, c.no_contract from payment_agreements a
    cross join lateral (select no_contract from contracts where company_id = a.company_id and id = a.contract_id offset 0) c
    cross join lateral (${paidOfAgreement(sql`a`)}) paid
    cross join lateral (${dueOfAgreement(sql`a`, today)}) due
    where a.company_id = (select current_company()) and a.outcome is null and paid.amount < due.amount`.execute(tx)
  for (const agreement of agreements.rows) await endAgreement(tx, agreement, 'broken', today)
}
