import { type Day, dayOf } from '#domain/core/days.ts'
import { endOf, termFrom } from '#domain/pqr/deadlines.ts'
import { noticeOf, reachedBy } from '#domain/pqr/notice.ts'
import type { Tx } from '#server/core/tx.ts'
import { nextDue } from './duty.ts'
import { insertTasks } from './entries.ts'
import { getCase, type StoredCase } from './queries.ts'

/** Business days in which the desk notifies the user of what has no other term. */
const NOTICE_DAYS = 1

type Notice = {
  entryId: string
  now: Date
  /** What the desk says, after 'Llama al … y': 'dile que …'. */
  what: string
  /** The last day to say it; by default the next business day. */
  by?: Day
}

/**
 * Notifies the user of a step of its case: by e-mail, in the portal, or else by a task of the desk.
 * Returns the sentence for the desk about what really happened.
 */
export async function notifyUser(tx: Tx, stored: StoredCase, { entryId, now, what, by }: Notice): Promise<string> {
  const notice = noticeOf(stored)
  if (notice === 'portal') return 'Lo lee en su portal'
  if (notice === 'mail') {
    await tx.enqueue('pqr.mail', {
      company_id: tx.scope.companyId,
      case_id: stored.id,
      document: 'entry',
      entry_id: entryId,
    })
    return 'Le escribimos a su correo'
  }
  const task = `${reachedBy(stored)} y ${what}`
  await insertTasks(tx, stored.id, [task], endOf(by ?? termFrom(dayOf(now), NOTICE_DAYS)))
  const after = await getCase(tx, stored.id)
  // The step wrote what was owed before this task.
  if (after) {
    const due_at = await nextDue(tx, after)
    await tx.updateTable('pqr_cases').set({ due_at }).where('id', '=', stored.id).execute()
  }
  return `No tiene correo y todavía no lo sabe. Quedó esta tarea: ${task}`
}
