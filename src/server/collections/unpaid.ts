import { sql } from 'kysely'
import { causeOf } from '#domain/collections/decision.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { listOverdueInvoices, type OverdueRow } from './arrears-queries.ts'

/**
 * A contract that is cut for arrears. `minimum`: the least debt of the policy that cut it; null when a person did. `is_imported`: it was
 * cut in the system before.
 */
export type CutContract = { id: string; client_id: string; cut_on: Day; minimum: Money | null; is_imported: boolean }

/** The overdue invoices of clients that are neither disputed nor in an agreement on time. */
export async function listUnpaid(tx: Tx, clients: readonly string[], today: Day): Promise<OverdueRow[]> {
  const [invoices, agreed] = await Promise.all([
    listOverdueInvoices(tx, today, clients),
    listAgreedInvoices(tx, today, clients),
  ])
  return invoices.filter(({ id, overdue }) => overdue > 0 && !agreed.has(id))
}

/** The contracts with unpaid invoices of one client: an earlier holder may owe invoices of the same contract. */
export const contractsOf = (unpaid: readonly OverdueRow[], clientId: string): Set<string> =>
  new Set(unpaid.filter(({ client_id }) => client_id === clientId).map(({ contract_id }) => contract_id))

/**
 * Of contracts that are cut, those whose cause is still owed: what was overdue when they were cut and counts for a cut, from the
 * minimum of the policy that cut them on: a later one reconnects nothing. What a person cut owes its cause while any of it is overdue; what was cut in the system before, until
 * the opening documents that came with it or later are paid, whatever their day of payment here. Without one nothing says what its cause
 * is, and a person reconnects it. A debt that became overdue after the cut is none: it gets its
 * own notice.
 */
export async function stillOwing(
  tx: Tx,
  cuts: readonly CutContract[],
  { unpaid, today }: { unpaid: readonly OverdueRow[]; today: Day },
): Promise<Set<string>> {
  const imported = cuts.filter(({ is_imported }) => is_imported).map(({ id }) => id)
  const paid = imported.length === 0 ? new Set() : await listPaidOpenings(tx, imported, today)
  const before = imported.filter((id) => !paid.has(id))
  const byContract = Map.groupBy(unpaid, ({ contract_id }) => contract_id)
  const unpaidOf = ({ id, client_id }: CutContract) =>
    (byContract.get(id) ?? []).filter((invoice) => invoice.client_id === client_id)
  const candidates = cuts.filter((one) => unpaidOf(one).length > 0)
  if (candidates.length === 0) return new Set(before)
  const deliveryDays = valueInForce(await readParameters(tx), 'billing.delivery_notice', today)
  const owing = candidates.filter((one) => {
    const { cut_on, minimum } = one
    const invoices = unpaidOf(one).map(({ sent_at, ...invoice }) => ({
      ...invoice,
      must_be_sent: invoice.must_be_sent && minimum !== null,
      sent_on: sent_at === null ? null : dayOf(sent_at),
      is_agreed: false,
    }))
    const owed = causeOf(invoices, deliveryDays, cut_on)
    return owed > 0 && (minimum === null || owed >= minimum)
  })
  return new Set([...before, ...owing.map(({ id }) => id)])
}

/** Of contracts that came cut, those whose opening documents are paid, beside what is disputed or in an agreement on time. */
async function listPaidOpenings(tx: Tx, contracts: readonly string[], today: Day): Promise<Set<string>> {
  const { rows } = await sql<{ contract_id: string; client_id: string; id: string; is_unpaid: boolean }>`
    select c.id as contract_id, c.client_id, i.id, i.balance > i.disputed_amount as is_unpaid
    from unnest(${uuidArray(contracts)}::uuid[]) key (id)
    cross join lateral (
      select id, company_id, client_id, created_at from contracts where company_id = (select current_company()) and id = key.id offset 0
    ) c
    cross join lateral (
      select id, balance, disputed_amount from invoices
      where company_id = c.company_id and client_id = c.client_id and kind = 'opening' and created_at >= c.created_at offset 0
    ) i`.execute(tx)
  if (rows.length === 0) return new Set()
  const agreed = await listAgreedInvoices(tx, today, [...new Set(rows.map(({ client_id }) => client_id))])
  const unpaid = rows.filter(({ id, is_unpaid }) => is_unpaid && !agreed.has(id))
  const owing = new Set(unpaid.map(({ contract_id }) => contract_id))
  return new Set(rows.map(({ contract_id }) => contract_id).filter((id) => !owing.has(id)))
}
