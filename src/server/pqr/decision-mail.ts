import { sql } from 'kysely'
import { dayOf, startOfDay } from '#domain/core/days.ts'
import { endOf, termFrom } from '#domain/pqr/deadlines.ts'
import { isAppealDecision, isDeliveredByMail } from '#domain/pqr/delivered.ts'
import { DELIVERY, deliveryTask } from '#domain/pqr/tasks.ts'
import type { Tx } from '#server/core/tx.ts'
import { CLOCK, clockAfter, writeStep } from './change.ts'
import { nextDue } from './duty.ts'
import { insertTasks } from './entries.ts'
import { answerMail } from './notification.ts'
import type { StoredCase } from './queries.ts'

/** Business days in which the desk delivers an answer whose e-mail did not arrive. */
const DELIVERY_DAYS = 1
const HOW = 'Su correo no le llegó: entrégasela en papel o por teléfono'
const NOT_SENT =
  'El correo con la respuesta no le llegó al usuario. Entrégasela en papel o por teléfono y registra el día; si la dirección es correcta, también puedes reenviar el correo en Mensajes.'

/**
 * When the clock looks at a case that was answered after a positive silence or in an appeal, which has no term to appeal: at its e-mail the
 * next day, and at the last day to send its file to the SIC. Null for none of them.
 */
export const decisionClock = (found: StoredCase, now: Date): Date | null =>
  isDeliveredByMail(found) ? clockAfter(dayOf(now)) : transferClock(found)

const transferClock = ({ status, transfer_by }: StoredCase): Date | null =>
  status === 'confirmada' && transfer_by !== null ? startOfDay(transfer_by) : null

/** The same, of a case whose file goes to the SIC: its e-mail only, while it is not known whether it arrived. */
export async function mailClock(tx: Tx, found: StoredCase, now: Date): Promise<Date | null> {
  if (!isDeliveredByMail(found) || (await answerMail(tx, found, dayOf(now))) === 'sent') return null
  return (await hasDelivery(tx, found)) ? null : clockAfter(dayOf(now))
}

/**
 * Looks at the e-mail of an answer that has no term to appeal (R3.13): one that did not arrive is delivered by the desk, one that waits
 * is looked at the next day. Returns whether it is the last day to send the file to the SIC; an e-mail that still waits then is lost.
 */
export async function followDecision(tx: Tx, found: StoredCase, now: Date): Promise<boolean> {
  const today = dayOf(now)
  const isLastDay = found.status === 'confirmada' && found.transfer_by !== null && found.transfer_by <= today
  const mail = isDeliveredByMail(found) ? await answerMail(tx, found, today) : 'sent'
  const isLost = mail === 'lost' || (mail === 'waits' && isLastDay)
  const clock_at = isLastDay ? null : mail === 'waits' ? clockAfter(today) : transferClock(found)
  if (isLost && !(await hasDelivery(tx, found))) await orderDelivery(tx, found, { clock_at, now })
  else await tx.updateTable('pqr_cases').set({ clock_at }).where('id', '=', found.id).execute()
  return isLastDay
}

async function orderDelivery(
  tx: Tx,
  found: StoredCase,
  { clock_at, now }: { clock_at: Date | null; now: Date },
): Promise<void> {
  const task = deliveryTask(HOW, { isAppeal: isAppealDecision(found) })
  await insertTasks(tx, found.id, [task], endOf(termFrom(dayOf(now), DELIVERY_DAYS)))
  await writeStep(tx, found, {
    author: CLOCK,
    now,
    changes: { clock_at, due_at: await nextDue(tx, found) },
    entry: { kind: 'notified', text: NOT_SENT, is_internal: true },
    event: { name: 'pqr.not_notified' },
  })
}

/** Whether the desk has or had a task to deliver the answer. An answer in the term to appeal has none when it goes by e-mail. */
async function hasDelivery(tx: Tx, { id }: StoredCase): Promise<boolean> {
  const row = await tx
    .selectFrom('pqr_tasks')
    .select('id')
    .where('case_id', '=', id)
    .where(sql<boolean>`starts_with(text, ${DELIVERY})`)
    .executeTakeFirst()
  return row !== undefined
}
