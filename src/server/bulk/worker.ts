import { sql } from 'kysely'
import * as z from 'zod/mini'
import { BULK_DAYS, BULK_LABELS, BULK_STOPPED, type BulkAction } from '#domain/bulk/bulk.ts'
import { Refusal } from '#domain/core/refusal.ts'
import { inPlatformTx, inSystemTx, type World } from '#server/core/context.ts'
import { type Schedule, type Task, type Ticker, TRIES_MAX } from '#server/core/jobs.ts'
import { inTransaction, type Scope, type Tx } from '#server/core/tx.ts'
import { textArray, uuidArray } from '#server/db/arrays.ts'
import { deleteFile } from '#server/files/store.ts'
import type { BulkWork, Failures, RunningJob } from './action.ts'
import { resultFile } from './result-file.ts'

type Actions = Readonly<Record<BulkAction, BulkWork>>

/** Rows of one transaction. */
const BATCH = 50
/** Seconds without a heartbeat after which another process takes a job over. */
const STALE_S = 60

export const bulkTasks = (actions: Actions): Record<string, Task> => ({
  'bulk.run': (world, payload) => runJob(world, actions, payload),
  'bulk.sweep': sweepJobs,
})
export const bulkSchedules: readonly Schedule[] = [{ task: 'bulk.sweep', pattern: '37 * * * *' }]
export const bulkTickers: readonly Ticker[] = [{ name: 'bulk.resume', everyS: 20, tick: resumeJobs }]

const Payload = z.object({ company_id: z.uuid(), job_id: z.uuid() })

/**
 * Runs one job to its end. Does nothing when another process has it. A job of rows goes on after its last batch; one that makes a
 * file begins again.
 */
export async function runJob(world: World, actions: Actions, payload: unknown): Promise<void> {
  const { company_id, job_id } = z.parse(Payload, payload)
  const leased = await takeLease(world, company_id, job_id)
  if (!leased) return
  const { lease, scope } = leased
  const inTx: RunningJob['inTx'] = (work) => inTransaction(world.pool, 'enlace_app', scope, work)
  const job: RunningJob = { id: job_id, companyId: company_id, world, inTx }
  try {
    if (lease.tries > TRIES_MAX) throw new Error('the job ended each of its processes')
    const work = actions[lease.action]
    const file = work.kind === 'file' ? await makeFile(job, lease, work) : await runRows(job, lease, work)
    await inTx((tx) => finishJob(tx, lease, { status: 'done', problem: null, file_name: file }))
  } catch (error) {
    if (error === LEASE_LOST) return
    // The store does not answer, or the machine is busy: the lease ends and the job goes on (bulk.resume).
    if (error instanceof Refusal && error.code === 'unavailable') {
      world.log.warn({ err: error, job_id }, 'a job over a list waits')
      await inTx((tx) => forgetTries(tx, lease))
      return
    }
    world.log.error({ err: error, job_id }, 'a job over a list stopped')
    await inTx((tx) => finishJob(tx, lease, { status: 'failed', problem: BULK_STOPPED, file_name: null }))
  }
}

type Lease = { id: string; action: BulkAction; fence: number; tries: number }

/** Thrown when the job was cancelled or another process has it. */
const LEASE_LOST = new Error('the job was cancelled or taken over')

async function takeLease(
  world: World,
  companyId: string,
  jobId: string,
): Promise<{ lease: Lease; scope: Scope } | null> {
  return inSystemTx(world, companyId, async (tx) => {
    const { rows } = await sql<Lease & { actor_id: string | null; actor_name: string; actor_role: string }>`
      update bulk_jobs set status = 'running', fence = fence + 1, tries = tries + 1, heartbeat_at = now()
      where company_id = (select current_company()) and id = ${jobId}
        and (status = 'queued' or (status = 'running' and heartbeat_at < now() - make_interval(secs => ${STALE_S})))
      returning id, action, fence, tries, actor_id, actor_name, actor_role`.execute(tx)
    const [row] = rows
    if (!row) return null
    const { actor_id: actorId, actor_name: actorName, actor_role: actorRole, ...lease } = row
    return { lease, scope: { companyId, actorId, actorName, actorRole, ip: null, requestId: null } }
  })
}

async function runRows(job: RunningJob, lease: Lease, work: BulkWork & { kind: 'rows' }): Promise<null> {
  for (let isMore = true; isMore; ) {
    isMore = await job.inTx(async (tx) => {
      const rows = await listWaiting(tx, lease.id, BATCH)
      if (rows.length === 0) return false
      const failures = await work.run(job, tx, rows)
      await saveOutcomes(tx, lease, rows, failures)
      // A job that makes a file begins again, so its progress is none for the next process.
      await forgetTries(tx, lease)
      return true
    })
  }
  return null
}

async function makeFile(job: RunningJob, lease: Lease, work: BulkWork & { kind: 'file' }): Promise<string> {
  const rows = await job.inTx(async (tx) => listWaiting(tx, lease.id, null))
  const report = (done: number, failures: Failures): Promise<void> =>
    job.inTx((tx) => updateProgress(tx, lease, done - failures.size, failures.size))
  let last: Failures = new Map()
  const { name, bytes } = await work.make(job, rows, (done, failures) => {
    last = failures
    return report(done, failures)
  })
  await job.world.files.put(resultFile(job.companyId, job.id), bytes)
  await job.inTx((tx) => saveOutcomes(tx, lease, rows, last))
  return name
}

async function listWaiting(tx: Tx, jobId: string, limit: number | null) {
  const waiting = tx
    .selectFrom('bulk_items')
    .select(['subject_id as id', 'name'])
    .where('job_id', '=', jobId)
    .where('outcome', '=', 'waiting')
    .orderBy('position')
  return (limit === null ? waiting : waiting.limit(limit)).execute()
}

/** Saves how each row of a batch ended, and the counts of the job. Throws LEASE_LOST. */
async function saveOutcomes(tx: Tx, lease: Lease, rows: readonly { id: string }[], failures: Failures): Promise<void> {
  await sql`
    update bulk_items i set outcome = case when n.reason is null then 'done' else 'failed' end, reason = n.reason
    from unnest(${uuidArray(rows.map(({ id }) => id))}::uuid[], ${textArray(rows.map(({ id }) => failures.get(id) ?? null))}::text[]) n (id, reason)
    where i.company_id = (select current_company()) and i.job_id = ${lease.id} and i.subject_id = n.id and i.outcome = 'waiting'`.execute(
    tx,
  )
  const { rows: counts } = await sql<{ done: number; failed: number }>`
    select (count(*) filter (where outcome = 'done'))::int as done, (count(*) filter (where outcome = 'failed'))::int as failed
    from bulk_items where company_id = (select current_company()) and job_id = ${lease.id}`.execute(tx)
  const [{ done, failed } = { done: 0, failed: 0 }] = counts
  await updateProgress(tx, lease, done, failed)
}

async function updateProgress(tx: Tx, { id, fence }: Lease, done: number, failed: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('bulk_jobs')
    .set({ done, failed, heartbeat_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw LEASE_LOST
}

/** It went on, or its process did not end: the next process has all its tries. */
const forgetTries = (tx: Tx, { id, fence }: Lease) =>
  tx.updateTable('bulk_jobs').set({ tries: 0 }).where('id', '=', id).where('fence', '=', fence).execute()

type End = { status: 'done' | 'failed'; problem: string | null; file_name: string | null }

async function finishJob(tx: Tx, { id, action, fence }: Lease, end: End): Promise<void> {
  const job = await tx
    .updateTable('bulk_jobs')
    .set({ ...end, finished_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .where('status', '=', 'running')
    .returning(['done', 'failed'])
    .executeTakeFirst()
  if (!job) return
  await tx.record('bulk.finished', {
    entity_id: id,
    after: { label: BULK_LABELS[action], ...job, ...(end.problem === null ? {} : { problem: end.problem }) },
  })
}

/** Enqueues a job for each one without heartbeat, of any company: the queue itself retries a killed job only after hours. */
async function resumeJobs(world: World): Promise<void> {
  await inPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ company_id: string; id: string }>`
      select company_id, id from bulk_jobs
      where status in ('queued', 'running') and heartbeat_at < now() - make_interval(secs => ${STALE_S}) limit 50`.execute(
      tx,
    )
    for (const { company_id, id } of rows) await tx.enqueue('bulk.run', { company_id, job_id: id })
  })
}

/** Deletes the jobs of more than BULK_DAYS days, with their files. */
export async function sweepJobs(world: World): Promise<void> {
  const deleted = await inPlatformTx(world, async (tx) => {
    const { rows } = await sql<{ company_id: string; id: string }>`
      delete from bulk_jobs where created_at < now() - make_interval(days => ${BULK_DAYS}) and status not in ('queued', 'running')
      returning company_id, id`.execute(tx)
    return rows
  })
  for (const { company_id, id } of deleted) await deleteFile(world, resultFile(company_id, id))
}
