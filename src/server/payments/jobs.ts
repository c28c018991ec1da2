import { type Schedule, type Task, type Ticker, waitingTask } from '#server/core/jobs.ts'
import { applyReceived } from './events.ts'
import { applyWaitingEvents, pollDueAttempts } from './polling.ts'
import { reconcileAll, reconcileDay } from './reconcile.ts'

export const paymentTasks = {
  'payment.event': waitingTask(applyReceived),
  'payment.reconcile_all': reconcileAll,
  'payment.reconcile': reconcileDay,
} satisfies Record<string, Task>

/** At 4:10 in Bogotá (9:10 UTC), after the previous day has ended. */
export const paymentSchedules: readonly Schedule[] = [{ task: 'payment.reconcile_all', pattern: '10 9 * * *' }]

export const paymentTickers: readonly Ticker[] = [
  { name: 'payment.check', everyS: 1, tick: pollDueAttempts },
  { name: 'payment.events', everyS: 10, tick: applyWaitingEvents },
]
