import { sql } from 'kysely'
import { addDays, dayLabel, dayOf, instantLabel, startOfDay } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { endOf, termsOn } from '#domain/pqr/deadlines.ts'
import { isAwaitingAnswer, pqrLifecycle } from '#domain/pqr/lifecycle.ts'
import { assertOpen, extend } from '#domain/pqr/steps.ts'
import { VISIT_TASK } from '#domain/pqr/tasks.ts'
import { assertFilled } from '#domain/pqr/template.ts'
import { isTechnical, PQR_SERVICE_LABELS, TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { endTasks, openVisitTask } from './entries.ts'
import { notifyUser } from './notice.ts'
import { labelOf, listPeople, type StoredCase } from './queries.ts'

/** In process from the first time that a person of the staff has it; later only its person changes. */
const handledStatus = ({ status }: StoredCase) => pqrLifecycle.next(status, 'take') ?? status

export const take: Verb<typeof pqrApi.take> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    assertOpen(before)
    if (before.assignee_id === ctx.actor.userId) throw new Refusal('conflict', 'Esta PQR ya está a tu nombre')
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { assignee_id: ctx.actor.userId, status: handledStatus(before) },
      entry: { kind: 'taken', text: `${ctx.actor.name} tomó el caso`, is_internal: true },
      event: { name: 'pqr.taken' },
    })
    return changed(ctx, tx, before.id, `La PQR ${labelOf(before)} quedó a tu nombre`)
  })

export const assign: Verb<typeof pqrApi.assign> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    assertOpen(before)
    const person = (await listPeople(tx)).find(({ id }) => id === body.user_id)
    if (!person) throw refuseField('not_found', 'user_id', 'Esa persona no atiende PQR')
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { assignee_id: person.id, status: handledStatus(before) },
      entry: { kind: 'assigned', text: `El caso quedó a nombre de ${person.name}`, is_internal: true },
      event: { name: 'pqr.assigned', after: { assignee: person.name } },
    })
    return changed(ctx, tx, before.id, `La PQR ${labelOf(before)} quedó a nombre de ${person.name}`)
  })

export const classify: Verb<typeof pqrApi.classify> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const service = body.service ?? before.service
    const is = `${TYPOLOGY_LABELS[body.typology]}, ${PQR_SERVICE_LABELS[service]}`
    const was = `${TYPOLOGY_LABELS[before.typology]}, ${PQR_SERVICE_LABELS[before.service]}`
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { typology: body.typology, service },
      entry: {
        kind: 'classified',
        text: `El tema para los reportes es ${is}; antes era ${was}. Lo que se radicó no cambia.`,
      },
      event: {
        name: 'pqr.classified',
        before: { typology: before.typology, service: before.service },
        after: { typology: body.typology, service },
      },
    })
    await followSubject(ctx, tx, before, isTechnical(body.typology))
    return changed(ctx, tx, before.id, 'Guardamos el tema')
  })

/** A case that becomes technical before its answer owes the visit of its contract, and one that is no more so does not. */
async function followSubject(ctx: Ctx, tx: Tx, before: StoredCase, isNowTechnical: boolean): Promise<void> {
  if (before.no_contract === null || !isAwaitingAnswer(before.status)) return
  if (isNowTechnical === isTechnical(before.typology)) return
  if (isNowTechnical) await openVisitTask(tx, before.id, ctx.today)
  else await endTasks(tx, before.id, [VISIT_TASK], { at: ctx.now, by: ctx.actor.name, is_stopped: true })
}

export const message: Verb<typeof pqrApi.message> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    // Words that are added change nothing that another person wrote: the version is not compared.
    const before = await lockCase(ctx, tx, params.id, undefined)
    const isDesk = ctx.actor.role !== 'client'
    const is_internal = body.internal === true
    if (is_internal && !isDesk) throw refuseField('forbidden', 'internal', 'Las notas internas son del personal')
    if (!is_internal) assertOpen(before)
    if (isDesk && !is_internal) assertFilled('text', body.text)
    if (!isDesk) await assertFewMessages(tx, before.id, ctx.now)
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {},
      entry: { kind: is_internal ? 'note' : 'message', text: body.text, is_internal },
      event: { name: 'pqr.messaged', after: { is_internal } },
    })
    if (is_internal) return changed(ctx, tx, before.id, 'Guardamos la nota interna')
    if (!isDesk) return changed(ctx, tx, before.id, 'Enviamos tu mensaje')
    const what = `cuéntale lo que le escribimos el ${instantLabel(ctx.now)}`
    // A client with e-mail receives the one of its notification, as it chose.
    const said =
      before.client_id !== null && before.petitioner_email !== null
        ? 'Lo lee en su portal y le avisamos'
        : await notifyUser(tx, before, { entryId, now: ctx.now, what })
    return changed(ctx, tx, before.id, `Guardamos tu mensaje. ${said}`)
  })

export const requestInfo: Verb<typeof pqrApi.requestInfo> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    assertOpen(before)
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { status: handledStatus(before) },
      entry: { kind: 'info_request', text: body.text },
      event: { name: 'pqr.info_requested' },
    })
    const what = `dile los datos que necesitamos, pedidos el ${instantLabel(ctx.now)}`
    const said = await notifyUser(tx, before, { entryId, now: ctx.now, what })
    return changed(ctx, tx, before.id, `Guardamos lo que necesitas. El plazo de la respuesta sigue igual. ${said}`)
  })

export const extendAnswer: Verb<typeof pqrApi.extend> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const { status, answer_by } = extend(before, termsOn(await readParameters(tx), ctx.today))
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { status, answer_by, extended_on: ctx.today, due_at: endOf(answer_by), clock_at: clockAfter(answer_by) },
      entry: { kind: 'extended', text: `${body.reason}\nEl nuevo plazo de la respuesta es el ${dayLabel(answer_by)}.` },
      event: { name: 'pqr.extended', after: { answer_by, reason: body.reason } },
    })
    // The user is notified before its first term ends (R3.5).
    const what = `dile que la respuesta se prorrogó hasta el ${dayLabel(answer_by)}, y por qué`
    const said = await notifyUser(tx, before, { entryId, now: ctx.now, what, by: before.answer_by })
    return changed(ctx, tx, before.id, `Ahora la respuesta vence el ${dayLabel(answer_by)}. ${said}`)
  })

/** Messages that a client writes in one case in a day; by e-mail it has as many. */
const MESSAGES_PER_DAY = 50

/** Throws a Refusal 'too_many' after them: each is drawn in every document of the case. */
export async function assertFewMessages(tx: Tx, caseId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ today: number }>`
    select count(*)::int as today from pqr_entries
    where company_id = (select current_company()) and case_id = ${caseId} and kind = 'message' and side = 'cliente'
      and at >= ${startOfDay(dayOf(now))}`.execute(tx)
  if ((rows[0]?.today ?? 0) >= MESSAGES_PER_DAY)
    throw new Refusal('too_many', 'Hoy ya escribiste muchos mensajes en esta PQR. Escribe de nuevo mañana.', {
      retryAfterS: Math.ceil((startOfDay(addDays(dayOf(now), 1)).getTime() - now.getTime()) / 1_000),
    })
}
