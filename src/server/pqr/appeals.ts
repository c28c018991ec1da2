import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal } from '#domain/core/refusal.ts'
import type { Role } from '#domain/core/roles.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { endOf, termsOn } from '#domain/pqr/deadlines.ts'
import { appeal } from '#domain/pqr/steps.ts'
import { READ_MAIL_TASK } from '#domain/pqr/tasks.ts'
import { APPEAL_LABELS, type AppealKind } from '#domain/pqr/topics.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import type { Decider } from '#server/invoices/disputes.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { type Author, authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { claimSentences } from './documents.ts'
import { endTasks, finishDeliveries } from './entries.ts'
import type { StoredCase } from './queries.ts'
import { readClaim } from './reading.ts'
import { reopenClaim } from './settle-claim.ts'

/** The appeal of the client in its portal, or one that the desk writes down with the day on which it arrived. Throws a Refusal. */
export const submitAppeal: Verb<typeof pqrApi.appeal> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const { kind, text, received_on } = body
    const { role } = ctx.actor
    if (received_on !== undefined && role === 'client')
      throw new Refusal('forbidden', 'Solo el personal dice qué día llegó un recurso')
    const before = await lockCase(ctx, tx, params.id, body.version)
    const message = await appealLocked(tx, before, {
      author: authorOf(ctx),
      ctx,
      now: ctx.now,
      role,
      kind,
      text,
      received_on,
    })
    return changed(ctx, tx, before.id, message)
  })

type Appeal = {
  author: Author
  /** Who opens the dispute again. */
  ctx: Decider
  now: Date
  role: Role
  kind: AppealKind
  text: string
  /** The day on which the desk received it. */
  received_on: Day | undefined
}

/**
 * Files an appeal against the answer of a locked case: its sum is in dispute again, and its term of answer runs (R3.7, R3.8). Returns the
 * message for its person. Throws a Refusal.
 */
export async function appealLocked(
  tx: Tx,
  before: StoredCase,
  { author, ctx, now, role, kind, text, received_on }: Appeal,
): Promise<string> {
  const appealed_on = received_on ?? ctx.today
  const terms = termsOn(await readParameters(tx), appealed_on)
  const { status, answer_by } = appeal(before, { kind, role, received_on }, { terms, today: ctx.today })
  const arrived = appealed_on === ctx.today ? '' : ` Llegó el ${dayLabel(appealed_on)}.`
  // Who appeals has read the answer.
  await finishDeliveries(tx, before.id, { at: now, by: author.name })
  await reopenClaim(ctx, tx, before)
  const claim = await readClaim(tx, before)
  const said = [`${APPEAL_LABELS[kind]}.${arrived}`, ...(claim === null ? [] : claimSentences(claim)), text]
  const entry_id = await writeStep(tx, before, {
    author,
    now,
    changes: {
      status,
      answer_by,
      appeal_kind: kind,
      appealed_on,
      closed_at: null,
      due_at: endOf(answer_by),
      clock_at: clockAfter(answer_by),
    },
    entry: { kind: 'appealed', text: said.join(' ') },
    event: { name: 'pqr.appealed', after: { kind, answer_by } },
  })
  // The mail that it asks to read was the appeal, or is read with it.
  await endTasks(tx, before.id, [READ_MAIL_TASK], { at: now, by: author.name })
  await tx.enqueue('pqr.mail', { company_id: tx.scope.companyId, case_id: before.id, document: 'appeal', entry_id })
  return `Recibimos el recurso: la respuesta llega a más tardar el ${dayLabel(answer_by)}`
}
