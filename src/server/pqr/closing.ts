import { Refusal } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { assertRateable, closed } from '#domain/pqr/steps.ts'
import { PQR_CHANNEL_LABELS, type SatisfactionChannel } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { authorOf, changed, lockCase, writeStep } from './change.ts'
import { mailClock } from './decision-mail.ts'
import { finishDeliveries } from './entries.ts'
import type { StoredCase } from './queries.ts'

/** Closes a case, with the rating of its user, or the one that the desk asked for (PQR-05). */
export const close: Verb<typeof pqrApi.close> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const rating = ratingOf(ctx, before, body)
    if (before.status === 'cerrada' && rating !== null) return rateLocked(ctx, tx, before, rating)
    const { side } = authorOf(ctx)
    const status = closed(before, side === 'cliente' ? 'cliente' : 'empresa', ctx.now)
    if (side !== 'cliente') await assertMailArrived(ctx, tx, before)
    await finishDeliveries(tx, before.id, { at: ctx.now, by: ctx.actor.name })
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status,
        closed_at: ctx.now,
        due_at: null,
        clock_at: null,
        ...rating?.changes,
      },
      entry: { kind: 'closed', text: `El caso se cerró.${rating === null ? '' : ` ${rating.text}`}` },
      event: { name: 'pqr.closed' },
    })
    return changed(ctx, tx, before.id, 'La PQR quedó cerrada')
  })

/**
 * Throws a Refusal while it is not known whether the e-mail of an answer without a term to appeal arrives: the clock, which leaves the task
 * to deliver one that is lost, does not look at a closed case (R3.13).
 */
async function assertMailArrived({ now }: Ctx, tx: Tx, before: StoredCase): Promise<void> {
  if (before.status !== 'respondida' && (await mailClock(tx, before, now)) !== null)
    throw new Refusal('conflict', 'El correo con la respuesta no le ha llegado al usuario: ciérrala cuando salga')
}

/** The rating of the user, which ends nothing: the case keeps its state and its term to appeal. */
export const rate: Verb<typeof pqrApi.rate> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    return rateLocked(ctx, tx, before, readRating(ctx, before, { satisfaction: body.satisfaction }))
  })

type Given = { satisfaction: number; satisfaction_channel?: SatisfactionChannel | undefined }

const ratingOf = (ctx: Ctx, before: StoredCase, body: Partial<Given>) =>
  body.satisfaction === undefined ? null : readRating(ctx, before, { ...body, satisfaction: body.satisfaction })

type Rating = ReturnType<typeof readRating>

/** The columns of a rating and its words: who gave it, or who of the desk asked for it and by which channel. Throws a Refusal. */
function readRating(ctx: Ctx, before: StoredCase, { satisfaction, satisfaction_channel: by }: Given) {
  assertRateable(before, ctx.actor.role, by)
  const asked = by === undefined ? '' : `, preguntada por ${ctx.actor.name} (${PQR_CHANNEL_LABELS[by].toLowerCase()})`
  return {
    text: `Calificación: ${satisfaction} de 5${asked}`,
    satisfaction,
    changes: {
      satisfaction,
      satisfaction_on: ctx.today,
      satisfaction_by: by === undefined ? null : ctx.actor.name,
      satisfaction_channel: by ?? null,
    },
  }
}

async function rateLocked(ctx: Ctx, tx: Tx, before: StoredCase, { text, satisfaction, changes }: Rating) {
  await writeStep(tx, before, {
    author: authorOf(ctx),
    now: ctx.now,
    changes,
    entry: { kind: 'rated', text },
    event: { name: 'pqr.rated', after: { satisfaction } },
  })
  return changed(ctx, tx, before.id, 'Guardamos la calificación')
}
