import * as z from 'zod/mini'
import { ask, assertEqual, type ModelContext, type Refusal } from './context.ts'
import { plusDays } from './days.ts'
import { type Ledger, todayOf } from './ledger.ts'
import type { Step } from './steps.ts'

const Closed = z.object({ data: z.object({ closed_through: z.nullable(z.string()) }) })

/** Closes the books through a day, or opens closed days again, which requires the reason. */
export async function closeBooks(context: ModelContext, step: Extract<Step, { kind: 'close' }>): Promise<void> {
  const { ledger } = context
  const closed_through = step.days === null ? null : plusDays(todayOf(ledger), step.days)
  const closing = { closed_through, ...(step.hasReason ? { reason: 'Faltó un extracto' } : {}) }
  const post = { kind: step.kind, path: '/accounting/closing', body: { closing } }
  const reply = await ask(context, post, refusalOf(ledger, closed_through, step.hasReason))
  if (reply === null) return
  ledger.closedThrough = closed_through
  assertEqual('the last closed day', z.parse(Closed, reply).data.closed_through, closed_through)
}

function refusalOf(ledger: Ledger, day: string | null, hasReason: boolean): Refusal | null {
  const { closedThrough } = ledger
  if (day !== null && day >= todayOf(ledger)) return 'invalid'
  if (day === closedThrough) return 'conflict'
  const opensDays = closedThrough !== null && (day === null || day < closedThrough)
  return opensDays && !hasReason ? 'invalid' : null
}
