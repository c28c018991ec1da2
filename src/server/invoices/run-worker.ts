import { sql } from 'kysely'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import { type Day, dayOf } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { period } from '#domain/core/period.ts'
import { issueTermsOn } from '#domain/invoices/issue.ts'
import { STOPPED_REASON, UNBILLABLE_REASON } from '#domain/invoices/run.ts'
import { readTaxRegimes } from '#server/companies/tax-regimes.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import { runHalving } from '#server/core/halving.ts'
import { type Task, type Ticker, TRIES_MAX } from '#server/core/jobs.ts'
import { isLeaseLost, leaseLostError } from '#server/core/lease.ts'
import { replanStatements } from '#server/core/replan.ts'
import { inTransaction, type Scope, sqlState, type Tx } from '#server/core/tx.ts'
import { openDay } from '#server/ledger/open-day.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { billBatch, excludeFailed, type Lease, listRemainingContracts } from './batch.ts'
import { LISTED_MAX } from './billable-contracts.ts'

/** Contracts of one transaction: many, so that round trips cost less than statements; few enough for memory and locks. */
const BATCH = 1_000
/** Companies that one process bills concurrently. */
const CONCURRENT_COMPANIES_MAX = 4
/** Seconds without a heartbeat after which another process takes a run over. */
const STALE_S = 15

export const runTasks = { 'run.massive': runMassive } satisfies Record<string, Task>

/** Resumes a run whose process was killed, within half a minute. */
export const runTickers: readonly Ticker[] = [{ name: 'run.resume', everyS: 10, tick: resumeRuns }]

const Payload = z.object({ company_id: z.uuid(), run_id: z.uuid() })

/** The job of one run: takes the lease, bills every batch and finishes the run. Does nothing when another process has the lease. */
export async function runMassive(world: World, payload: unknown): Promise<void> {
  const { company_id, run_id } = z.parse(Payload, payload)
  await limitCompanies(async () => {
    const leased = await takeLease(world, company_id, run_id)
    if (!leased) return
    const inTx: InTx = (work) => inTransaction(world.pool, 'enlace_app', leased.scope, (tx) => withFreshPlans(tx, work))
    try {
      if (leased.tries > TRIES_MAX) {
        world.log.error({ run_id }, 'a massive run ended each of its processes')
        return await inTx((tx) => finishRun(tx, leased.lease, STOPPED_REASON))
      }
      await billAll(inTx, leased.lease)
      await inTx((tx) => finishRun(tx, leased.lease, null))
    } catch (error) {
      if (isLeaseLost(error)) return
      world.log.error({ err: error, run_id }, 'a massive run stopped')
      // resumeRuns resumes the run. A program error would repeat each time and block the company's next run, so it ends the run.
      if (!isProgramError(error)) {
        await inTx((tx) => forgetTries(tx, leased.lease)).catch(() => undefined)
        throw error
      }
      await inTx((tx) => finishRun(tx, leased.lease, STOPPED_REASON))
    }
  })
}

/** A run with its lease. `scope` is that of its transactions: the actor is the person who started it. */
type LeasedRun = { lease: Lease; scope: Scope; tries: number }
type InTx = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

const limitCompanies = pLimit(CONCURRENT_COMPANIES_MAX)

async function withFreshPlans<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await replanStatements(tx)
  return work(tx)
}

/** Takes a run that is queued or without heartbeat. The new fencing token makes the previous process fail. Null when it is not free. */
async function takeLease(world: World, companyId: string, runId: string): Promise<LeasedRun | null> {
  return inSystemTx(world, companyId, async (tx) => {
    const { rows } = await sql<RunRow>`
      update runs set status = 'running', fence = fence + 1, tries = tries + 1, heartbeat_at = now(), started_at = coalesce(started_at, now())
      where company_id = (select current_company()) and id = ${runId}
        and (status = 'queued' or (status = 'running' and heartbeat_at < now() - make_interval(secs => ${STALE_S})))
      returning id, period, cut_day, issued_on, fence, tries, actor_id, actor_name, actor_role,
        (select initial_letter from companies c where c.id = runs.company_id) as prefix`.execute(tx)
    const run = rows[0]
    if (!run) return null
    const [parameters, regimes, issuedOn] = await Promise.all([
      readParameters(tx),
      readTaxRegimes(tx),
      openDay(tx, run.issued_on, dayOf(world.clock())),
    ])
    const billed = { period: period(run.period), cut_day: run.cut_day }
    return {
      tries: run.tries,
      lease: {
        id: run.id,
        fence: run.fence,
        prefix: run.prefix,
        scope: billed,
        issue: issueTermsOn(parameters, billed.period, issuedOn, regimes),
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
  tries: number
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

/** Bills contracts in batches. One that cannot be billed is excluded with its reason. */
async function billBatches(inTx: InTx, lease: Lease, ids: readonly string[]): Promise<void> {
  await runHalving(ids, {
    max: BATCH,
    run: async (batch) => {
      await inTx((tx) => billBatch(tx, lease, batch))
      return true
    },
    exclude: (id) => inTx((tx) => excludeFailed(tx, lease, [id], UNBILLABLE_REASON)),
  })
}

/** SQLSTATE class 42 (a statement that the database does not accept) or a TypeError or ReferenceError: a retry fails too. */
const isProgramError = (error: unknown): boolean =>
  sqlState(error).startsWith('42') || error instanceof TypeError || error instanceof ReferenceError

/** Its process did not end: the next one has all its tries. Without the database the count stays. */
const forgetTries = (tx: Tx, { id, fence }: Lease) =>
  tx.updateTable('runs').set({ tries: 0 }).where('id', '=', id).where('fence', '=', fence).execute()

/** Ends a run: `done`, or `failed` with a problem for the user. Its invoices are kept in both cases. Throws leaseLostError. */
async function finishRun(tx: Tx, lease: Lease, problem: string | null): Promise<void> {
  const run = await tx
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
  if (!run) throw leaseLostError()
  await tx.record('run.finished', {
    entity_id: lease.id,
    after: {
      period: run.period,
      created: run.created,
      skipped: run.skipped,
      failed: run.failed,
      total: toPesos(run.amount),
      ...(problem === null ? {} : { problem }),
    },
  })
}

/** Enqueues a job for each run without heartbeat, of any company: the queue itself retries a killed job only after hours. */
async function resumeRuns(world: World): Promise<void> {
  await inPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ company_id: string; id: string }>`
      select company_id, id from runs
      where status in ('queued', 'running') and heartbeat_at < now() - make_interval(secs => ${STALE_S}) limit 50`.execute(
      tx,
    )
    for (const run of rows) await tx.enqueue('run.massive', { company_id: run.company_id, run_id: run.id })
  })
}
