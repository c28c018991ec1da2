import type { Schedule, Task } from '#server/core/jobs.ts'
import { applyOutage } from './apply.ts'
import { settleAll } from './settle.ts'

export const outageTasks = {
  'outage.apply': applyOutage,
  'outage.settle': (world) => settleAll(world),
} satisfies Record<string, Task>

export const outageSchedules: readonly Schedule[] = [{ task: 'outage.settle', pattern: '47 8 * * *' }]
