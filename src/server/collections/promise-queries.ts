import { sql } from 'kysely'
import { settledOutcome } from '#domain/collections/instalments.ts'
import type { Day } from '#domain/core/days.ts'
import { type Money, toPesos } from '#domain/core/money.ts'
import type { Tx } from '#server/core/tx.ts'
import { hasPaidSince } from '#server/ledger/reductions.ts'
import { endBrokenAgreements, listAgreementsById } from './agreement-queries.ts'
import { endCommitment } from './end-commitment.ts'
import { contractsOf, listUnpaid } from './unpaid.ts'

/** The open promise and agreement of a contract. */
export type OpenPromise = { promise_id: string | null; agreement_id: string | null }

/**
 * Nothing overdue of a contract is owed: its promise ends, and its agreement when nothing of it is owed. What no money paid, as a debt
 * that a credit note, a claim or an agreement took away, was not kept: it is cancelled, and the promise is not counted as used.
 */
export async function endPromises(
  tx: Tx,
  contract: OpenPromise & { id: string; no_contract: string; client_id: string },
  today: Day,
): Promise<void> {
  const { id: contract_id, no_contract, client_id, promise_id, agreement_id } = contract
  if (promise_id !== null) {
    const hasPaid = await hasPaidSince(tx, { id: promise_id, contract_id, client_id })
    await endCommitment(tx, 'promise', { id: promise_id, no_contract }, hasPaid ? 'kept' : 'cancelled', today)
  }
  if (agreement_id === null) return
  const [agreement] = await listAgreementsById(tx, [agreement_id])
  const outcome = agreement === undefined ? null : settledOutcome(agreement)
  if (outcome !== null) await endCommitment(tx, 'agreement', { id: agreement_id, no_contract }, outcome, today)
}

export type BrokenPromise = {
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
  if (paidOn > until_on || !(await hasPaidSince(tx, promise))) return
  await tx.updateTable('payment_promises').set({ outcome: 'kept', ended_on: paidOn }).where('id', '=', id).execute()
  const after = { no_contract, outcome: 'kept', amount: toPesos(amount), until_on }
  await tx.record('promise.ended', { entity_id: id, client_id, after })
}

/** Ends the promises whose day has passed, and the agreements that are not on time. */
export async function endBroken(tx: Tx, today: Day): Promise<void> {
  await endPassed(tx, today)
  await endBrokenAgreements(tx, today)
}

/** Ends the promises of a client, or of all, whose day has passed: as broken when something of their contract is overdue. */
export async function endPassed(tx: Tx, today: Day, clientId?: string): Promise<void> {
  const { rows } = await sql<BrokenPromise>`
    select r.id, r.contract_id, c.no_contract, r.client_id, r.amount, r.until_on from payment_promises r
    cross join lateral (select no_contract from contracts where company_id = r.company_id and id = r.contract_id offset 0) c
    where r.company_id = (select current_company()) and r.outcome is null and r.until_on < ${today}::date
      ${clientId === undefined ? sql`` : sql`and r.client_id = ${clientId}`}`.execute(tx)
  for (const promise of rows) {
    const isOwed = contractsOf(await listUnpaid(tx, [promise.client_id], today), promise.client_id).has(
      promise.contract_id,
    )
    const outcome = isOwed ? 'broken' : (await hasPaidSince(tx, promise)) ? 'kept' : 'cancelled'
    await endCommitment(tx, 'promise', promise, outcome, today)
  }
}
