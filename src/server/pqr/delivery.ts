import { dayLabel } from '#domain/core/days.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { assertDelivered } from '#domain/pqr/steps.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { isAnswerLost, laterOf } from './notification.ts'

/** The day on which the desk delivered an answer. The term to appeal counts from it, and never ends before the day that was stated. */
export const deliver: Verb<typeof pqrApi.deliver> = (ctx, { params, body: { delivered_on, version } }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, version)
    assertDelivered(before, delivered_on, { today: ctx.today, isMailLost: await isAnswerLost(tx, before, ctx.today) })
    const { appeal } = termsOn(await readParameters(tx), delivered_on)
    const appeal_until = laterOf(termFrom(delivered_on, appeal), before.appeal_until)
    const message = `La respuesta se entregó el ${dayLabel(delivered_on)}: el plazo para el recurso va hasta el ${dayLabel(appeal_until)}`
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { appeal_until, clock_at: clockAfter(appeal_until) },
      entry: { kind: 'delivered', text: `${message}.` },
      event: { name: 'pqr.delivered', after: { delivered_on, appeal_until } },
    })
    return changed(ctx, tx, before.id, message)
  })
