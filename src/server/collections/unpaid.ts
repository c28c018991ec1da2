import { sql } from 'kysely'
import { causeOf } from '#domain/collections/decision.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { listOverdueInvoices, type OverdueRow } from './arrears-queries.ts'
import { readPolicy } from './policy-queries.ts'

/** A contract that is cut for arrears. `is_by_policy`: Enlace cut it, and no person. `is_imported`: it was cut in the system before. */
export type CutContract = { id: string; cut_on: Day; is_by_policy: boolean; is_imported: boolean }

/** The overdue invoices of a client that are neither disputed nor in an agreement on time. */
export async function listUnpaid(tx: Tx, clientId: string, today: Day): Promise<OverdueRow[]> {
  const [invoices, agreed] = await Promise.all([
    listOverdueInvoices(tx, today, [clientId]),
    listAgreedInvoices(tx, today, [clientId]),
  ])
  return invoices.filter(({ id, overdue }) => overdue > 0 && !agreed.has(id))
}

/** The contracts with unpaid invoices. */
export const contractsOf = (unpaid: readonly OverdueRow[]): Set<string> =>
  new Set(unpaid.map(({ contract_id }) => contract_id))

/**
 * Of contracts of a client that are cut, those whose cause is still owed: what was overdue when they were cut and counts for a cut, from the
 * minimum of the policy on. What a person cut owes its cause while any of it is overdue; what was cut in the system before, while any of
 * the opening documents is unpaid, whatever their day of payment here. A debt that became overdue after the cut is none: it gets its
 * own notice.
 */
export async function stillOwing(
  tx: Tx,
  clientId: string,
  cuts: readonly CutContract[],
  { unpaid, today }: { unpaid: readonly OverdueRow[]; today: Day },
): Promise<Set<string>> {
  const hasOpening = cuts.some(({ is_imported }) => is_imported) && (await hasUnpaidOpening(tx, clientId, today))
  const contracts = contractsOf(unpaid)
  const before = cuts.filter(({ is_imported }) => is_imported && hasOpening).map(({ id }) => id)
  const candidates = cuts.filter(({ id }) => contracts.has(id))
  if (candidates.length === 0) return new Set(before)
  const { minimum_debt } = await readPolicy(tx)
  const deliveryDays = valueInForce(await readParameters(tx), 'billing.delivery_notice', today)
  const owing = candidates.filter(({ id, cut_on, is_by_policy }) => {
    const invoices = unpaid
      .filter(({ contract_id }) => contract_id === id)
      .map(({ sent_at, ...invoice }) => ({
        ...invoice,
        must_be_sent: invoice.must_be_sent && is_by_policy,
        sent_on: sent_at === null ? null : dayOf(sent_at),
        is_agreed: false,
      }))
    const owed = causeOf(invoices, deliveryDays, cut_on)
    return owed > 0 && (!is_by_policy || owed >= minimum_debt)
  })
  return new Set([...before, ...owing.map(({ id }) => id)])
}

/** Whether an opening document of a client is unpaid, beside what is disputed or in an agreement on time. */
async function hasUnpaidOpening(tx: Tx, clientId: string, today: Day): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select id from invoices
    where company_id = (select current_company()) and client_id = ${clientId} and kind = 'opening' and balance > disputed_amount`.execute(
    tx,
  )
  if (rows.length === 0) return false
  const agreed = await listAgreedInvoices(tx, today, [clientId])
  return rows.some(({ id }) => !agreed.has(id))
}
