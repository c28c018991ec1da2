import { dayLabel } from '#domain/core/days.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { EntryKind } from '#domain/pqr/case.ts'
import type { PublicStepReply, publicPqrApi } from '#domain/pqr/public-api.ts'
import { assertOpen } from '#domain/pqr/steps.ts'
import { type PublicCtx, SYSTEM } from '#server/core/context.ts'
import { inTransaction, type Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import type { Decider } from '#server/invoices/disputes.ts'
import { appealLocked } from './appeals.ts'
import { type Author, lockTimedCase, writeStep } from './change.ts'
import { listEntries, listFiles } from './entries.ts'
import { ABSENT_COPY, findByReference, readPublic } from './public-case.ts'
import type { StoredCase } from './queries.ts'
import { insertFiles, noteRefused } from './refused-files.ts'
import { assertFewMessages } from './steps.ts'
import { readUploads } from './uploads.ts'

type Named = { cun: string; identification: string; company: string }
type Step = { before: StoredCase; author: Author; decider: Decider }

/** An appeal of who has the number of the case and its document, within its term. A second tap gets the reply of the first. */
export const appealPublic: Verb<typeof publicPqrApi.appeal> = (ctx, { body }) =>
  stepWithoutSession(ctx, body, async (tx, { before, author, decider }) => {
    const { kind, text } = body
    const isRepeated = before.status === 'en_reposicion' && (await hasWritten(tx, before, 'appealed', { text, ctx }))
    if (isRepeated) return `Recibimos el recurso: la respuesta llega a más tardar el ${dayLabel(before.answer_by)}`
    const said = { author, ctx: decider, now: ctx.now, kind, text, received_on: undefined }
    return appealLocked(tx, before, { ...said, role: 'client' })
  })

/** A message, with its files, of the person of a case that is of no client. A second tap writes nothing again. */
export const messagePublic: Verb<typeof publicPqrApi.message> = (ctx, { body }) =>
  stepWithoutSession(ctx, body, async (tx, { before, author }) => {
    const { text } = body
    if (before.client_id !== null)
      throw new Refusal('forbidden', 'Esta PQR es de un cliente: entra con tu usuario para escribir en ella')
    assertOpen(before)
    const isRepeated = await hasWritten(tx, before, 'message', { text, ctx })
    if (!isRepeated) {
      await assertFewMessages(tx, before.id, ctx.now)
      await writeStep(tx, before, {
        author,
        now: ctx.now,
        changes: {},
        entry: { kind: 'message', text },
        event: { name: 'pqr.messaged', after: { is_internal: false } },
      })
    }
    const present = new Set((await listFiles(tx, before.id, false)).map(({ stored }) => stored))
    const files = readUploads(ctx, tx.scope.companyId, { files: body.files, field: 'files' }).filter(
      ({ stored }) => !present.has(stored.name),
    )
    const refused = await insertFiles(tx, before, files, { author, now: ctx.now })
    if (!isRepeated) await noteRefused(tx, before, refused, ctx.now)
    return ['Recibimos tu mensaje', ...refused].join('. ')
  })

/** The same words of the same side in this time are the second tap of the first ones. */
const SAME_MS = 10 * 60_000

async function hasWritten(
  tx: Tx,
  { id }: StoredCase,
  kind: EntryKind,
  { text, ctx }: { text: string; ctx: PublicCtx },
): Promise<boolean> {
  const since = new Date(ctx.now.getTime() - SAME_MS).toISOString()
  const entries = await listEntries(tx, id, false)
  // What the company wrote in between makes the same words another message.
  const last = entries.findLastIndex(({ side }) => side === 'empresa')
  return entries
    .slice(last + 1)
    .some(
      (one) =>
        one.kind === kind &&
        one.side === 'cliente' &&
        one.at > since &&
        (kind === 'message' ? one.text === text : one.text.endsWith(text)),
    )
}

/**
 * A step of the person of a case, which it proves as in the look-up: with the number and the document. `work` returns the message.
 * Throws the same Refusal 'not_found' for an unknown number and for another document.
 */
async function stepWithoutSession(
  ctx: PublicCtx,
  { cun, identification, company }: Named,
  work: (tx: Tx, step: Step) => Promise<string>,
): Promise<PublicStepReply> {
  const { company_id: companyId, id } = await findByReference(ctx, cun, identification, company)
  const scope = {
    ...SYSTEM,
    companyId,
    actorName: 'Quien radicó la PQR',
    actorRole: 'nobody' as const,
    ip: ctx.caller.ip,
    requestId: ctx.requestId,
  }
  return inTransaction(ctx.world.pool, 'enlace_app', scope, async (tx) => {
    const before = await lockTimedCase(ctx, tx, id)
    if (!before) throw notFound(ABSENT_COPY)
    const name = `${before.petitioner_name} (en la consulta)`
    const message = await work(tx, {
      before,
      author: { id: null, name, side: 'cliente' },
      decider: { actor: { name, isFresh: false }, today: ctx.today },
    })
    const pqr = await readPublic(tx, id, ctx.now)
    if (!pqr) throw notFound(ABSENT_COPY)
    return { data: { pqr }, message }
  })
}
