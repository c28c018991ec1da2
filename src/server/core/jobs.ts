import { EventEmitter } from 'node:events'
import {
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { World } from './context.ts'
import { keepRunners, type Runners } from './runners.ts'

/**
 * A job. Its payload is JSON of `enqueue`; each task parses it. `isWaiting`: it mostly waits for the reply of a provider. Such tasks have a
 * separate runner: many wait at the same time, and none waits for the end of an invoice run.
 */
export type Task = ((world: World, payload: unknown) => Promise<void>) & { readonly isWaiting?: true }

/** Marks a task that mostly waits for the reply of a provider. */
export const waitingTask = (task: Task): Task =>
  Object.assign((world: World, payload: unknown) => task(world, payload), { isWaiting: true as const })

/** A scheduled job: the name of its task and a cron pattern in UTC, whose smallest unit is a minute. */
export type Schedule = { readonly task: string; readonly pattern: string }

/** A check that a worker process runs every few seconds: the schedules of the queue have minutes only. */
export type Ticker = { readonly name: string; readonly everyS: number; readonly tick: (world: World) => Promise<void> }

/** The end of a process waits for the ticks under way for so long: it has 15 seconds for everything. */
const LAST_TICKS_MAX_MS = 5_000

/**
 * Starts the tickers. A failed tick is logged and the next one runs; a tick does not begin before the previous one ended. Returns a
 * function that stops them and waits for the ticks under way.
 */
export function startTickers(world: World, tickers: readonly Ticker[]): () => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const timers = tickers.map(({ name, everyS, tick }) =>
    setInterval(() => {
      if (underWay.has(name)) return
      const ticking = tick(world)
        .catch((error: unknown) => world.log.warn({ err: error, ticker: name }, 'a tick failed'))
        .finally(() => underWay.delete(name))
      underWay.set(name, ticking)
    }, everyS * 1_000),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    let limit: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, LAST_TICKS_MAX_MS)
    })
    await Promise.race([Promise.all(underWay.values()), late])
    clearTimeout(limit)
  }
}

/** A worker that runs until `stop()`, also after a loss of the database. */
export type Worker = { stop(): Promise<void> }

/** Processes that a run or a job over a list may end one after another without going on, as in the queue. */
export const TRIES_MAX = 8

const RESTART_MS = 2_000

const CONCURRENCY = 5
const WAITING_CONCURRENCY = 48
/** The results of jobs that end within this time are written in one query. */
const RESULT_DELAY_MS = 20

/**
 * Starts the worker. It fetches jobs as the owner, the only role with rights on the queue; each task opens its own transaction. A
 * runner of the queue ends when it cannot write the result of a job to the database; it is started again until `stop()`.
 * `stop()` waits for the running jobs.
 */
export async function startWorker(
  world: World,
  ownerPool: pg.Pool,
  tasks: Readonly<Record<string, Task>>,
  schedules: readonly Schedule[],
): Promise<Worker> {
  const [waiting, other] = [true, false].map((isWaiting) =>
    Object.fromEntries(Object.entries(tasks).filter(([, task]) => (task.isWaiting === true) === isWaiting)),
  )
  const seen = keepRunners(world, ownerPool)
  const runners = await Promise.all([
    keepRunning(world, seen, optionsOf(world, ownerPool, other ?? {}, schedules, CONCURRENCY)),
    ...(Object.keys(waiting ?? {}).length === 0
      ? []
      : [keepRunning(world, seen, optionsOf(world, ownerPool, waiting ?? {}, [], WAITING_CONCURRENCY))]),
  ])
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()))
      seen.stop()
    },
  }
}

async function keepRunning(world: World, seen: Runners, options: RunnerOptions): Promise<Worker> {
  let stopping = false
  const isStopping = (): boolean => stopping
  const endStuck = (): void => {
    world.log.warn('the queue fails to fetch jobs with one error, and begins again')
    runner?.stop().catch(() => undefined)
  }
  const begin = (): Promise<Runner> => run(fetchingOptions(world, seenOptions(seen, options), endStuck))
  let runner: Runner | null = await begin()
  const watch = async (): Promise<void> => {
    while (!isStopping()) {
      await runner?.promise.catch((error: unknown) => world.log.warn({ err: error }, 'the queue stopped'))
      if (isStopping()) return
      await new Promise((resolve) => setTimeout(resolve, RESTART_MS))
      runner = await begin().catch((error: unknown) => {
        world.log.warn({ err: error }, 'the queue did not start again')
        return null
      })
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

/**
 * The options of one runner, which is seen from its creation to its end. No job begins before that is written: one that ends the process
 * at once would wait hours for the queue.
 */
function seenOptions(seen: Runners, options: RunnerOptions): RunnerOptions {
  const events: WorkerEvents = new EventEmitter()
  let writing: Promise<void> | null = null
  // A write that failed is tried again by the next job: without that, one failure would end every job of this runner.
  const isSeen = (id: string): Promise<void> => {
    writing ??= seen.add(id).catch((error: unknown) => {
      writing = null
      throw error
    })
    return writing
  }
  let runnerId = ''
  events.on('pool:create', ({ workerPool }) => {
    runnerId = workerPool.id
    isSeen(runnerId).catch(() => undefined)
    void workerPool.promise.catch(() => undefined).then(() => seen.remove(workerPool.id))
  })
  const taskList: TaskList = Object.fromEntries(
    Object.entries(options.taskList ?? {}).map(([name, task]) => [
      name,
      async (payload, helpers) => {
        await isSeen(runnerId)
        return task?.(payload, helpers)
      },
    ]),
  )
  return { ...options, events, taskList }
}

/**
 * The options of one runner, which calls `onStuck` when it can fetch no job any more. The library reads its tasks before the first fetch and
 * keeps the promise of that: when it was refused, as in an outage of the database at that moment, every later fetch of the runner fails
 * with the same error object.
 */
function fetchingOptions(world: World, options: RunnerOptions, onStuck: () => void): RunnerOptions {
  let last: unknown
  let isStuck = false
  const note = (error: unknown): void => {
    if (!(error instanceof Error)) return
    if (error === last && !isStuck) {
      isStuck = true
      onStuck()
    }
    last = error
  }
  // A runner that fetches jobs one at a time has an event of the failure; one that fetches many only logs it.
  options.events?.on('worker:getJob:error', ({ error }) => note(error))
  return { ...options, logger: queueLogger(world.log, note) }
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
  taskList: Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(world, payload)]),
  ),
  parsedCronItems: parseCronItems(
    schedules.map(({ task, pattern }) => ({ task, match: pattern, options: { backfillPeriod: 0, maxAttempts: 3 } })),
  ),
  // With result batches (of any size) a failure to write the result of a job ends the runner; without them it ends the process.
  preset: {
    worker: {
      completeJobBatchDelay: concurrency > CONCURRENCY ? RESULT_DELAY_MS : 0,
      failJobBatchDelay: 0,
      // Many jobs are fetched in one query: one query for each job costs the database more than the job.
      ...(concurrency > CONCURRENCY ? { localQueue: { size: concurrency } } : {}),
    },
  },
})

/** The log of the queue, without payloads: they may contain personal data. `onError` gets the error of each of its messages. */
function queueLogger(log: Logger, onError: (error: unknown) => void): QueueLogger {
  return new QueueLogger((scope) => (level, message, meta) => {
    onError(meta?.['error'])
    if (level === 'error') log.error({ task: scope.taskIdentifier, job_id: scope.jobId }, message)
    else log.debug({ task: scope.taskIdentifier, job_id: scope.jobId }, message)
  })
}
