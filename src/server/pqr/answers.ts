import { sql } from 'kysely'
import { dayLabel } from '#domain/core/days.ts'
import { type Money, minus, pesosLabel, ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { endOf, termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { isAwaitingAnswer } from '#domain/pqr/lifecycle.ts'
import {
  answered,
  appeal,
  assertRateable,
  closed,
  isRateable,
  moved,
  mustTransfer,
  REFUND_TASK,
  transferred,
} from '#domain/pqr/steps.ts'
import { APPEAL_LABELS, PQR_DECISION_LABELS, type PqrDecision, SIC_OUTCOME_LABELS } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { lockExistingInvoice } from '#server/invoices/credit-notes.ts'
import { decideDispute, openDispute } from '#server/invoices/disputes.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { insertTasks } from './entries.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { findOpenClaim } from './reading.ts'

/** Answers a case or its appeal. The decision on a claimed invoice is the decision of its dispute, in the same transaction. */
export const answer: Verb<typeof pqrApi.answer> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const { decision } = body
    const status = answered(before, decision)
    const mustGo = status === 'confirmada' && mustTransfer(before)
    const settled = await settleClaim(ctx, tx, before, { decision, amount: body.amount, mustGo })
    const terms = termsOn(await readParameters(tx), ctx.today)
    const isAppeal = before.appealed_on !== null
    const after = { ...before, status, decision }
    const tasksBy = settled.task === null ? null : new Date(ctx.now.getTime() + terms.silenceHours * HOUR_MS)
    const transfer_by = mustGo ? termFrom(ctx.today, terms.transfer) : null
    const appeal_until = status === 'respondida' ? termFrom(ctx.today, terms.appeal) : null
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status,
        ...(isAppeal
          ? { appeal_decision: decision, appeal_answered_on: ctx.today }
          : { decision, answered_on: ctx.today }),
        ...(transfer_by === null ? {} : { transfer_by }),
        ...(appeal_until === null ? {} : { appeal_until }),
        // After positive silence its tasks remain.
        ...(status === 'sap' ? {} : { due_at: transfer_by === null ? tasksBy : endOf(transfer_by) }),
        clock_at:
          appeal_until === null ? (transfer_by === null ? null : startOf(transfer_by)) : clockAfter(appeal_until),
      },
      entry: { kind: isAppeal ? 'appeal_answered' : 'answered', text: body.text, decision },
      event: { name: 'pqr.answered', after: { decision, ...(appeal_until === null ? {} : { appeal_until }) } },
    })
    if (settled.task !== null && tasksBy !== null) await insertTasks(tx, before.id, [settled.task], tasksBy)
    await tx.enqueue('pqr.mail', {
      company_id: ctx.companyId,
      case_id: before.id,
      document: 'answer',
      entry_id: entryId,
    })
    const said = [...(settled.said === null ? [] : [settled.said]), ...deliveryOf(before)]
    return changed(
      ctx,
      tx,
      before.id,
      `Respondimos la PQR ${labelOf(after)}: ${[PQR_DECISION_LABELS[decision].toLowerCase(), ...said].join('. ')}`,
    )
  })

/** What the desk does so that the answer reaches the user by the chosen channel, where an e-mail or the portal do not (R3.13). */
function deliveryOf({ response_channel: by, response_address, ...person }: StoredCase): string[] {
  if (by === 'direccion')
    return [`Envía la carta impresa a ${response_address ?? person.petitioner_address ?? 'su dirección'}`]
  if (by === 'telefono')
    return [
      `Llama ${person.petitioner_phone === null ? 'a quien radicó' : `al ${person.petitioner_phone}`} y dile la respuesta`,
    ]
  return by === 'correo' && person.petitioner_email === null ? ['No tiene correo: entrégale la carta impresa'] : []
}

const HOUR_MS = 3_600_000
/** The first instant of a day: the desk is notified in the morning of the last one. */
const startOf = (last: StoredCase['answer_by']): Date => new Date(`${last}T00:00:00-05:00`)

/** `said`: what was done with the dispute. `task`: what a person has to give back, because it was already paid. */
type Settled = { said: string | null; task: string | null }
const NOTHING: Settled = { said: null, task: null }

type Answered = { decision: PqrDecision; amount: Money | undefined; mustGo: boolean }

/**
 * What a decision does with the claimed invoice: a credit note for what is in dispute, and a task for what the client had paid. What an
 * earlier answer gave back is not given back again. Throws a Refusal for the technical staff, which does not move money.
 */
async function settleClaim(ctx: Ctx, tx: Tx, before: StoredCase, body: Answered): Promise<Settled> {
  const { decision, amount, mustGo } = body
  if (before.invoice_id === null || before.claimed_amount === null) {
    if (amount !== undefined) throw refuseField('refused', 'amount', 'Esta PQR no reclama una factura')
    return NOTHING
  }
  if (ctx.actor.role !== 'financial')
    throw new Refusal('forbidden', 'Un reclamo de factura lo decide el personal financiero: asígnaselo')
  // The SIC decides the appeal: what is not given back stays in dispute until then.
  if (mustGo && decision === 'contra') return NOTHING
  const left = await leftOfClaim(tx, before)
  if (!(await findOpenClaim(tx, before))) {
    const isOwed = decision !== 'contra' && left > 0
    return { said: null, task: isOwed ? REFUND_TASK : null }
  }
  const { disputed_amount } = await lockExistingInvoice(tx, before.invoice_id)
  const granted = decision === 'favor' ? left : decision === 'parcial' ? amount : ZERO
  const isWholeDispute = decision === 'parcial' && granted !== undefined && granted >= disputed_amount && granted < left
  const outcome = decision === 'favor' || isWholeDispute ? 'a_favor' : decision === 'parcial' ? 'parcial' : 'en_contra'
  const said = await decideDispute(ctx, tx, before.invoice_id, {
    outcome,
    resolution: `Respuesta a la PQR ${labelOf(before)}`,
    ...(outcome === 'parcial' && amount !== undefined ? { amount } : {}),
  })
  if (mustGo) await reopenClaim(ctx, tx, before)
  const paid = minus(granted ?? ZERO, disputed_amount)
  return { said, task: paid > 0 ? `Devuelve ${pesosLabel(paid)} de lo reclamado, que ya se había pagado` : null }
}

/** What is claimed and was not given back by a credit note of this case. */
async function leftOfClaim(tx: Tx, before: StoredCase): Promise<Money> {
  const { rows } = await sql<{ returned: Money }>`
    select coalesce(sum(n.total), 0)::bigint as returned from disputes d
    join credit_notes n on n.company_id = d.company_id and n.id = d.credit_note_id
    where d.company_id = (select current_company()) and d.invoice_id = ${before.invoice_id}
      and d.reference in (${labelOf(before)}, ${before.reference})`.execute(tx)
  return minus(before.claimed_amount ?? ZERO, rows[0]?.returned ?? ZERO)
}

/**
 * Opens the dispute of a decided claim again, for what was not given back: while an appeal is open the sum is not payable, and no
 * service is cut for it (R2.3, R2.15). Nothing when it is paid, or in dispute already.
 */
async function reopenClaim(ctx: Ctx, tx: Tx, before: StoredCase): Promise<void> {
  if (before.invoice_id === null) return
  const left = await leftOfClaim(tx, before)
  const { balance, disputed_amount } = await lockExistingInvoice(tx, before.invoice_id)
  if (left <= 0 || balance === 0 || disputed_amount > 0) return
  const amount = left < balance ? left : balance
  await openDispute(ctx, tx, before.invoice_id, { amount, reason: before.subject, reference: labelOf(before) })
}

/** What the SIC did not change is owed again. What it changed stays in dispute until a person corrects the invoice: it is a task. */
async function settleSicDecision(ctx: Ctx, tx: Tx, before: StoredCase, isForUser: boolean): Promise<void> {
  if (isForUser || before.invoice_id === null || !(await findOpenClaim(tx, before))) return
  const resolution = `Decisión de la SIC sobre la PQR ${labelOf(before)}`
  await decideDispute(ctx, tx, before.invoice_id, { outcome: 'en_contra', resolution })
}

export const fileAppeal: Verb<typeof pqrApi.appeal> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    if (body.received_on !== undefined && ctx.actor.role === 'client')
      throw new Refusal('forbidden', 'Solo el personal dice qué día llegó un recurso')
    const before = await lockCase(ctx, tx, params.id, body.version)
    const { kind, received_on } = body
    const appealed_on = received_on ?? ctx.today
    const terms = termsOn(await readParameters(tx), appealed_on)
    const { role } = ctx.actor
    const { status, answer_by } = appeal(before, { kind, role, received_on }, { terms, today: ctx.today })
    const arrived = appealed_on === ctx.today ? '' : ` Llegó el ${dayLabel(appealed_on)}.`
    await reopenClaim(ctx, tx, before)
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status,
        answer_by,
        appeal_kind: kind,
        appealed_on,
        closed_at: null,
        due_at: endOf(answer_by),
        clock_at: clockAfter(answer_by),
      },
      entry: { kind: 'appealed', text: `${APPEAL_LABELS[kind]}.${arrived} ${body.text}` },
      event: { name: 'pqr.appealed', after: { kind, answer_by } },
    })
    return changed(
      ctx,
      tx,
      before.id,
      `Recibimos el recurso: la respuesta llega a más tardar el ${dayLabel(answer_by)}`,
    )
  })

export const escalate: Verb<typeof pqrApi.escalate> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { status: transferred(before), transferred_on: ctx.today, due_at: null, clock_at: null },
      entry: {
        kind: 'transferred',
        text: body.note ?? 'El expediente se trasladó a la SIC para que decida la apelación.',
      },
      event: { name: 'pqr.transferred' },
    })
    return changed(ctx, tx, before.id, 'Registramos el traslado a la SIC')
  })

export const sicDecision: Verb<typeof pqrApi.sicDecision> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const decidedOn = body.decided_on ?? ctx.today
    if (decidedOn > ctx.today)
      throw refuseField('refused', 'decided_on', 'La decisión no puede ser de un día que no ha llegado')
    const terms = termsOn(await readParameters(tx), ctx.today)
    const isForUser = body.outcome === 'modifica' || body.outcome === 'revoca'
    const tasksBy = new Date(ctx.now.getTime() + terms.silenceHours * HOUR_MS)
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status: moved(before.status, 'decide'),
        sic_outcome: body.outcome,
        sic_decided_on: decidedOn,
        due_at: isForUser ? tasksBy : null,
      },
      entry: { kind: 'sic_decided', text: `${SIC_OUTCOME_LABELS[body.outcome]}. ${body.text}` },
      event: { name: 'pqr.sic_decided', after: { outcome: body.outcome } },
    })
    if (isForUser) await insertTasks(tx, before.id, [REFUND_TASK], tasksBy)
    await settleSicDecision(ctx, tx, before, isForUser)
    return changed(ctx, tx, before.id, 'Guardamos la decisión de la SIC')
  })

export const finishTask: Verb<typeof pqrApi.task> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const task = await tx
      .updateTable('pqr_tasks')
      .set({ done_at: ctx.now, done_by: ctx.actor.name })
      .where('case_id', '=', before.id)
      .where('id', '=', params.task_id)
      .where('done_at', 'is', null)
      .returning('text')
      .executeTakeFirst()
    if (!task) throw new Refusal('not_found', 'Esa tarea no existe o ya está hecha')
    const left = before.open_tasks - 1
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: left === 0 && !owesMore(before) ? { due_at: null } : {},
      entry: {
        kind: 'task_done',
        text: body.note === undefined ? task.text : `${task.text}: ${body.note}`,
        is_internal: true,
      },
      event: { name: 'pqr.task_done', after: { task: task.text } },
    })
    return changed(ctx, tx, before.id, left === 0 ? 'Tarea hecha: no queda ninguna' : `Tarea hecha: quedan ${left}`)
  })

/** Whether the deadline of a case is that of an answer or of the SIC, not of its tasks. */
const owesMore = (stored: StoredCase): boolean =>
  isAwaitingAnswer(stored.status) || (stored.status === 'confirmada' && mustTransfer(stored))

export const close: Verb<typeof pqrApi.close> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const author = authorOf(ctx)
    if (before.status === 'cerrada' && body.satisfaction !== undefined) {
      return rateLocked(ctx, tx, before, body.satisfaction)
    }
    await writeStep(tx, before, {
      author,
      now: ctx.now,
      changes: {
        status: closed(before, author.side === 'cliente' ? 'cliente' : 'empresa', ctx.now),
        closed_at: ctx.now,
        due_at: null,
        clock_at: null,
        ...(body.satisfaction === undefined || !isRateable(before)
          ? {}
          : { satisfaction: body.satisfaction, satisfaction_on: ctx.today }),
      },
      entry: {
        kind: 'closed',
        text:
          body.satisfaction === undefined
            ? 'El caso se cerró.'
            : `El caso se cerró. Calificación: ${body.satisfaction} de 5`,
      },
      event: { name: 'pqr.closed' },
    })
    return changed(ctx, tx, before.id, 'La PQR quedó cerrada')
  })

/** The rating of the user, which ends nothing: the case keeps its state and its term to appeal. */
export const rate: Verb<typeof pqrApi.rate> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => rateLocked(ctx, tx, await lockCase(ctx, tx, params.id, body.version), body.satisfaction))

async function rateLocked(ctx: Ctx, tx: Tx, before: StoredCase, satisfaction: number) {
  assertRateable(before)
  await writeStep(tx, before, {
    author: authorOf(ctx),
    now: ctx.now,
    changes: { satisfaction, satisfaction_on: ctx.today },
    entry: { kind: 'rated', text: `Calificación: ${satisfaction} de 5` },
    event: { name: 'pqr.rated', after: { satisfaction } },
  })
  return changed(ctx, tx, before.id, 'Guardamos la calificación')
}
