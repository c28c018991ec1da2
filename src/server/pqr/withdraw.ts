import { type Day, dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { PQR_CHANNEL_LABELS, type PqrChannel } from '#domain/pqr/topics.ts'
import { stopsWithCase, withdrawn } from '#domain/pqr/withdraw.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import { type Decider, decideDispute } from '#server/invoices/disputes.ts'
import { type Author, authorOf, changed, lockCase, writeStep } from './change.ts'
import { nextDue } from './duty.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { findOpenClaim } from './reading.ts'
import { assertDecidesClaims, endPaidClaim } from './settle-claim.ts'

/** The withdrawal of the client in its portal, or the one that the desk writes down with its day and its channel. */
export const withdraw: Verb<typeof pqrApi.withdraw> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const isDesk = ctx.actor.role !== 'client'
    const before = await lockCase(ctx, tx, params.id, body.version)
    if (!isDesk && (body.channel !== undefined || body.received_on !== undefined))
      throw new Refusal('forbidden', 'Solo el personal dice por dónde y qué día llegó un desistimiento')
    if (isDesk && body.channel === undefined) throw refuseField('invalid', 'channel', 'Elige por dónde llegó')
    if (isDesk && body.reason === undefined)
      throw refuseField('invalid', 'reason', 'Escribe qué dijo quien desiste, y dónde consta')
    // What was in dispute is owed again: it is money.
    if (isDesk && before.invoice_id !== null) assertDecidesClaims(ctx)
    await withdrawLocked(tx, before, {
      author: authorOf(ctx),
      ctx,
      now: ctx.now,
      channel: body.channel ?? 'portal',
      received_on: body.received_on ?? ctx.today,
      reason: body.reason,
    })
    const said = isDesk && before.petitioner_email === null ? '. No tiene correo: entrégale la constancia' : ''
    return changed(ctx, tx, before.id, `La PQR ${labelOf(before)} terminó por desistimiento${said}`)
  })

type Withdrawal = {
  author: Author
  /** Who decides the open dispute of the case. */
  ctx: Decider
  now: Date
  channel: PqrChannel
  received_on: Day
  reason: string | undefined
}

/**
 * Ends a locked case that its person withdraws: its terms and its tasks stop, and what of its invoice was in dispute is owed again from
 * today, with the same time to pay as after a decision against the client (R2.15). Throws a Refusal.
 */
async function withdrawLocked(
  tx: Tx,
  before: StoredCase,
  { author, ctx, now, channel, received_on, reason }: Withdrawal,
): Promise<void> {
  const status = withdrawn(before, received_on, ctx.today)
  const due = (await endClaim(ctx, tx, before)) ?? ''
  await stopTasks(tx, before, author, now)
  const arrived =
    author.side === 'empresa'
      ? ` Llegó el ${dayLabel(received_on)} (${PQR_CHANNEL_LABELS[channel].toLowerCase()}).`
      : ''
  const what = before.appealed_on === null ? 'Desistimiento de la PQR' : 'Desistimiento del recurso'
  const entry_id = await writeStep(tx, before, {
    author,
    now,
    changes: {
      status,
      withdrawn_on: received_on,
      withdrawn_channel: channel,
      closed_at: now,
      clock_at: null,
      due_at: await nextDue(tx, { ...before, status }),
    },
    entry: {
      kind: 'withdrawn',
      text: [`${what}.${arrived}${due}`, ...(reason === undefined ? [] : [reason])].join('\n'),
    },
    event: { name: 'pqr.withdrawn', after: { channel, withdrawn_on: received_on } },
  })
  await tx.enqueue('pqr.mail', { company_id: tx.scope.companyId, case_id: before.id, document: 'withdrawn', entry_id })
}

/** What of the claim is in dispute is owed again. Returns the sentence about it; null when the case has no open dispute. */
async function endClaim(ctx: Decider, tx: Tx, before: StoredCase): Promise<string | null> {
  if (before.invoice_id === null) return null
  // Locked before its dispute is read: a payment that is reversed at the same time opens it.
  await lockExistingInvoice(tx, before.invoice_id)
  const resolution = `Desistimiento de la PQR ${labelOf(before)}`
  const open = await findOpenClaim(tx, before)
  if (!open) {
    await endPaidClaim(tx, before, 'contra', resolution)
    return null
  }
  const said = await decideDispute(ctx, tx, before.invoice_id, {
    outcome: 'en_contra',
    resolution,
    dispute_id: open.id,
  })
  return ` ${said}.`
}

/** Ends the open tasks that only the answer needed. */
async function stopTasks(tx: Tx, { id }: StoredCase, { name }: Author, now: Date): Promise<void> {
  const open = await tx
    .selectFrom('pqr_tasks')
    .select(['id', 'text'])
    .where('case_id', '=', id)
    .where('done_at', 'is', null)
    .execute()
  const stopped = open.filter(({ text }) => stopsWithCase(text)).map((task) => task.id)
  if (stopped.length === 0) return
  await tx
    .updateTable('pqr_tasks')
    .set({ done_at: now, done_by: name, is_stopped: true })
    .where('id', 'in', stopped)
    .execute()
}
