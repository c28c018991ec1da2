import type { Task, Ticker } from '#server/core/jobs.ts'
import { resumeRuns, runMassive } from './run-worker.ts'

export const runTasks = { 'run.massive': runMassive } satisfies Record<string, Task>

/** A run that was killed goes on within half a minute. */
export const runTickers: readonly Ticker[] = [{ name: 'run.resume', everyS: 10, tick: resumeRuns }]
