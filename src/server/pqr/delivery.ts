import { type Day, dayLabel } from '#domain/core/days.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { assertDelivered, isAppealDecision } from '#domain/pqr/delivered.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { nextDue } from './duty.ts'
import { finishDeliveries } from './entries.ts'
import { isAnswerLost, laterOf } from './notification.ts'
import type { StoredCase } from './queries.ts'

/**
 * The day on which the desk delivered an answer. The term to appeal counts from it, and never ends before the day that was stated; the decision
 * of an appeal and the answer to a positive silence begin none.
 */
export const deliver: Verb<typeof pqrApi.deliver> = (ctx, { params, body: { delivered_on, version } }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, version)
    assertDelivered(before, delivered_on, { today: ctx.today, isMailLost: await isAnswerLost(tx, before, ctx.today) })
    await finishDeliveries(tx, before.id, { at: ctx.now, by: ctx.actor.name })
    const appeal_until = before.status !== 'respondida' ? null : await appealUntilOf(tx, before, delivered_on)
    const what = isAppealDecision(before) ? 'La decisión del recurso' : 'La respuesta'
    const term = appeal_until === null ? '' : `: el plazo para el recurso va hasta el ${dayLabel(appeal_until)}`
    const message = `${what} se entregó el ${dayLabel(delivered_on)}${term}`
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        due_at: await nextDue(tx, before),
        ...(appeal_until === null ? {} : { appeal_until, clock_at: clockAfter(appeal_until) }),
      },
      entry: { kind: 'delivered', text: `${message}.` },
      event: { name: 'pqr.delivered', after: { delivered_on, ...(appeal_until === null ? {} : { appeal_until }) } },
    })
    return changed(ctx, tx, before.id, message)
  })

async function appealUntilOf(tx: Tx, before: StoredCase, deliveredOn: Day): Promise<Day> {
  const { appeal } = termsOn(await readParameters(tx), deliveredOn)
  return laterOf(termFrom(deliveredOn, appeal), before.appeal_until)
}
