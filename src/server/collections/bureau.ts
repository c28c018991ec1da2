import { sql } from 'kysely'
import {
  BUREAU_STATE_LABELS,
  BUREAU_STATES,
  type BureauOutcome,
  type BureauState,
  type BureauSummary,
  CLOSED_BUREAU_STATES,
} from '#domain/collections/bureau.ts'
import { bureauApi } from '#domain/collections/bureau-api.ts'
import type { Day } from '#domain/core/days.ts'
import { notFound, Refusal, refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { lockCase, readCase } from './bureau-case.ts'
import { caseOf, type DerivedCase, readCases } from './bureau-cases.ts'
import { paper, sendPaper } from './bureau-paper.ts'
import { bureauPolicy, readBureauPolicy, saveBureauPolicy } from './bureau-policy.ts'
import { closeCase, countClosed, getClientOf, getNotice } from './bureau-queries.ts'
import { report, update } from './bureau-report.ts'

/** The cases of one client that its page shows. */
const OF_CLIENT_MAX = 10

/** The calls about the notices before a report to a credit bureau (SUS-09, R2.16). */
export const bureau = implement(bureauApi, {
  policy: bureauPolicy,
  savePolicy: saveBureauPolicy,

  cases: (ctx, { query }) => ctx.tx((tx) => listQueue(tx, query, ctx.today)),

  ofClient: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const clientId = await namedClient(ctx, tx, query.client_id)
      if (clientId === undefined) return { data: [] }
      const cases = await readCases(tx, { clientId }, ctx.today, { offset: 0, limit: OF_CLIENT_MAX })
      return { data: cases.map(caseOf) }
    }),

  notice: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const notice = await getNotice(tx, params.id)
      if (!notice) throw notFound('Ese aviso no existe')
      return { data: { ...notice, to: notice.to ?? '', sent_at: notice.sent_at?.toISOString() ?? null } }
    }),

  paper,
  sendPaper,

  disputeNotified: (ctx, { params, body: { notified_on } }) =>
    ctx.tx(async (tx) => {
      const one = await lockCase(tx, params.id, ctx.today)
      if (one.state !== 'dispute_due' || one.reported_on === null)
        throw new Refusal('conflict', `No hay un reclamo por avisar: está en «${BUREAU_STATE_LABELS[one.state]}»`)
      if (notified_on > ctx.today || notified_on < one.reported_on)
        throw refuseField('refused', 'notified_on', 'Se avisa desde el día del reporte y hasta hoy')
      const change = {
        dispute_notified_on: notified_on,
        dispute_notified_by: ctx.actor.name,
        dispute_notified_id: sql<string>`uuid_v7()`,
      }
      await tx.updateTable('bureau_cases').set(change).where('id', '=', one.id).execute()
      const after = { client: one.client.name, notified_on, notify_by: one.on }
      await tx.record('bureau.dispute_notified', { entity_id: one.id, client_id: one.client.id, after })
      const data = caseOf(await readCase(tx, one.id, ctx.today))
      if (data.state === 'dispute_due')
        throw refuseField(
          'refused',
          'notified_on',
          'El reclamo es de un día posterior: escribe cuándo le avisaste de este',
        )
      return { data, message: 'Marcamos que la central ya sabe del reclamo' }
    }),

  report,
  update,

  leaveOut: (ctx, { params, body: { reason } }) =>
    ctx.tx(async (tx) => {
      const one = await lockCase(tx, params.id, ctx.today)
      if (one.reported_on !== null)
        throw new Refusal('conflict', 'Ya se reportó: cuando no se deba, márcala como actualizada')
      if (one.closed_on !== null) throw new Refusal('conflict', 'Esa deuda ya salió de la lista')
      const end = { outcome: 'left_out', closed_on: ctx.today, closed_by: ctx.actor.name, reason } as const
      await closeCase(tx, one.id, end)
      const after = { client: one.client.name, reason }
      await tx.record('bureau.left_out', { entity_id: one.id, client_id: one.client.id, after })
      return {
        data: await readCase(tx, one.id, ctx.today),
        message: 'La sacamos de la lista: no se avisa ni se reporta',
      }
    }),
})

type QueueQuery = {
  state?: BureauState | undefined
  q?: string | undefined
  page?: number | undefined
  page_size?: number | undefined
}

const isClosed = (state: BureauState | undefined): state is BureauOutcome =>
  CLOSED_BUREAU_STATES.some((closed) => closed === state)

/** A page of the cases of a state, with the counts of all: the open ones are derived together, the ended ones are read page by page. */
async function listQueue(tx: Tx, { q, state, ...page }: QueueQuery, today: Day) {
  const [open, closed, policy] = await Promise.all([
    readCases(tx, { isOpen: true, q }, today),
    countClosed(tx, q),
    readBureauPolicy(tx),
  ])
  const running = open.filter((one) => !isClosed(one.state))
  const shown = running.filter((one) => state === undefined || one.state === state).toSorted(byUrgency)
  const list = await pageReply(page, {
    rows: async (range) =>
      isClosed(state)
        ? readCases(tx, { outcome: state, q }, today, range)
        : shown.slice(range.offset, range.offset + range.limit),
    total: async () => (isClosed(state) ? (closed.get(state) ?? 0) : shown.length),
  })
  const countOf = (one: BureauState): number =>
    isClosed(one) ? (closed.get(one) ?? 0) : running.filter((row) => row.state === one).length
  const firstOf = (wanted: BureauState): Day | null =>
    running.flatMap((one) => (one.state === wanted && one.on !== null ? [one.on] : [])).toSorted()[0] ?? null
  const summary: BureauSummary = {
    is_on: policy.is_on,
    counts: countsOf(countOf),
    update_by: firstOf('update_due'),
    dispute_by: firstOf('dispute_due'),
  }
  return { ...list, data: list.data.map(caseOf), summary }
}

const countsOf = (count: (state: BureauState) => number): BureauSummary['counts'] => ({
  update_due: count('update_due'),
  dispute_due: count('dispute_due'),
  reportable: count('reportable'),
  waiting: count('waiting'),
  second_notice: count('second_notice'),
  notice: count('notice'),
  no_consent: count('no_consent'),
  held: count('held'),
  reported: count('reported'),
  updated: count('updated'),
  settled: count('settled'),
  left_out: count('left_out'),
})

const byUrgency = (a: DerivedCase, b: DerivedCase): number =>
  BUREAU_STATES.indexOf(a.state) - BUREAU_STATES.indexOf(b.state) ||
  (a.on ?? '').localeCompare(b.on ?? '') ||
  b.debt - a.debt ||
  a.id.localeCompare(b.id)

/** The client that a caller may ask about: a client itself, the desk the one that it names. */
async function namedClient({ actor }: Ctx, tx: Tx, clientId: string | undefined): Promise<string | undefined> {
  if (actor.role !== 'client') {
    if (clientId === undefined) throw refuseField('invalid', 'client_id', 'Di de qué cliente es')
    return clientId
  }
  if (clientId !== undefined) throw new Refusal('forbidden', 'Solo el personal consulta a otra persona')
  return (await getClientOf(tx, actor.userId))?.id
}
