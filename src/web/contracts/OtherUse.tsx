import type { Segment } from '#domain/core/segment.ts'
import { otherUseWarning, type Plan } from '#domain/plans/plan.ts'
import { Alert } from '#web/ui/States.tsx'

/** The warning that the chosen plan is sold for another use than the one of the service. */
export function OtherUse({ plan, use }: { plan: Plan | undefined; use: Segment }) {
  const warning = plan === undefined ? null : otherUseWarning(plan, use)
  return <div aria-live="polite">{warning !== null && <Alert tone="warn">{warning}.</Alert>}</div>
}
