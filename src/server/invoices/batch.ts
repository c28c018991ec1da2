import { sql } from 'kysely'
import { sum, toPesos } from '#domain/core/money.ts'
import {
  EXCLUSIONS,
  type Exclusion,
  type InvoiceDraft,
  type IssueTerms,
  invoiceCalculator,
} from '#domain/invoices/issue.ts'
import { creditAllocator } from '#domain/ledger/credit.ts'
import { leaseLostError } from '#server/core/lease.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import {
  type BillableContract,
  type BillingScope,
  listBillableIds,
  lockBillables,
  readBillables,
} from './billable-contracts.ts'
import { type ComputedInvoice, postInvoices } from './post.ts'

/** The lease of a run. `fence` is its fencing token: it changes when another process takes the run over. */
export type Lease = { id: string; fence: number; prefix: string; scope: BillingScope; issue: IssueTerms }

type ContractExclusion = { contract_id: string; outcome: 'skipped' | 'failed'; reason: string }

/** The contracts that a run has not processed: those after its cursor, in order, at most LISTED_MAX. */
export async function listRemainingContracts(tx: Tx, lease: Lease): Promise<string[]> {
  const cursor = await lockRun(tx, lease)
  return listBillableIds(tx, lease.scope, { cursor, isAll: false })
}

/**
 * Bills one batch of a run, in one transaction: locks the run and the number series, reads the contracts, computes and posts the
 * invoices, and saves the cursor. After a crash the transaction is rolled back, and the next job continues after the last batch.
 */
export async function billBatch(tx: Tx, lease: Lease, ids: readonly string[]): Promise<void> {
  const cursor = await lockRun(tx, lease)
  await lockBillables(tx, ids)
  const numbers = await lockNumbers(tx, 'invoice', lease.prefix)
  const contracts = await readBillables(tx, lease.scope, ids, { isAll: false, isLocking: true })
  const { postings, excluded } = computeBatch(contracts, lease.issue, numbers.left)
  await postInvoices(tx, postings, { kind: 'period', runId: lease.id }, numbers)
  await insertExclusions(tx, lease.id, excluded)
  await saveProgress(tx, lease, { cursor: ids.at(-1) ?? cursor, postings, excluded })
}

/** Computes the invoices of a batch. The credit in favour of a client with several contracts is used once. */
function computeBatch(
  contracts: readonly BillableContract[],
  issue: IssueTerms,
  numbersLeft: number,
): { postings: ComputedInvoice[]; excluded: ContractExclusion[] } {
  const compute = invoiceCalculator(issue)
  const allocate = creditAllocator()
  const postings: ComputedInvoice[] = []
  const excluded: ContractExclusion[] = []
  for (const contract of contracts) {
    const draft = compute(contract)
    if (typeof draft === 'string') excluded.push({ contract_id: contract.contract_id, ...outcomeOf(draft) })
    else if (postings.length >= numbersLeft)
      excluded.push({ contract_id: contract.contract_id, ...outcomeOf('out_of_numbers') })
    else postings.push(postingOf(draft, contract, allocate))
  }
  return { postings, excluded }
}

const TO_CORRECT: readonly Exclusion[] = ['no_stratum', 'above_maximum', 'out_of_numbers']

/** `failed` when a person must correct something before a retry; `skipped` when the contract must not be billed. */
const outcomeOf = (exclusion: Exclusion): Omit<ContractExclusion, 'contract_id'> => ({
  outcome: TO_CORRECT.includes(exclusion) ? 'failed' : 'skipped',
  reason: EXCLUSIONS[exclusion],
})

function postingOf(
  draft: InvoiceDraft,
  contract: BillableContract,
  allocate: ReturnType<typeof creditAllocator>,
): ComputedInvoice {
  const credit = allocate({ client_id: contract.client_id, credit: contract.credit, total: draft.total })
  return {
    ...draft,
    credit,
    // Without a day of the period, its invoice shows the service of the day of issue.
    service: draft.bounds === null ? undefined : contract.facts,
    snapshot: {
      ...draft.snapshot,
      by_email: contract.has_email,
      previous_balance: contract.previous_balance,
      previous_disputed: contract.previous_disputed,
      credit_taken: credit,
    },
  }
}

/** Locks the run and returns its cursor: the last processed contract. Throws leaseLostError when another process has the lease. */
async function lockRun(tx: Tx, lease: Lease): Promise<string | null> {
  const run = await tx
    .selectFrom('runs')
    .select('cursor')
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
  if (!run) throw leaseLostError()
  return run.cursor
}

async function insertExclusions(tx: Tx, runId: string, excluded: readonly ContractExclusion[]): Promise<void> {
  if (excluded.length === 0) return
  await sql`
    insert into run_exclusions (run_id, contract_id, outcome, reason)
    select ${runId}::uuid, e.* from unnest(
      ${uuidArray(excluded.map(({ contract_id }) => contract_id))}::uuid[], ${plainArray(excluded.map(({ outcome }) => outcome))}::text[],
      ${textArray(excluded.map(({ reason }) => reason))}::text[]
    ) e on conflict (company_id, run_id, contract_id) do update set outcome = excluded.outcome, reason = excluded.reason`.execute(
    tx,
  )
}

async function saveProgress(
  tx: Tx,
  lease: Lease,
  batch: { cursor: string | null; postings: readonly ComputedInvoice[]; excluded: readonly ContractExclusion[] },
): Promise<void> {
  const amount = sum(batch.postings.map(({ total }) => total))
  const skipped = batch.excluded.filter(({ outcome }) => outcome === 'skipped').length
  await sql`
    update runs set cursor = ${batch.cursor}, heartbeat_at = now(), tries = 0, created = created + ${batch.postings.length},
      skipped = skipped + ${skipped}, failed = failed + ${batch.excluded.length - skipped}, amount = amount + ${amount}
    where company_id = (select current_company()) and id = ${lease.id}`.execute(tx)
  if (batch.postings.length === 0) return
  await tx.record('run.batch', {
    entity_id: lease.id,
    after: { period: lease.scope.period, created: batch.postings.length, total: toPesos(amount) },
  })
}

/** Excludes contracts that cannot be billed, with a reason for the user, and moves the cursor past them. */
export async function excludeFailed(tx: Tx, lease: Lease, ids: readonly string[], reason: string): Promise<void> {
  const cursor = await lockRun(tx, lease)
  const excluded = ids.map((contract_id) => ({ contract_id, outcome: 'failed' as const, reason }))
  await insertExclusions(tx, lease.id, excluded)
  await saveProgress(tx, lease, { cursor: ids.at(-1) ?? cursor, postings: [], excluded })
}
