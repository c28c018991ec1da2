import type { Input } from '#domain/core/api.ts'
import { notFound } from '#domain/core/refusal.ts'
import type { PublicStepReply, publicPqrApi } from '#domain/pqr/public-api.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import type { Decider } from '#server/invoices/disputes.ts'
import { type Author, lockTimedCase } from './change.ts'
import { ABSENT_COPY, findByReference, readPublic } from './public-case.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { receiptToken } from './receipt-token.ts'
import { withdrawLocked } from './withdraw.ts'

type Named = { cun: string; identification: string }
type Step = { before: StoredCase; author: Author; decider: Decider }

/** The withdrawal of who has the number of the case and its document. The second tap gets the reply of the first. */
export const withdrawPublic: Verb<typeof publicPqrApi.withdraw> = (
  ctx,
  { body }: Input<typeof publicPqrApi.withdraw>,
) =>
  stepWithoutSession(ctx, body, async (tx, { before, author, decider }) => {
    if (before.status !== 'desistida')
      await withdrawLocked(tx, before, {
        author,
        ctx: decider,
        now: ctx.now,
        channel: 'web',
        received_on: ctx.today,
        reason: body.reason,
      })
    return `Recibimos tu desistimiento: la PQR ${labelOf(before)} terminó`
  })

/**
 * A step of the person of a case, which it proves as in the look-up: with the number and the document. `work` returns the message.
 * Throws the same Refusal 'not_found' for an unknown number and for another document.
 */
async function stepWithoutSession(
  ctx: PublicCtx,
  { cun, identification }: Named,
  work: (tx: Tx, step: Step) => Promise<string>,
): Promise<PublicStepReply> {
  const { company_id: companyId, id } = await findByReference(ctx, cun, identification)
  const scope = {
    ...SYSTEM,
    companyId,
    actorName: 'Quien radicó la PQR',
    actorRole: 'nobody' as const,
    ip: ctx.caller.ip,
    requestId: ctx.requestId,
  }
  return inTransaction(ctx.world.pool, 'enlace_app', scope, async (tx) => {
    const before = await lockTimedCase(tx, id, ctx.now)
    if (!before) throw notFound(ABSENT_COPY)
    const name = `${before.petitioner_name} (en la consulta)`
    const message = await work(tx, {
      before,
      author: { id: null, name, side: 'cliente' },
      decider: { actor: { name, isFresh: false }, today: ctx.today },
    })
    const pqr = await readPublic(tx, id, ctx.now)
    if (!pqr) throw notFound(ABSENT_COPY)
    const receipt_token = receiptToken(ctx.world.config.secret, { companyId, caseId: id }, ctx.now)
    return { data: { pqr, receipt_token }, message }
  })
}
