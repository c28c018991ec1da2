import type { Task, Ticker } from '#server/core/jobs.ts'
import { writeRun } from './messages.ts'
import { sendDue } from './outbox.ts'

export const messageTasks = { 'message.run': writeRun } satisfies Record<string, Task>

export const messageTickers: readonly Ticker[] = [{ name: 'message.send', everyS: 2, tick: sendDue }]
