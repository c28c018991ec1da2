import { sql } from 'kysely'
import {
  EXCLUSIONS,
  type Exclusion,
  type InvoiceDraft,
  type IssueTerms,
  invoiceCalculator,
} from '#domain/invoices/issue.ts'
import { creditAllocator } from '#domain/ledger/credit.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray } from '#server/db/arrays.ts'
import { lockNumbers } from '#server/ledger/numbers.ts'
import { type BillableContract, type BillingScope, listBillableIds, readBillables } from './billable-contracts.ts'
import { type Posting, postInvoices } from './post.ts'

/** A run as its job holds it: the fence says that nobody else took it over. */
export type Lease = { id: string; fence: number; prefix: string; scope: BillingScope; issue: IssueTerms }

/** Another process holds the run now: this one stops without a word. */
export const leaseLostError = (): Error => new Error('another process holds the run', { cause: LEASE_LOST })
const LEASE_LOST = 'lease lost'
export const isLeaseLost = (error: unknown): boolean => error instanceof Error && error.cause === LEASE_LOST

type ContractExclusion = { contract_id: string; outcome: 'skipped' | 'failed'; reason: string }

/** The contracts that a run still has to go through, in order: those after its cursor. */
export async function listRemainingContracts(tx: Tx, lease: Lease): Promise<string[]> {
  const cursor = await lockRun(tx, lease)
  return listBillableIds(tx, lease.scope, { cursor, isAll: false })
}

/**
 * One batch of a run, in one transaction: takes the run and the numbers first, reads the contracts, computes, posts, and writes
 * where it stands. Killed anywhere, it leaves nothing; run again, it goes on from the last batch.
 */
export async function billBatch(tx: Tx, lease: Lease, ids: readonly string[]): Promise<void> {
  const cursor = await lockRun(tx, lease)
  const numbers = await lockNumbers(tx, 'invoice', lease.prefix)
  const found = await readBillables(tx, lease.scope, ids, { isAll: false, isLocking: true })
  const { postings, excluded } = computeBatch(found, lease.issue, numbers.left)
  await postInvoices(tx, postings, { kind: 'period', runId: lease.id }, numbers)
  await insertExclusions(tx, lease.id, excluded)
  await saveProgress(tx, lease, { cursor: ids.at(-1) ?? cursor, postings, excluded })
}

/** Computes a batch. Credit in favour is taken once, though the client has several contracts in it. */
function computeBatch(
  found: readonly BillableContract[],
  issue: IssueTerms,
  room: number,
): { postings: Posting[]; excluded: ContractExclusion[] } {
  const compute = invoiceCalculator(issue)
  const allocate = creditAllocator()
  const postings: Posting[] = []
  const excluded: ContractExclusion[] = []
  for (const contract of found) {
    const draft = compute(contract)
    if (typeof draft === 'string') excluded.push({ contract_id: contract.contract_id, ...outcomeOf(draft) })
    else if (postings.length >= room)
      excluded.push({ contract_id: contract.contract_id, ...outcomeOf('out_of_numbers') })
    else postings.push(postingOf(draft, contract, allocate))
  }
  return { postings, excluded }
}

/** What needs a person is a failure, to be tried again; the rest is left out as it should be. */
const outcomeOf = (exclusion: Exclusion): Omit<ContractExclusion, 'contract_id'> => ({
  outcome: exclusion === 'no_stratum' || exclusion === 'out_of_numbers' ? 'failed' : 'skipped',
  reason: EXCLUSIONS[exclusion],
})

function postingOf(
  draft: InvoiceDraft,
  contract: BillableContract,
  allocate: ReturnType<typeof creditAllocator>,
): Posting {
  const credit = allocate({ client_id: contract.client_id, credit: contract.credit, total: draft.total })
  return {
    ...draft,
    credit,
    snapshot: { ...draft.snapshot, previous_balance: contract.previous_balance, credit_taken: credit },
  }
}

/** Locks the run's row and checks that it is still ours. Returns the last contract that was done. */
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
      ${plainArray(excluded.map((one) => one.contract_id))}::uuid[], ${plainArray(excluded.map((one) => one.outcome))}::text[],
      ${textArray(excluded.map((one) => one.reason))}::text[]
    ) e on conflict (company_id, run_id, contract_id) do update set outcome = excluded.outcome, reason = excluded.reason`.execute(
    tx,
  )
}

async function saveProgress(
  tx: Tx,
  lease: Lease,
  done: { cursor: string | null; postings: readonly Posting[]; excluded: readonly ContractExclusion[] },
): Promise<void> {
  const amount = done.postings.reduce((total, posting) => total + posting.total, 0)
  const skipped = done.excluded.filter((one) => one.outcome === 'skipped').length
  await sql`
    update runs set cursor = ${done.cursor}, heartbeat_at = now(), created = created + ${done.postings.length},
      skipped = skipped + ${skipped}, failed = failed + ${done.excluded.length - skipped}, amount = amount + ${amount}
    where company_id = (select current_company()) and id = ${lease.id}`.execute(tx)
  if (done.postings.length === 0) return
  await tx.record('run.batch', {
    entity_id: lease.id,
    after: { period: lease.scope.period, created: done.postings.length, total: amount / 100 },
  })
}

/** Leaves out contracts that cannot be billed, with the reason that a person reads, and goes past them. */
export async function excludeFailed(tx: Tx, lease: Lease, ids: readonly string[], reason: string): Promise<void> {
  const cursor = await lockRun(tx, lease)
  const excluded = ids.map((contract_id) => ({ contract_id, outcome: 'failed' as const, reason }))
  await insertExclusions(tx, lease.id, excluded)
  await saveProgress(tx, lease, { cursor: ids.at(-1) ?? cursor, postings: [], excluded })
}
