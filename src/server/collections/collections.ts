import { collectionApi } from '#domain/collections/api.ts'
import { approvalCopy } from '#domain/collections/approval.ts'
import { assertPolicy, canSwitchOnOn, POLICY_MODE_LABELS, type Policy } from '#domain/collections/policy.ts'
import { type Day, dayLabel } from '#domain/core/days.ts'
import { toPesos } from '#domain/core/money.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { valueInForce } from '#domain/parameters/parameter.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { readParameters } from '#server/parameters/parameters.ts'
import { readRules } from './decide-day.ts'
import { giveNotice } from './give-notice.ts'
import { insertPolicy, readPolicy } from './policy-queries.ts'
import { previewDay } from './preview.ts'
import { countTerms, listTerms } from './reconnection-queries.ts'
import { approveRun, countDecisions, countRuns, endRun, getRun, listDecisions, listRuns } from './run-queries.ts'
import { saveTemplate, templates } from './templates.ts'

const RUN_ABSENT = 'No hay decisiones de ese día'

/** The calls of the desk about arrears: the policy, what will be done, what was done and what must be reconnected. */
export const collections = implement(collectionApi, {
  policy: (ctx) => ctx.tx(async (tx) => ({ data: await policyOf(tx, ctx.today) })),

  savePolicy: (ctx, { body: { policy } }) =>
    ctx.tx(async (tx) => {
      await tx.lock('collection_policy')
      const before = await readPolicy(tx)
      const noticeMin = await readNoticeMin(tx, ctx.today)
      const trial_from = assertPolicy(policy, before, { today: ctx.today, noticeMin })
      await insertPolicy(tx, policy, { version: before.version + 1, trial_from, changed_by: ctx.actor.name })
      const data = await policyOf(tx, ctx.today)
      await tx.record('collection_policy.saved', {
        before: before.version === 0 ? null : { ...before, minimum_debt: toPesos(before.minimum_debt) },
        after: { ...data, minimum_debt: toPesos(data.minimum_debt), mode_label: POLICY_MODE_LABELS[data.mode] },
      })
      return { data, message: savedCopy(data) }
    }),

  templates,
  saveTemplate,

  preview: (ctx, { query }) => ctx.tx((tx) => previewDay(ctx.world, tx, query, ctx.today)),

  runs: (ctx, { query }) =>
    ctx.tx((tx) => pageReply(query, { rows: (range) => listRuns(tx, range), total: () => countRuns(tx) })),

  run: (ctx, { params, query }) =>
    ctx.tx(async (tx) => {
      const run = await readRun(tx, params.id)
      const list = await pageReply(query, {
        rows: (range) => listDecisions(tx, run.id, range),
        total: () => countDecisions(tx, run.id),
      })
      return { ...list, run }
    }),

  approve: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id, on_day, to_cut } = await readRun(tx, params.id)
      if (on_day !== ctx.today) throw new Refusal('conflict', 'Esos cortes eran de otro día')
      const message = approvalCopy(await readRules(tx, ctx.today), { to_cut, now: ctx.now })
      if (!(await approveRun(tx, id, ctx.actor.name))) throw new Refusal('conflict', 'El freno no detuvo esos cortes')
      await tx.record('collections.approved', { entity_id: id, after: { on: dayLabel(on_day), to_cut } })
      return { data: await readRun(tx, id), message }
    }),

  stop: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const { id, on_day } = await readRun(tx, params.id)
      const reason = `Lo detuvo ${ctx.actor.name}`
      if (!(await endRun(tx, id, { status: 'stopped', reason, now: ctx.now })))
        throw new Refusal('conflict', 'Ya terminó: no queda nada por detener')
      await tx.record('collections.stopped', { entity_id: id, after: { on: dayLabel(on_day) } })
      return { data: await readRun(tx, id), message: 'Detuvimos lo que faltaba de hoy' }
    }),

  notice: giveNotice,

  reconnections: (ctx, { query }) =>
    ctx.tx((tx) => {
      const isOpen = query.open === 'true'
      return pageReply(query, {
        rows: (range) => listTerms(tx, { isOpen, today: ctx.today }, range),
        total: () => countTerms(tx, isOpen),
      })
    }),
})

async function policyOf(tx: Tx, today: Day): Promise<Policy> {
  const { changed_at, ...policy } = await readPolicy(tx)
  return {
    ...policy,
    can_switch_on_on: policy.mode === 'trial' ? canSwitchOnOn(policy.trial_from) : null,
    notice_days_min: await readNoticeMin(tx, today),
    changed_at: changed_at?.toISOString() ?? null,
  }
}

const readNoticeMin = async (tx: Tx, today: Day): Promise<number> =>
  valueInForce(await readParameters(tx), 'service.suspension_notice', today)

function savedCopy({ mode, can_switch_on_on }: Policy): string {
  if (mode === 'off') return 'Guardamos la política apagada: no se corta a nadie por mora'
  if (mode === 'on') return 'Guardamos la política encendida: vale desde la próxima decisión'
  const from = can_switch_on_on === null ? '' : `. La puedes encender desde el ${dayLabel(can_switch_on_on)}`
  return `Guardamos la política en prueba: no se avisa ni se corta${from}`
}

async function readRun(tx: Tx, id: string) {
  const run = await getRun(tx, id)
  if (!run) throw notFound(RUN_ABSENT)
  return run
}
