import { type Day, dayLabel } from '#domain/core/days.ts'
import { HOUR_MS } from '#domain/core/durations.ts'
import { ZERO } from '#domain/core/money.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { endOf, type PqrTerms, termFrom, termsOn } from '#domain/pqr/deadlines.ts'
import { assertTaskDone } from '#domain/pqr/finish-task.ts'
import { answered, goesToSic, moved, transferred } from '#domain/pqr/steps.ts'
import { deliveryTask, NOTIFY_SILENCE, sicTask, tasksOfAnswer, VISIT_TASK } from '#domain/pqr/tasks.ts'
import { PQR_DECISION_LABELS, SIC_OUTCOME_LABELS } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { decisionClock, mailClock } from './decision-mail.ts'
import { nextDue } from './duty.ts'
import { endTasks, hasOpenTask, insertTasks } from './entries.ts'
import { notifyUser } from './notice.ts'
import { labelOf, type StoredCase } from './queries.ts'
import { readClaim } from './reading.ts'
import { assertDecidesClaims, settleClaim, settleSicDecision } from './settle-claim.ts'

/** Business days in which the desk delivers an answer. */
const DELIVERY_DAYS = 1

/** Answers a case or its appeal. The decision on a claimed invoice is the decision of its dispute, in the same transaction. */
export const answer: Verb<typeof pqrApi.answer> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const { decision } = body
    const status = answered(before, decision)
    const mustGo = goesToSic(before, decision)
    const settled = await settleClaim(ctx, tx, before, { decision, amount: body.amount, mustGo })
    const terms = termsOn(await readParameters(tx), ctx.today)
    const isAppeal = before.appealed_on !== null
    const decided = isAppeal
      ? { appeal_decision: decision, appeal_answered_on: ctx.today }
      : { decision, answered_on: ctx.today, answered_typology: before.typology }
    const transfer_by = mustGo ? termFrom(ctx.today, terms.transfer) : null
    const appeal_until = status === 'respondida' ? termFrom(ctx.today, terms.appeal) : null
    const isNotified = deliveryOf(before).length === 0
    if (status === 'sap') await finishTasks(ctx, tx, before, { isNotified, isReturned: settled.said !== null })
    await endTasks(tx, before.id, [VISIT_TASK], { at: ctx.now, by: ctx.actor.name, is_stopped: true })
    await insertDelivery(tx, before, { isAppeal, today: ctx.today })
    const after = { ...before, ...decided, status, transfer_by: transfer_by ?? before.transfer_by }
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status,
        ...decided,
        ...(transfer_by === null ? {} : { transfer_by }),
        ...(appeal_until === null ? {} : { appeal_until }),
        due_at: await nextDue(tx, after),
        clock_at: appeal_until === null ? decisionClock(after, ctx.now) : clockAfter(appeal_until),
      },
      entry: {
        kind: isAppeal ? 'appeal_answered' : 'answered',
        text: settled.given === null ? body.text : `${body.text}\n\n${settled.given}`,
        decision,
        stated_reference: labelOf(before),
        stated_until: appeal_until,
      },
      event: { name: 'pqr.answered', after: { decision, ...(appeal_until === null ? {} : { appeal_until }) } },
    })
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
      `Respondimos la PQR ${labelOf(before)}: ${[PQR_DECISION_LABELS[decision].toLowerCase(), ...said].join('. ')}`,
    )
  })

/** Marks as done the tasks of a positive silence that its answer does. */
const finishTasks = (ctx: Ctx, tx: Tx, before: StoredCase, by: Parameters<typeof tasksOfAnswer>[0]): Promise<void> =>
  endTasks(tx, before.id, tasksOfAnswer(by), { at: ctx.now, by: ctx.actor.name })

/** Until when what a decision orders is done, as after a positive silence. */
const tasksBy = ({ now }: Ctx, { silenceHours }: PqrTerms): Date => new Date(now.getTime() + silenceHours * HOUR_MS)

/** The task to deliver an answer, by the next business day. The open task to notify the user of a positive silence delivers its answer too. */
async function insertDelivery(
  tx: Tx,
  before: StoredCase,
  { isAppeal, today }: { isAppeal: boolean; today: Day },
): Promise<void> {
  if (before.status === 'sap' && (await hasOpenTask(tx, before.id, NOTIFY_SILENCE))) return
  const tasks = deliveryOf(before).map((how) => deliveryTask(how, { isAppeal }))
  await insertTasks(tx, before.id, tasks, endOf(termFrom(today, DELIVERY_DAYS)))
}

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

/** Writes down that the file was sent to the SIC. Throws a Refusal for an appeal that did not ask for it. */
export const escalate: Verb<typeof pqrApi.escalate> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const status = transferred(before)
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status,
        transferred_on: ctx.today,
        due_at: await nextDue(tx, { ...before, status }),
        clock_at: await mailClock(tx, before, ctx.now),
      },
      entry: {
        kind: 'transferred',
        text: body.note ?? 'El expediente se trasladó a la SIC para que decida la apelación.',
      },
      event: { name: 'pqr.transferred' },
    })
    const said = await notifyUser(tx, before, { entryId, now: ctx.now, what: 'dile que su caso se envió a la SIC' })
    return changed(ctx, tx, before.id, `Registramos el traslado a la SIC. ${said}`)
  })

/** Writes down what the SIC decided, with a task for what a person has to return (R3.9). Throws a Refusal for a wrong day. */
export const sicDecision: Verb<typeof pqrApi.sicDecision> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    if (before.invoice_id !== null) assertDecidesClaims(ctx)
    const decidedOn = body.decided_on ?? ctx.today
    const { transferred_on } = before
    if (transferred_on !== null && decidedOn < transferred_on)
      throw refuseField(
        'refused',
        'decided_on',
        `El expediente se envió a la SIC el ${dayLabel(transferred_on)}: no decidió antes`,
      )
    if (decidedOn > ctx.today)
      throw refuseField('refused', 'decided_on', 'La decisión no puede ser de un día que no ha llegado')
    const terms = termsOn(await readParameters(tx), ctx.today)
    const isForUser = body.outcome === 'modifica' || body.outcome === 'revoca'
    const status = moved(before.status, 'decide')
    if (isForUser) {
      const isClaim = before.invoice_id !== null
      const task = sicTask({ isClaim, owes: isClaim && (await owesAny(tx, before)) })
      await insertTasks(tx, before.id, [task], tasksBy(ctx, terms))
    }
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        status,
        sic_outcome: body.outcome,
        sic_decided_on: decidedOn,
        due_at: await nextDue(tx, { ...before, status }),
      },
      entry: { kind: 'sic_decided', text: `${SIC_OUTCOME_LABELS[body.outcome]}. ${body.text}` },
      event: { name: 'pqr.sic_decided', after: { outcome: body.outcome } },
    })
    await settleSicDecision(ctx, tx, before, isForUser)
    const said = await notifyUser(tx, before, { entryId, now: ctx.now, what: 'dile qué decidió la SIC' })
    return changed(ctx, tx, before.id, `Guardamos la decisión de la SIC. ${said}`)
  })

/** Whether the client of the claimed invoice owes something, of it or of another one. */
async function owesAny(tx: Tx, { invoice_id }: StoredCase): Promise<boolean> {
  const owed = await tx
    .selectFrom('invoices as i')
    .innerJoin('invoices as o', (join) =>
      join.onRef('o.company_id', '=', 'i.company_id').onRef('o.client_id', '=', 'i.client_id'),
    )
    .select('o.id')
    .where('i.id', '=', invoice_id)
    .where('o.balance', '>', ZERO)
    .executeTakeFirst()
  return owed !== undefined
}

/** Marks one task of a case as done. Throws a Refusal for one that is absent, done, or not to be done yet. */
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
    assertTaskDone(task.text, before, { note: body.note, left: (await readClaim(tx, before))?.left ?? null })
    const left = before.open_tasks - 1
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {
        due_at: await nextDue(tx, before),
        // The term to appeal may have ended while the task was open: the clock looks at the case again.
        ...(left === 0 && before.status === 'respondida' && before.appeal_until !== null
          ? { clock_at: clockAfter(before.appeal_until) }
          : {}),
      },
      entry: {
        kind: 'task_done',
        text: body.note === undefined ? task.text : `${task.text}: ${body.note}`,
        is_internal: true,
      },
      event: { name: 'pqr.task_done', after: { task: task.text } },
    })
    return changed(ctx, tx, before.id, left === 0 ? 'Tarea hecha: no queda ninguna' : `Tarea hecha: quedan ${left}`)
  })
