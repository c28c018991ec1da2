import { sql } from 'kysely'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { Day } from '#domain/core/days.ts'
import { period } from '#domain/core/period.ts'
import { STOPPED, UNBILLABLE_REASON } from '#domain/invoices/run.ts'
import { valueOn } from '#domain/parameters/parameter.ts'
import { vatRulesOn } from '#domain/taxes/vat.ts'
import { SYSTEM, type World } from '#server/core/context.ts'
import type { Task, Ticker } from '#server/core/jobs.ts'
import { inTransaction, type Scope, sqlState, type Tx } from '#server/core/tx.ts'
import { PLANNED_ANEW } from '#server/db/named.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billBatch, excludeFailed, isLeaseLost, type Lease, leaseLostError, listRemainingContracts } from './batch.ts'
import { LISTED_MAX } from './billable-contracts.ts'

/** Contracts of one transaction: enough for statements to weigh more than round trips, few enough for memory and locks. */
const BATCH = 1_000
/** Companies that one process bills at once. */
const COMPANIES_AT_ONCE = 2
/** A run without a sign of life for so long is taken over. */
const STALE_S = 15

export const runTasks = { 'run.massive': runMassive } satisfies Record<string, Task>

/** A run whose process was killed continues within half a minute. */
export const runTickers: readonly Ticker[] = [{ name: 'run.resume', everyS: 10, tick: resumeRuns }]

const Payload = z.object({ company_id: z.uuid(), run_id: z.uuid() })

/** The job of one run. Takes the lease, bills batch after batch, ends it. Does nothing when another holds it. */
export async function runMassive(world: World, payload: unknown): Promise<void> {
  const { company_id, run_id } = z.parse(Payload, payload)
  await limitCompanies(async () => {
    const held = await takeLease(world, company_id, run_id)
    if (!held) return
    const inTx: InTx = (work) => inTransaction(world.pool, 'enlace_app', held.scope, (tx) => withFreshPlans(tx, work))
    try {
      await billAll(inTx, held.lease)
      await inTx((tx) => finishRun(tx, held.lease, null))
    } catch (error) {
      if (isLeaseLost(error)) return
      world.log.error({ err: error, run_id }, 'a massive run stopped')
      // The next sweep resumes it; an error of the program would come back each time, and hold the company's next run up.
      if (!isProgramError(error)) throw error
      await inTx((tx) => finishRun(tx, held.lease, STOPPED))
    }
  })
}

type LeasedRun = { lease: Lease; scope: Scope }
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const limitCompanies = limiter(COMPANIES_AT_ONCE)

/**
 * A connection keeps the plans of its statements and of its checks of foreign keys. Those that were made while a table was nearly
 * empty, or for a company that the statistics do not know yet, may read a whole company for each row. So a batch begins without
 * them, and plans for any company.
 */
async function withFreshPlans<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await sql`${PLANNED_ANEW} discard plans`.execute(tx)
  await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
  return work(tx)
}

/** Takes the run over when it waits or when whoever had it gives no sign of life. The higher fence shuts the other out. */
async function takeLease(world: World, companyId: string, runId: string): Promise<LeasedRun | null> {
  return inTransaction(world.pool, 'enlace_app', { ...SYSTEM, companyId }, async (tx) => {
    const { rows } = await sql<RunRow>`
      update runs set status = 'running', fence = fence + 1, heartbeat_at = now(), started_at = coalesce(started_at, now())
      where company_id = (select current_company()) and id = ${runId}
        and (status = 'queued' or (status = 'running' and heartbeat_at < now() - make_interval(secs => ${STALE_S})))
      returning id, period, cut_day, issued_on, fence, actor_id, actor_name, actor_role,
        (select initial_letter from companies c where c.id = runs.company_id) as prefix`.execute(tx)
    const run = rows[0]
    if (!run) return null
    const parameters = await readParameters(tx)
    const scope = { period: period(run.period), cut_day: run.cut_day }
    return {
      lease: {
        id: run.id,
        fence: run.fence,
        prefix: run.prefix,
        scope,
        issue: {
          period: scope.period,
          issued_on: run.issued_on,
          rules: vatRulesOn(parameters, run.issued_on),
          deliveryNotice: valueOn(parameters, 'billing.delivery_notice', run.issued_on) ?? 0,
        },
      },
      scope: {
        companyId,
        actorId: run.actor_id,
        actorName: run.actor_name,
        actorRole: run.actor_role,
        ip: null,
        requestId: null,
      },
    }
  })
}

type RunRow = {
  id: string
  period: string
  cut_day: number | null
  issued_on: Day
  fence: number
  actor_id: string | null
  actor_name: string
  actor_role: string
  prefix: string
}

async function billAll(inTx: InTx, lease: Lease): Promise<void> {
  for (let isMore = true; isMore; ) {
    const ids = await inTx((tx) => listRemainingContracts(tx, lease))
    await billBatches(inTx, lease, ids)
    isMore = ids.length === LISTED_MAX
  }
}

/**
 * Bills contracts batch after batch. A batch that fails is halved until the contract that cannot be billed is alone and is left
 * out, with its reason; only then do batches grow again. One such contract costs at most 2 log2(BATCH) more batches.
 */
async function billBatches(inTx: InTx, lease: Lease, ids: readonly string[]): Promise<void> {
  let size = BATCH
  for (let at = 0; at < ids.length; ) {
    const batch = ids.slice(at, at + size)
    try {
      await inTx((tx) => billBatch(tx, lease, batch))
      at += batch.length
    } catch (error) {
      if (!isDataError(error)) throw error
      if (batch.length > 1) {
        size = Math.ceil(batch.length / 2)
        continue
      }
      await inTx((tx) => excludeFailed(tx, lease, batch, UNBILLABLE_REASON))
      at += 1
      size = BATCH
    }
  }
}

/** Classes 22 and 23: what was to be written does not fit. Anything else is of the database or of the program. */
const isDataError = (error: unknown): boolean => /^2[23]/.test(sqlState(error)) || error instanceof RangeError

/** Class 42 is a statement that the database does not accept. It fails the same way however often it is tried. */
const isProgramError = (error: unknown): boolean =>
  sqlState(error).startsWith('42') || error instanceof TypeError || error instanceof ReferenceError

/** Ends a run: done, or failed with the problem that a person reads. What it billed until then stays billed. */
async function finishRun(tx: Tx, lease: Lease, problem: string | null): Promise<void> {
  const done = await tx
    .updateTable('runs')
    .set({
      status: problem === null ? 'done' : 'failed',
      problem,
      finished_at: sql<Date>`now()`,
      heartbeat_at: sql<Date>`now()`,
    })
    .where('id', '=', lease.id)
    .where('fence', '=', lease.fence)
    .where('status', '=', 'running')
    .returning(['created', 'skipped', 'failed', 'amount', 'period'])
    .executeTakeFirst()
  if (!done) throw leaseLostError()
  await tx.record('run.finished', {
    entity_id: lease.id,
    after: {
      period: done.period,
      created: done.created,
      skipped: done.skipped,
      failed: done.failed,
      total: done.amount / 100,
      ...(problem === null ? {} : { problem }),
    },
  })
}

/** Finds the runs that stand still, in any company, and asks for a job for each. A killed job of the queue would wait for hours. */
async function resumeRuns(world: World): Promise<void> {
  await inTransaction(world.pool, 'enlace_platform', SYSTEM, async (tx) => {
    const { rows } = await sql<{ company_id: string; id: string }>`
      select company_id, id from runs
      where status in ('queued', 'running') and heartbeat_at < now() - make_interval(secs => ${STALE_S}) limit 50`.execute(
      tx,
    )
    for (const run of rows) await tx.enqueue('run.massive', { company_id: run.company_id, run_id: run.id })
  })
}
