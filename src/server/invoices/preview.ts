import { sql } from 'kysely'
import { type Money, money, plus, ZERO } from '#domain/core/money.ts'
import { type Period, previousPeriod } from '#domain/core/period.ts'
import {
  EXCLUSIONS,
  type Exclusion,
  type InvoiceDraft,
  type IssueTerms,
  invoiceCalculator,
} from '#domain/invoices/issue.ts'
import { EXCLUDED_MAX, type PreviewRow, type RunPreview, type TreatmentTotal } from '#domain/invoices/run.ts'
import { creditAllocator } from '#domain/ledger/credit.ts'
import { VAT_TREATMENTS } from '#domain/taxes/charge.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import {
  type BillableContract,
  type BillingScope,
  type FoundBillables,
  LISTED_MAX,
  listBillableIds,
  listFoundBillableIds,
  readBillables,
} from './billable-contracts.ts'

/** A contract with the invoice that a run would create, or the reason of its exclusion. */
export type PreviewedContract = { contract: BillableContract; outcome: InvoiceDraft | Exclusion }

const PAGE_SIZE = 2_000

/** Calls `onContract` for each contract of a run, in billing order, without writing. */
export async function previewContracts(
  tx: Tx,
  scope: BillingScope,
  issue: IssueTerms,
  onContract: (previewed: PreviewedContract) => void,
): Promise<void> {
  const compute = invoiceCalculator(issue)
  for (let cursor: string | null = null; ; ) {
    const ids: string[] = await listBillableIds(tx, scope, { cursor, isAll: true })
    for (let start = 0; start < ids.length; start += PAGE_SIZE) {
      const contracts = await readBillables(tx, scope, ids.slice(start, start + PAGE_SIZE), {
        isAll: true,
        isLocking: false,
      })
      for (const contract of contracts) onContract({ contract, outcome: compute(contract) })
    }
    if (ids.length < LISTED_MAX) return
    cursor = ids.at(-1) ?? null
  }
}

/** Some rows of the preview, contract by contract. */
export async function listPreviewRows(
  tx: Tx,
  scope: FoundBillables,
  issue: IssueTerms,
  range: RowRange,
): Promise<PreviewRow[]> {
  const ids = await listFoundBillableIds(tx, scope, range)
  const contracts = await readBillables(tx, scope, ids, { isAll: true, isLocking: false })
  const previous = await listPeriodTotals(tx, ids, previousPeriod(scope.period))
  const compute = invoiceCalculator(issue)
  return contracts.map((contract): PreviewRow => {
    const outcome = compute(contract)
    const isBilled = typeof outcome !== 'string'
    return {
      no_contract: contract.no_contract,
      client: { id: contract.client_id, name: contract.client },
      subtotal: isBilled ? outcome.subtotal : null,
      vat: isBilled ? outcome.vat : null,
      total: isBilled ? outcome.total : null,
      due_on: isBilled ? outcome.due_on : null,
      previous: previous.get(contract.contract_id) ?? null,
      reason: isBilled ? null : EXCLUSIONS[outcome],
    }
  })
}

/** The totals of the invoices of a period, by contract. Each contract is looked up by key. */
async function listPeriodTotals(tx: Tx, ids: readonly string[], period: Period): Promise<Map<string, Money>> {
  const { rows } = await sql<{ contract_id: string; total: Money }>`${REPLAN_EACH_TIME}
    select key.id as contract_id, i.total from unnest(${uuidArray(ids)}::uuid[]) key (id) cross join lateral (
      select total from invoices
      where company_id = (select current_company()) and contract_id = key.id and period = ${period} and kind = 'period' limit 1
    ) i`.execute(tx)
  return new Map(rows.map(({ contract_id, total }) => [contract_id, total]))
}

type PreviewTotals = Pick<
  RunPreview,
  | 'contracts'
  | 'invoices'
  | 'subtotal'
  | 'vat'
  | 'total'
  | 'credit'
  | 'by_treatment'
  | 'reasons'
  | 'excluded'
  | 'cut_days'
> & { withoutEmail: number }

/** The figures of a preview: totals, VAT by treatment, and the excluded contracts with their reasons (INV-02). */
export async function previewTotals(tx: Tx, scope: BillingScope, issue: IssueTerms): Promise<PreviewTotals> {
  const treatments = new Map<string, TreatmentTotal>()
  const reasons = new Map<string, number>()
  const allocate = creditAllocator()
  const totals: PreviewTotals = {
    contracts: 0,
    invoices: 0,
    subtotal: ZERO,
    vat: ZERO,
    total: ZERO,
    credit: ZERO,
    by_treatment: [],
    reasons: [],
    excluded: [],
    cut_days: [],
    withoutEmail: 0,
  }
  const cutDays = new Set<number>()
  await previewContracts(tx, scope, issue, ({ contract, outcome }) => {
    totals.contracts += 1
    cutDays.add(contract.billing_cut_day)
    if (typeof outcome === 'string') {
      const reason = EXCLUSIONS[outcome]
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
      if (totals.excluded.length < EXCLUDED_MAX && outcome !== 'already_billed') {
        totals.excluded.push({ no_contract: contract.no_contract, client: contract.client, reason })
      }
      return
    }
    totals.invoices += 1
    totals.subtotal = plus(totals.subtotal, outcome.subtotal)
    totals.vat = plus(totals.vat, outcome.vat)
    totals.total = plus(totals.total, outcome.total)
    totals.credit = plus(
      totals.credit,
      allocate({ client_id: contract.client_id, credit: contract.credit, total: outcome.total }),
    )
    if (!contract.has_email) totals.withoutEmail += 1
    addLines(treatments, outcome)
  })
  totals.by_treatment = VAT_TREATMENTS.flatMap((treatment) => treatments.get(treatment) ?? [])
  totals.reasons = [...reasons]
    .map(([reason, contracts]) => ({ reason, contracts }))
    .toSorted((a, b) => b.contracts - a.contracts)
  totals.cut_days = [...cutDays].toSorted((a, b) => a - b)
  return totals
}

function addLines(treatments: Map<string, TreatmentTotal>, draft: InvoiceDraft): void {
  for (const line of draft.lines) {
    const total = treatments.get(line.vat_treatment) ?? {
      treatment: line.vat_treatment,
      lines: 0,
      base: ZERO,
      vat: ZERO,
    }
    treatments.set(line.vat_treatment, {
      treatment: line.vat_treatment,
      lines: total.lines + 1,
      base: plus(total.base, line.base),
      vat: plus(total.vat, line.vat),
    })
  }
}

/** The invoices of the same scope in the previous period; null without any. */
export async function billedPreviousPeriod(tx: Tx, scope: BillingScope): Promise<RunPreview['previous']> {
  const period = previousPeriod(scope.period)
  const { invoices, total } = await tx
    .selectFrom('invoices')
    .innerJoin('contracts', (join) =>
      join.onRef('contracts.company_id', '=', 'invoices.company_id').onRef('contracts.id', '=', 'invoices.contract_id'),
    )
    .select((eb) => [eb.fn.countAll<number>().as('invoices'), eb.fn.sum<number | null>('invoices.total').as('total')])
    .where('invoices.kind', '=', 'period')
    .where('invoices.period', '=', period)
    .$if(scope.cut_day !== null, (query) => query.where('contracts.billing_cut_day', '=', scope.cut_day ?? 0))
    .executeTakeFirstOrThrow()
  return invoices === 0 ? null : { period, invoices, total: money(Number(total)) }
}
