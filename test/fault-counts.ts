import type { TaskMeta } from 'vitest'

/** What a test of a fault counted: kills, copies or forged events; acknowledged and not found; effects without a cause of their own. */
export type FaultCounts = { times: number; lost: number; twice: number }

declare module 'vitest' {
  interface TaskMeta {
    /** Printed by `npm run faults` in its table. */
    fault?: FaultCounts
  }
}

/** Reports the counts of a test, before it asserts them. */
export function reportFault({ task }: { task: { meta: TaskMeta } }, counts: FaultCounts): void {
  task.meta.fault = counts
}
