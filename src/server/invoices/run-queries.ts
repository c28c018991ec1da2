import { type Selectable, sql } from 'kysely'
import type { Day } from '#domain/core/days.ts'
import { type Money, money } from '#domain/core/money.ts'
import { type Period, period } from '#domain/core/period.ts'
import type { Run, RunOutcome } from '#domain/invoices/run.ts'
import { invoiceNumber } from '#domain/ledger/number.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { pageOf } from '#server/db/order.ts'
import type { Database } from '#server/db/types.ts'
import { type BillingScope, countBillables } from './billable-contracts.ts'

const COLUMNS = [
  'id',
  'period',
  'cut_day',
  'issued_on',
  'status',
  'contracts',
  'created',
  'skipped',
  'failed',
  'amount',
  'problem',
  'actor_name',
  'created_at',
  'started_at',
  'finished_at',
] as const
const RUNS_LISTED = 50

type RunRow = Pick<Selectable<Database['runs']>, (typeof COLUMNS)[number]>

export async function listRuns(tx: Tx): Promise<Run[]> {
  const rows = await tx.selectFrom('runs').select(COLUMNS).orderBy('created_at', 'desc').limit(RUNS_LISTED).execute()
  return rows.map(runOf)
}

export async function getRun(tx: Tx, id: string): Promise<Run | undefined> {
  const row = await tx.selectFrom('runs').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && runOf(row)
}

/** Of some periods, those with a run of a cut day that did not fail: a contract that is activated later is not in it. */
export async function listRanPeriods(tx: Tx, periods: readonly Period[], cutDay: number): Promise<Set<Period>> {
  const rows = await tx
    .selectFrom('runs')
    .select('period')
    .distinct()
    .where('period', 'in', periods)
    .where('status', '<>', 'failed')
    .where((eb) => eb.or([eb('cut_day', 'is', null), eb('cut_day', '=', cutDay)]))
    .execute()
  return new Set(rows.map((row) => period(row.period)))
}

/** Literal values, not parameters, so that `on conflict` matches the partial index. */
/** The condition of a run that has not ended: a company has one at most. */
export const IS_OPEN = sql<boolean>`status in ('queued', 'running')`

/** Inserts a queued run. Undefined when the company has an open run. */
export async function insertRun(
  tx: Tx,
  run: { scope: BillingScope; issued_on: Day; actor: { id: string; name: string; role: string } },
): Promise<Run | undefined> {
  const { open, billed } = await countBillables(tx, run.scope)
  const row = await tx
    .insertInto('runs')
    .values({
      period: run.scope.period,
      cut_day: run.scope.cut_day,
      issued_on: run.issued_on,
      contracts: open + billed,
      skipped: billed,
      actor_id: run.actor.id,
      actor_name: run.actor.name,
      actor_role: run.actor.role,
    })
    .onConflict((on) => on.column('company_id').where(IS_OPEN).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return row && runOf(row)
}

const runOf = ({ amount, actor_name, ...row }: RunRow): Run => ({
  ...row,
  period: period(row.period),
  total: amount,
  asked_by: actor_name,
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
})

export async function companyPrefix(tx: Tx): Promise<string> {
  const { initial_letter } = await tx.selectFrom('companies').select('initial_letter').executeTakeFirstOrThrow()
  return initial_letter
}

type OutcomeFilter = { runId: string; outcome: 'created' | 'skipped' | 'failed' | null; q: string }

/** The invoices of a run and the contracts that it excluded, as one list. */
const outcomeRows = ({ runId, outcome, q }: OutcomeFilter) => sql`(
  select c.no_contract, k.name as client, 'created' as outcome, null as reason, i.id, i.prefix, i.number, i.total
  from invoices i
  join contracts c on c.company_id = i.company_id and c.id = i.contract_id
  join clients k on k.company_id = i.company_id and k.id = i.client_id
  where i.run_id = ${runId}::uuid and i.contract_id = c.id
  union all
  select c.no_contract, k.name, e.outcome, e.reason, null, null, null, null
  from run_exclusions e
  join contracts c on c.company_id = e.company_id and c.id = e.contract_id
  join clients k on k.company_id = c.company_id and k.id = c.client_id
  where e.run_id = ${runId}::uuid
) outcomes where (${outcome}::text is null or outcome = ${outcome})
  and (${q} = '' or folded(client) like '%' || folded(${q}) || '%' or no_contract = upper(${q}))`

export async function countOutcomes(tx: Tx, filter: OutcomeFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${outcomeRows(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The failed contracts first, then the skipped ones, then the invoices. */
export async function listOutcomes(tx: Tx, filter: OutcomeFilter, range: RowRange): Promise<RunOutcome[]> {
  const { rows } = await sql<OutcomeRow>`
    select * from ${outcomeRows(filter)}
    order by array_position(array['failed', 'skipped', 'created'], outcome), no_contract
    ${pageOf(range)}`.execute(tx)
  return rows.map((row) => ({
    no_contract: row.no_contract,
    client: row.client,
    outcome: row.outcome,
    reason: row.reason,
    invoice:
      row.id === null ? null : { id: row.id, number: invoiceNumber(row.prefix, row.number), total: money(row.total) },
  }))
}

type OutcomeRow = { no_contract: string; client: string; outcome: RunOutcome['outcome']; reason: string | null } & (
  | { id: null }
  | { id: string; prefix: string; number: number; total: Money }
)
