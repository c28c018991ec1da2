import { endOf, silenceTasksBy, termsOn } from '#domain/pqr/deadlines.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import { isSilenceUnanswered, mustTransfer } from '#domain/pqr/steps.ts'
import type { Tx } from '#server/core/tx.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import type { StoredCase } from './queries.ts'

/**
 * The instant of the earliest duty of a case in a state: the answer, which is before any task; the file for the SIC; the answer to a
 * positive silence, 72 hours from it; and its tasks, as they are stored now. Null when the company owes nothing.
 */
export async function nextDue(tx: Tx, state: StoredCase): Promise<Date | null> {
  if (isAwaitingAnswer(state.status)) return endOf(state.answer_by)
  const { first } = await tx
    .selectFrom('pqr_tasks')
    .select(({ fn }) => fn.min('due_at').as('first'))
    .where('case_id', '=', state.id)
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow()
  const own = await ownDue(tx, state)
  if (own === null || first === null) return own ?? first
  return own < first ? own : first
}

async function ownDue(tx: Tx, state: StoredCase): Promise<Date | null> {
  // Not the stored instant, which an earlier task may have.
  if (isSilenceUnanswered(state) && state.silence_on !== null)
    return silenceTasksBy(state.answer_by, termsOn(await readParameters(tx), state.silence_on))
  return state.status === 'confirmada' && mustTransfer(state) && state.transfer_by !== null
    ? endOf(state.transfer_by)
    : null
}
