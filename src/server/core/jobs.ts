import { parseCronItems, Logger as QueueLogger, type Runner, type RunnerOptions, run } from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { World } from './context.ts'

/** A job: its payload comes from our own `enqueue`, so it is parsed again where it is used. */
export type Task = (world: World, payload: unknown) => Promise<void>

/** A job by the clock (UTC): minute patterns only, for our own housekeeping. */
export type Schedule = { readonly task: string; readonly pattern: string }

/** What a process that works looks after every few seconds: the queue's own clock only knows minutes. */
export type Ticker = { readonly name: string; readonly everyS: number; readonly tick: (world: World) => Promise<void> }

/**
 * Starts the tickers; a tick that fails is told and the next one comes all the same, and none begins before the last one ended.
 * Returns what stops them.
 */
export function startTickers(world: World, tickers: readonly Ticker[]): () => void {
  const timers = tickers.map(({ name, everyS, tick }) => {
    let isTicking = false
    return setInterval(() => {
      if (isTicking) return
      isTicking = true
      tick(world)
        .catch((error: unknown) => world.log.warn({ err: error, ticker: name }, 'a tick failed'))
        .finally(() => {
          isTicking = false
        })
    }, everyS * 1_000)
  })
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** A worker that stays: it stops when it is told to and not because the database went away. */
export type Worker = { stop(): Promise<void> }

const RESTART_MS = 2_000

/**
 * Tasks that mostly wait for the answer of a provider. They have a runner of their own: many wait at the same time, and none waits
 * for a run of invoices to end.
 */
const WAITING_TASKS: ReadonlySet<string> = new Set(['payment.event'])
const CONCURRENCY = 5
const WAITING_CONCURRENCY = 48

/**
 * Starts the worker. It fetches as the owner (the queue admits nobody else); each task opens its own transaction. A runner of the
 * queue ends when it cannot reach the database to say how a job went; here it is started again until it is told to stop.
 * `stop()` waits for what is running.
 */
export async function startWorker(
  world: World,
  ownerPool: pg.Pool,
  tasks: Readonly<Record<string, Task>>,
  schedules: readonly Schedule[],
): Promise<Worker> {
  const [waiting, other] = [true, false].map((isWaiting) =>
    Object.fromEntries(Object.entries(tasks).filter(([name]) => WAITING_TASKS.has(name) === isWaiting)),
  )
  const runners = await Promise.all([
    keepRunning(world, optionsOf(world, ownerPool, other ?? {}, schedules, CONCURRENCY)),
    ...(Object.keys(waiting ?? {}).length === 0
      ? []
      : [keepRunning(world, optionsOf(world, ownerPool, waiting ?? {}, [], WAITING_CONCURRENCY))]),
  ])
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
    },
  }
}

async function keepRunning(world: World, options: RunnerOptions): Promise<Worker> {
  let stopping = false
  const isStopping = (): boolean => stopping
  let runner: Runner | null = await run(options)
  const watch = async (): Promise<void> => {
    while (!isStopping()) {
      await runner?.promise.catch((error: unknown) => world.log.warn({ err: error }, 'the queue stopped'))
      if (isStopping()) return
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS))
      runner = await run(options).catch(() => null)
    }
  }
  void watch()
  return {
    async stop() {
      stopping = true
      await runner?.stop().catch(() => undefined)
    },
  }
}

const optionsOf = (
  world: World,
  ownerPool: pg.Pool,
  tasks: Readonly<Record<string, Task>>,
  schedules: readonly Schedule[],
  concurrency: number,
): RunnerOptions => ({
  pgPool: ownerPool,
  concurrency,
  noHandleSignals: true,
  pollInterval: 2_000,
  logger: queueLogger(world.log),
  taskList: Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(world, payload)]),
  ),
  parsedCronItems: parseCronItems(
    schedules.map(({ task, pattern }) => ({ task, match: pattern, options: { backfillPeriod: 0, maxAttempts: 3 } })),
  ),
  // Told in batches, however small, a failure to tell how a job went ends the runner well; told one by one it ends the process.
  preset: {
    worker: {
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      // Many at once are fetched together: each asking for itself would cost the database more than the work.
      ...(concurrency > CONCURRENCY ? { localQueue: { size: concurrency } } : {}),
    },
  },
})

/** The queue's own log, with its payloads left out: they may name a person. */
function queueLogger(log: Logger): QueueLogger {
  return new QueueLogger((scope) => (level, message) => {
    if (level === 'error') log.error({ task: scope.taskIdentifier, job_id: scope.jobId }, message)
    else log.debug({ task: scope.taskIdentifier, job_id: scope.jobId }, message)
  })
}
