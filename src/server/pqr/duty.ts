import { endOf } from '#domain/pqr/deadlines.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { isSilenceUnanswered, mustTransfer } from '#domain/pqr/steps.ts'
import type { Tx } from '#server/core/tx.ts'
import type { StoredCase } from './queries.ts'

/**
 * The instant of the earliest duty of a case in a state: the answer, which is before any task; the file for the SIC; the answer to a
 * positive silence, whose term its row has; and its tasks, as they are stored now. Null when the company owes nothing.
 */
export async function nextDue(tx: Tx, state: StoredCase): Promise<Date | null> {
  if (isAwaitingAnswer(state.status)) return endOf(state.answer_by)
  const { first } = await tx
    .selectFrom('pqr_tasks')
    .select(({ fn }) => fn.min('due_at').as('first'))
    .where('case_id', '=', state.id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  const own = ownDue(state)
  if (own === null || first === null) return own ?? first
  return own < first ? own : first
}

function ownDue(state: StoredCase): Date | null {
  if (isSilenceUnanswered(state)) return state.due_at
  return state.status === 'confirmada' && mustTransfer(state) && state.transfer_by !== null
    ? endOf(state.transfer_by)
    : null
}
