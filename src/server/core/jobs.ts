import { parseCronItems, Logger as QueueLogger, type Runner, run } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { World } from './context.ts'

/** A job: its payload comes from our own `enqueue`, so it is parsed again where it is used. */
export type Task = (world: World, payload: unknown) => Promise<void>

/** A job by the clock (UTC): minute patterns only, for our own housekeeping. */
export type Schedule = { readonly task: string; readonly pattern: string }

/**
 * Starts the worker. It fetches as the owner (the queue admits nobody else); each task opens its own transaction.
 * Returns the runner; `stop()` waits for what is running.
 */
export async function startWorker(
  world: World,
  ownerPool: pg.Pool,
  tasks: Readonly<Record<string, Task>>,
  schedules: readonly Schedule[],
): Promise<Runner> {
  return run({
    pgPool: ownerPool,
    concurrency: 5,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: queueLogger(world.log),
    taskList: Object.fromEntries(
      Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(world, payload)]),
    ),
    parsedCronItems: parseCronItems(
      schedules.map(({ task, pattern }) => ({ task, match: pattern, options: { backfillPeriod: 0, maxAttempts: 3 } })),
    ),
  })
}

/** The queue's own log, with its payloads left out: they may name a person. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    if (level === 'error') log.error({ task: scope.taskIdentifier, job_id: scope.jobId }, message)
    else log.debug({ task: scope.taskIdentifier, job_id: scope.jobId }, message)
  })
}
