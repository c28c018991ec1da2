import { SPARED_LABELS } from '#domain/collections/decision.ts'
import { type Day, dayOf } from '#domain/core/days.ts'
import type { BulkWork } from '#server/bulk/action.ts'
import { remindEach } from '#server/messages/remind-many.ts'
import { listAgreedInvoices } from './agreement-queries.ts'
import { type ContractFacts, listContractFacts, listOverdueInvoices, type OverdueRow } from './arrears-queries.ts'

type RemindDebtors = Extract<BulkWork, { kind: 'rows' }>['run']

/** Queues a reminder of the oldest overdue invoice of each contract of a batch. A client who promised or is paying is left alone. */
export const remindDebtors: RemindDebtors = async (job, tx, rows) => {
  const today = dayOf(job.world.clock())
  const facts = await listContractFacts(
    tx,
    rows.map(({ id }) => id),
    today,
  )
  const contracts = new Map(facts.map((one) => [one.id, one]))
  const clients = [...new Set(facts.map(({ client_id }) => client_id))]
  const [overdue, agreed] = await Promise.all([
    listOverdueInvoices(tx, today, clients),
    listAgreedInvoices(tx, today, clients),
  ])
  const byContract = Map.groupBy(overdue, ({ contract_id }) => contract_id)
  const failures = new Map<string, string>()
  const reminded: { id: string; invoice_id: string }[] = []
  for (const { id } of rows) {
    const found = oldestOwed(contracts.get(id), byContract.get(id) ?? [], agreed, today)
    if ('reason' in found) failures.set(id, found.reason)
    else reminded.push({ id, invoice_id: found.invoice.id })
  }
  return new Map([...failures, ...(await remindEach(job, tx, reminded))])
}

/** The invoice of a contract that its client is reminded of, or why none is. `overdue`: those of the contract, also of an earlier holder. */
function oldestOwed(
  contract: ContractFacts | undefined,
  overdue: readonly OverdueRow[],
  agreed: ReadonlySet<string>,
  today: Day,
): { invoice: OverdueRow } | { reason: string } {
  if (contract === undefined) return { reason: 'Ya pagó, o el servicio cambió' }
  if (contract.promise_until !== null && contract.promise_until >= today) return { reason: SPARED_LABELS.promise }
  if (contract.has_pending_payment) return { reason: SPARED_LABELS.pending_payment }
  const own = overdue.filter(({ client_id }) => client_id === contract.client_id)
  const [invoice] = own
    .filter((one) => one.overdue > 0 && !agreed.has(one.id))
    .toSorted((a, b) => a.since.localeCompare(b.since))
  if (invoice !== undefined) return { invoice }
  if (own.some(({ id }) => agreed.has(id))) return { reason: SPARED_LABELS.agreement }
  return { reason: own.some(({ disputed }) => disputed > 0) ? SPARED_LABELS.disputed : 'Ya pagó, o el servicio cambió' }
}
