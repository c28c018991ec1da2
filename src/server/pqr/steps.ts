import { dayLabel } from '#domain/core/days.ts'
import { Refusal, refuseField } from '#domain/core/refusal.ts'
import type { pqrApi } from '#domain/pqr/api.ts'
import { cunLabel, readCun } from '#domain/pqr/cun.ts'
import { endOf, termsOn } from '#domain/pqr/deadlines.ts'
import { pqrLifecycle } from '#domain/pqr/lifecycle.ts'
import { extend } from '#domain/pqr/steps.ts'
import { TYPOLOGY_LABELS } from '#domain/pqr/topics.ts'
import type { Tx } from '#server/core/tx.ts'
import type { Verb } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { authorOf, changed, clockAfter, lockCase, writeStep } from './change.ts'
import { labelOf, listPeople, type StoredCase } from './queries.ts'

const CLOSED_COPY = 'Esta PQR ya está cerrada'

function assertOpen({ status }: StoredCase): void {
  if (status === 'cerrada') throw new Refusal('conflict', CLOSED_COPY)
}

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
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { typology: body.typology, service },
      entry: { kind: 'classified', text: `Tema: ${TYPOLOGY_LABELS[body.typology]}`, is_internal: true },
      event: { name: 'pqr.classified', after: { typology: body.typology, service } },
    })
    return changed(ctx, tx, before.id, 'Guardamos el tema')
  })

export const message: Verb<typeof pqrApi.message> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const is_internal = body.internal === true
    if (is_internal && ctx.actor.role === 'client')
      throw refuseField('forbidden', 'internal', 'Las notas internas son del personal')
    if (!is_internal) assertOpen(before)
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: {},
      entry: { kind: is_internal ? 'note' : 'message', text: body.text, is_internal },
      event: { name: 'pqr.messaged', after: { is_internal } },
    })
    return changed(ctx, tx, before.id, is_internal ? 'Guardamos la nota interna' : 'Enviamos tu mensaje')
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
    await tx.enqueue('pqr.mail', {
      company_id: ctx.companyId,
      case_id: before.id,
      document: 'entry',
      entry_id: entryId,
    })
    return changed(ctx, tx, before.id, 'Le pedimos los datos a quien radicó. El plazo de la respuesta sigue igual')
  })

export const extendAnswer: Verb<typeof pqrApi.extend> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    const { status, answer_by } = extend(before, termsOn(await readParameters(tx), ctx.today), ctx.now)
    const entryId = await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { status, answer_by, extended_on: ctx.today, due_at: endOf(answer_by), clock_at: clockAfter(answer_by) },
      entry: { kind: 'extended', text: body.reason },
      event: { name: 'pqr.extended', after: { answer_by, reason: body.reason } },
    })
    await tx.enqueue('pqr.mail', {
      company_id: ctx.companyId,
      case_id: before.id,
      document: 'entry',
      entry_id: entryId,
    })
    return changed(
      ctx,
      tx,
      before.id,
      `Ahora la respuesta vence el ${dayLabel(answer_by)}, y ya le avisamos al usuario`,
    )
  })

export const setCun: Verb<typeof pqrApi.setCun> = (ctx, { params, body }) =>
  ctx.tx(async (tx) => {
    const before = await lockCase(ctx, tx, params.id, body.version)
    if (before.cun !== null) throw new Refusal('conflict', `Esta PQR ya tiene el CUN ${cunLabel(before.cun)}`)
    if (await isInOwnRange(tx, body.cun))
      throw refuseField('refused', 'cun', 'Los CUN de ese rango los da Enlace en orden: no se escriben a mano')
    const taken = await tx.selectFrom('pqr_cases').select('id').where('cun', '=', body.cun).executeTakeFirst()
    if (taken) throw refuseField('duplicate', 'cun', 'Ese CUN ya es de otra PQR')
    await writeStep(tx, before, {
      author: authorOf(ctx),
      now: ctx.now,
      changes: { cun: body.cun },
      entry: { kind: 'cun_set', text: `El CUN de este caso es ${cunLabel(body.cun)}` },
      event: { name: 'pqr.cun_set', after: { cun: cunLabel(body.cun) } },
    })
    return changed(ctx, tx, before.id, `Guardamos el CUN ${cunLabel(body.cun)}`)
  })

/** Whether a CUN is of a range of the company, whose numbers are given in order. */
async function isInOwnRange(tx: Tx, cun: string): Promise<boolean> {
  const parts = readCun(cun)
  if (parts === null) return false
  const range = await tx
    .selectFrom('pqr_ranges')
    .select('year')
    .where('operator_code', '=', parts.operator)
    .where('year', '=', 2000 + Number(parts.year))
    .executeTakeFirst()
  return range !== undefined
}
