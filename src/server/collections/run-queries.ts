import { sql } from 'kysely'
import type { CollectionRun, RunDecision, RunState } from '#domain/collections/preview.ts'
import type { Day } from '#domain/core/days.ts'
import type { Money } from '#domain/core/money.ts'
import { newId } from '#server/core/ids.ts'
import type { RowRange } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { plainArray, textArray, uuidArray } from '#server/db/arrays.ts'
import { REPLAN_EACH_TIME } from '#server/db/named.ts'
import { pageOf } from '#server/db/order.ts'
import type { DecidedContract } from './decide-day.ts'

/** The run of a day; undefined before it is decided. */
export const getRunOf = (tx: Tx, on: Day): Promise<{ id: string; status: RunState } | undefined> =>
  tx.selectFrom('collection_runs').select(['id', 'status']).where('on_day', '=', on).executeTakeFirst()

export type NewRun = {
  on_day: Day
  policy_version: number
  is_trial: boolean
  status: RunState
  cuts_max: number
  spared: Readonly<Record<string, number>>
}

/** Stores the run of a day with the decisions to carry out. Returns its id. */
export async function insertRun(tx: Tx, run: NewRun, acted: readonly DecidedContract[], now: Date): Promise<string> {
  const id = newId()
  const isDone = run.status === 'done'
  await tx
    .insertInto('collection_runs')
    .values({
      ...run,
      id,
      spared: JSON.stringify(run.spared),
      to_notify: acted.filter(({ decision }) => decision.action === 'notify').length,
      to_cut: acted.filter(({ decision }) => decision.action === 'cut').length,
      finished_at: isDone ? now : null,
    })
    .execute()
  const column = (value: (one: DecidedContract) => string | number) => plainArray(acted.map(value))
  await sql`
    insert into collection_decisions (run_id, contract_id, client_id, action, debt, overdue_days, outcome)
    select ${id}::uuid, d.*, ${run.is_trial ? 'simulated' : 'waiting'} from unnest(
      ${column(({ facts }) => facts.id)}::uuid[], ${column(({ facts }) => facts.client_id)}::uuid[],
      ${textArray(acted.map(({ decision }) => decision.action))}::text[], ${column(({ decision }) => decision.debt)}::bigint[],
      ${column(({ decision }) => decision.overdue_days)}::int[]
    ) d`.execute(tx)
  return id
}

export type WaitingDecision = { contract_id: string; client_id: string; no_contract: string }

/** The contracts of the decisions of a run that are not carried out, in order. */
export async function listWaiting(tx: Tx, runId: string, action: 'notify' | 'cut', limit: number): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from collection_decisions
    where company_id = (select current_company()) and run_id = ${runId} and action = ${action} and outcome = 'waiting'
    order by contract_id limit ${limit}`.execute(tx)
  return rows.map(({ contract_id }) => contract_id)
}

/** Locks decisions of a run, those that are not carried out; one that another process has is left out. */
export async function lockWaiting(
  tx: Tx,
  { runId, action, contracts }: { runId: string; action: 'notify' | 'cut'; contracts: readonly string[] },
): Promise<WaitingDecision[]> {
  const { rows } = await sql<WaitingDecision>`${REPLAN_EACH_TIME}
    select d.contract_id, d.client_id, c.no_contract
    from unnest(${uuidArray(contracts)}::uuid[]) key (id)
    cross join lateral (
      select company_id, contract_id, client_id from collection_decisions
      where company_id = (select current_company()) and run_id = ${runId} and action = ${action} and contract_id = key.id
        and outcome = 'waiting'
      for update skip locked offset 0
    ) d
    cross join lateral (select no_contract from contracts where company_id = d.company_id and id = d.contract_id offset 0) c`.execute(
    tx,
  )
  return rows
}

/** Locks a run in its state until the end of the transaction: a person who stops it waits for what is being carried out. */
export async function lockRunState(tx: Tx, runId: string): Promise<{ status: RunState; on_day: Day } | undefined> {
  const { rows } = await sql<{ status: RunState; on_day: Day }>`
    select status, on_day from collection_runs where company_id = (select current_company()) and id = ${runId} for share`.execute(
    tx,
  )
  return rows[0]
}

export type Outcome = { outcome: 'done' | 'skipped' | 'failed'; reason: string | null }

/** Saves what became of decisions, by their contracts. */
export async function saveOutcomes(
  tx: Tx,
  runId: string,
  outcomes: ReadonlyMap<string, Outcome>,
  at: Date,
): Promise<void> {
  const contracts = sql`${uuidArray([...outcomes.keys()])}::uuid[]`
  const texts = (value: (one: Outcome) => string | null) => sql`${textArray([...outcomes.values()].map(value))}::text[]`
  // The list of keys keeps the plan from reading every decision of the run.
  await sql`${REPLAN_EACH_TIME}
    update collection_decisions d set outcome = o.outcome, reason = o.reason, done_at = ${at}
    from unnest(${contracts}, ${texts(({ outcome }) => outcome)}, ${texts(({ reason }) => reason)}) o (contract_id, outcome, reason)
    where d.company_id = (select current_company()) and d.run_id = ${runId} and d.contract_id = any (${contracts})
      and d.contract_id = o.contract_id and d.outcome = 'waiting'`.execute(tx)
}

export async function countWaiting(tx: Tx, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collection_decisions
    where company_id = (select current_company()) and run_id = ${runId} and outcome = 'waiting'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Ends a run: what was not carried out stays undone, with the reason. False when it was over. */
export async function endRun(
  tx: Tx,
  runId: string,
  { status, reason, now }: { status: 'done' | 'stopped'; reason: string; now: Date },
): Promise<boolean> {
  const ended = await tx
    .updateTable('collection_runs')
    .set({ status, finished_at: now })
    .where('id', '=', runId)
    .where('status', 'in', ['running', 'braked'])
    .returning('id')
    .executeTakeFirst()
  if (!ended) return false
  await sql`
    update collection_decisions set outcome = 'skipped', reason = ${reason}, done_at = ${now}
    where company_id = (select current_company()) and run_id = ${runId} and outcome = 'waiting'`.execute(tx)
  return true
}

/** Ends the runs until a day, inclusive, that are not over. */
export async function endRuns(
  tx: Tx,
  { until, ...end }: { until: Day; status: 'done' | 'stopped'; reason: string; now: Date },
): Promise<void> {
  const runs = await tx
    .selectFrom('collection_runs')
    .select('id')
    .where('status', 'in', ['running', 'braked'])
    .where('on_day', '<=', until)
    .execute()
  for (const { id } of runs) await endRun(tx, id, end)
}

/** Lets the cuts of a braked run go on. False when it is not braked. */
export async function approveRun(tx: Tx, runId: string, approved_by: string): Promise<boolean> {
  const approved = await tx
    .updateTable('collection_runs')
    .set({ status: 'running', approved_by })
    .where('id', '=', runId)
    .where('status', '=', 'braked')
    .returning('id')
    .executeTakeFirst()
  return approved !== undefined
}

type RunRow = Omit<CollectionRun, 'created_at' | 'finished_at'> & { created_at: Date; finished_at: Date | null }

const runOf = ({ created_at, finished_at, ...row }: RunRow): CollectionRun => ({
  ...row,
  created_at: created_at.toISOString(),
  finished_at: finished_at?.toISOString() ?? null,
})

const RUN = sql`
  select r.id, r.on_day, r.policy_version, r.is_trial, r.status, r.to_notify, r.to_cut, r.cuts_max, r.approved_by, r.created_at,
    r.finished_at, d.notified, d.cut, d.skipped`
const OUTCOMES = sql`cross join lateral (
    select (count(*) filter (where outcome = 'done' and action = 'notify'))::int as notified,
      (count(*) filter (where outcome = 'done' and action = 'cut'))::int as cut,
      (count(*) filter (where outcome in ('skipped', 'failed')))::int as skipped
    from collection_decisions d where d.company_id = r.company_id and d.run_id = r.id
  ) d`

/** A page of the runs, the last day first. */
export async function listRuns(tx: Tx, { limit, offset }: RowRange): Promise<CollectionRun[]> {
  const { rows } = await sql<RunRow>`${RUN} from (
      select * from collection_runs where company_id = (select current_company())
      order by on_day desc ${pageOf({ limit, offset })}
    ) r ${OUTCOMES} order by r.on_day desc`.execute(tx)
  return rows.map(runOf)
}

export async function countRuns(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collection_runs where company_id = (select current_company())`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function getRun(tx: Tx, id: string): Promise<CollectionRun | undefined> {
  const { rows } = await sql<RunRow>`
    ${RUN} from collection_runs r ${OUTCOMES} where r.company_id = (select current_company()) and r.id = ${id}`.execute(
    tx,
  )
  return rows.map(runOf)[0]
}

type DecisionRow = Omit<RunDecision, 'client' | 'done_at' | 'debt'> & {
  debt: Money
  client_id: string
  client_name: string
  done_at: Date | null
}

/** A page of the decisions of a run: the cuts first. */
export async function listDecisions(tx: Tx, runId: string, { limit, offset }: RowRange): Promise<RunDecision[]> {
  const { rows } = await sql<DecisionRow>`${REPLAN_EACH_TIME}
    select d.contract_id as id, c.no_contract, d.client_id, k.name as client_name, d.action, d.debt, d.overdue_days, d.outcome, d.reason,
      d.done_at
    from (
      select * from collection_decisions where company_id = (select current_company()) and run_id = ${runId}
      order by action, contract_id ${pageOf({ limit, offset })}
    ) d
    cross join lateral (select no_contract from contracts where company_id = d.company_id and id = d.contract_id offset 0) c
    cross join lateral (select name from clients where company_id = d.company_id and id = d.client_id offset 0) k
    order by d.action, d.contract_id`.execute(tx)
  return rows.map(({ client_id, client_name, done_at, ...row }) => ({
    ...row,
    client: { id: client_id, name: client_name },
    done_at: done_at?.toISOString() ?? null,
  }))
}

export async function countDecisions(tx: Tx, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from collection_decisions
    where company_id = (select current_company()) and run_id = ${runId}`.execute(tx)
  return rows[0]?.count ?? 0
}
