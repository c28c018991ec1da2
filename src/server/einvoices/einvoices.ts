import { HOUR_MS, MINUTE_MS } from '#domain/core/durations.ts'
import { periodLabel } from '#domain/core/period.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import { einvoiceApi } from '#domain/einvoices/api.ts'
import type { DocumentKind } from '#domain/einvoices/document.ts'
import { type ElectronicQueue, minutesFor, type Reconciliation } from '#domain/einvoices/electronic.ts'
import { type Forecast, forecastOf } from '#domain/einvoices/forecast.ts'
import { electronicLifecycle } from '#domain/einvoices/lifecycle.ts'
import type { ElectronicStatus } from '#domain/invoices/electronic.ts'
import type { Ctx } from '#server/core/context.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { chosenRange } from '#server/integrations/ranges.ts'
import { findDocument, readDetail } from './detail.ts'
import { CALLS_PER_MINUTE } from './factus/issuer.ts'
import { readXml } from './files.ts'
import { readGraphic } from './graphic.ts'
import { openIssuer } from './issuers.ts'
import { countMissing, queueMissing } from './missing-queries.ts'
import { insertSteps } from './outcome.ts'
import { countDocuments, listDocuments } from './queries.ts'
import {
  countByStatus,
  countLater,
  countOfRun,
  countWaitingInvoices,
  getQueue,
  getRunId,
  requeueDocuments,
  setPaused,
  wakeQueue,
} from './queue-queries.ts'
import { getReconciliation, getRunning, insertReconciliation } from './reconciliation-queries.ts'
import { assertNoTrial } from './trials.ts'

/** The calls about electronic documents, of the company of the administrator or of the one that a superadmin chose. */
export const einvoices = implement(einvoiceApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const { page: _page, page_size: _size, company_id: _company, sort = '-queued_at', ...filters } = query
      const filter = { ...filters, now: ctx.now }
      return pageReply(query, {
        rows: (range) => listDocuments(tx, filter, sort, range),
        total: () => countDocuments(tx, filter),
      })
    }),

  queue: (ctx) => ctx.tx(async (tx) => ({ data: await readQueue(ctx, tx) })),

  forecast: (ctx, { query }) =>
    ctx.tx(async (tx) => {
      const queue = await getQueue(tx)
      const waiting = waitingOf(await countByStatus(tx, ctx.now))
      return { data: await readForecast(ctx, tx, { is_on: queue.is_on, waiting, added: query.documents ?? 0 }) }
    }),

  run: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const run_id = await getRunId(tx, params.id)
      if (run_id === undefined) throw notFound('Esa facturación no existe')
      const counts = await countOfRun(tx, run_id)
      const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const queue = await getQueue(tx)
      const waiting = waitingOf(await countByStatus(tx, ctx.now))
      const forecast = await readForecast(ctx, tx, { is_on: queue.is_on, waiting, added: 0 })
      // What is ahead of the run in the queue is sent first.
      const minutes_left = waitingOf(counts) === 0 ? 0 : Math.max(forecast.minutes, await minutesToLater(tx, ctx.now))
      return {
        data: { run_id, counts, total, minutes_left, paused: pausedOf(queue), problem: queue.problem_text, forecast },
      }
    }),

  reconciliation: (ctx, { query }) => ctx.tx(async (tx) => ({ data: await getReconciliation(tx, query.period) })),

  missing: (ctx, { query }) => ctx.tx(async (tx) => ({ data: await countMissing(tx, query.period) })),

  queueMissing: (ctx, { body: { period } }) =>
    ctx.tx(async (tx) => {
      if (!(await getQueue(tx)).is_on)
        throw new Refusal('refused', 'Conecta Factus o enciende Archivo UBL antes de poner facturas en la fila')
      const count = await queueMissing(tx, period)
      if (count === 0) throw new Refusal('conflict', `Todas las facturas de ${periodLabel(period)} tienen su documento`)
      await wakeQueue(tx)
      await tx.record('electronic.queued', { entity_id: tx.scope.companyId, after: { period, count } })
      const message = count === 1 ? '1 factura quedó en la fila' : `${count} facturas quedaron en la fila`
      return { data: await countMissing(tx, period), message }
    }),

  get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readDetail(tx, await findDocument(tx, params.id)) })),

  pdf: async (ctx, { params }) => {
    const draw = await ctx.tx(async (tx) => {
      const document = await findDocument(tx, params.id)
      if (document.is_trial) throw new Refusal('conflict', NO_TRIAL_PDF)
      return readGraphic(ctx.world, tx, ctx.companyId, document)
    })
    return draw()
  },

  xml: async (ctx, { params }) => {
    const { xml_file, number } = await ctx.tx((tx) => findDocument(tx, params.id))
    const bytes = xml_file === null ? undefined : await readXml(ctx.world, ctx.companyId, xml_file)
    if (bytes === undefined)
      throw new Refusal('conflict', 'El XML llega cuando la DIAN valida el documento. Míralo en unos minutos.')
    return { file: { name: `${number ?? 'documento'}.xml`, type: 'application/xml', bytes } }
  },

  retry: (ctx, { params, body: { is_released: isReleased = false } }) =>
    ctx.tx(async (tx) => {
      const document = await findDocument(tx, params.id)
      assertNoTrial(document)
      if (!electronicLifecycle.can(document.status, 'retry')) throw new Refusal('conflict', whyNotRetried(document))
      if (document.reason === 'processed' && !isReleased) throw new Refusal('conflict', IS_PROCESSED)
      if (document.file_number !== null && !(await getQueue(tx)).is_file) throw new Refusal('conflict', IS_FILE)
      await requeue(ctx, tx, { id: document.id, isReleased })
      const data = await readDetail(tx, await findDocument(tx, params.id))
      return { data, message: `Enviamos de nuevo ${document.document}` }
    }),

  retryAll: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const count = await requeue(ctx, tx, { status: body.status, reason: body.reason ?? null })
      if (count === 0) throw new Refusal('conflict', NONE_RETRIED[body.status] ?? 'No hay documentos para reintentar')
      return {
        data: { count },
        message: count === 1 ? 'Enviamos de nuevo 1 documento' : `Enviamos de nuevo ${count} documentos`,
      }
    }),

  pause: (ctx) =>
    ctx.tx(async (tx) => {
      await getQueue(tx)
      if (!(await setPaused(tx, { at: ctx.now, by: ctx.actor.name })))
        throw new Refusal('conflict', 'El envío ya está en pausa')
      await tx.record('electronic.paused', { entity_id: tx.scope.companyId })
      return { data: await readQueue(ctx, tx), message: 'El envío quedó en pausa' }
    }),

  resume: (ctx) =>
    ctx.tx(async (tx) => {
      await getQueue(tx)
      if (!(await setPaused(tx, null))) throw new Refusal('conflict', 'El envío no está en pausa')
      await tx.record('electronic.resumed', { entity_id: tx.scope.companyId })
      return { data: await readQueue(ctx, tx), message: 'El envío sigue' }
    }),

  reconcile: (ctx, { body }) =>
    ctx.tx(async (tx) => {
      const { is_on, is_file } = await getQueue(tx)
      if (!is_on || is_file) throw new Refusal('refused', 'Conecta Factus para conciliar')
      await tx.lock('einvoice.reconcile')
      // The calls of a comparison are of the limit by minute that the documents need: one at a time.
      const running = await getRunning(tx, new Date(ctx.now.getTime() - RUNNING_MAX_MS))
      if (running?.period === body.period)
        return { data: running, message: 'La conciliación de ese mes ya está en curso' }
      if (running !== null)
        throw new Refusal(
          'conflict',
          `La conciliación de ${periodLabel(running.period)} está en curso: espera a que termine`,
        )
      const data: Reconciliation = await insertReconciliation(tx, body.period, { now: ctx.now, by: ctx.actor.name })
      await tx.enqueue('einvoice.reconcile', { company_id: ctx.companyId, id: data.id, period: body.period })
      await tx.record('electronic.reconciled', { entity_id: data.id, after: { period: body.period } })
      return { data, message: 'Empezamos a conciliar: toma unos minutos' }
    }),
})

const whyNotRetried = ({ status, kind }: { status: ElectronicStatus; kind: DocumentKind }): string =>
  status === 'withdrawn' && kind === 'credit_note' ? NOTE_WAITS : (NOT_RETRIED[status] ?? IS_SENDING)
const NOTE_WAITS = 'La nota no se envía mientras su factura no tenga documento electrónico: si la envías, sale después'
const NOT_RETRIED: Partial<Record<ElectronicStatus, string>> = {
  validated: 'La DIAN ya validó este documento: si hay que corregirlo, emite una nota crédito',
  withdrawn: 'Esta factura se anuló antes de llegar a la DIAN: ni ella ni sus notas se envían',
}
const NONE_RETRIED: Partial<Record<ElectronicStatus, string>> = {
  manual: 'Ninguno se puede reintentar sin mirarlo: abre cada documento por revisar, que dice qué hacer',
}
const NO_TRIAL_PDF = 'Este documento es de prueba y no tiene PDF: descarga el de la factura'
const IS_PROCESSED =
  'La DIAN ya tiene este documento: no lo reenvíes. Usa «Conciliar» o, si soporte de Factus lo liberó, «Soporte lo liberó»'
const IS_FILE =
  'Este documento tiene un archivo, que pudo transmitirse: confírmalo con su CUFE, o enciende Archivo UBL para escribirlo de nuevo'
const IS_SENDING = 'Este documento se está enviando en este momento'
const RUNNING_MAX_MS = HOUR_MS

async function readQueue(ctx: Ctx, tx: Tx): Promise<ElectronicQueue> {
  const queue = await getQueue(tx)
  const counts = await countByStatus(tx, ctx.now)
  const later = await countLater(tx, ctx.now)
  const { problem_text, problem_since, wait_until } = queue
  return {
    is_on: queue.is_on,
    is_file: queue.is_file,
    counts,
    paused: pausedOf(queue),
    problem:
      problem_text === null || problem_since === null
        ? null
        : { text: problem_text, since: problem_since.toISOString(), until: wait_until?.toISOString() ?? null },
    minutes_left: queue.is_file ? 0 : minutesFor(waitingOf(counts) - (later?.count ?? 0), CALLS_PER_MINUTE),
    later: later === null ? null : { count: later.count, at: later.at.toISOString() },
  }
}

/** The minutes until the first document that waits for its hour is tried. Zero when none does. */
async function minutesToLater(tx: Tx, now: Date): Promise<number> {
  const later = await countLater(tx, now)
  return later === null ? 0 : Math.ceil((later.at.getTime() - now.getTime()) / MINUTE_MS)
}

const pausedOf = ({ paused_at, paused_by }: Awaited<ReturnType<typeof getQueue>>) =>
  paused_at === null ? null : { at: paused_at.toISOString(), by: paused_by ?? '' }

/** What the range of the company allows, in the environment of its issuer. */
async function readForecast(
  ctx: Ctx,
  tx: Tx,
  facts: { is_on: boolean; waiting: number; added: number },
): Promise<Forecast> {
  const issuer = facts.is_on ? await openIssuer(ctx.world, tx) : null
  const range = issuer === null ? null : await chosenRange(tx, issuer.environment, 'invoice', ctx.today)
  // A file is written at once: no provider has a pace.
  const minutes = issuer?.account == null ? 0 : minutesFor(facts.waiting + facts.added, CALLS_PER_MINUTE)
  return forecastOf({ ...facts, waiting: await countWaitingInvoices(tx), range, minutes })
}

const waitingOf = ({ queued, sending, pending_dian }: ElectronicQueue['counts']): number =>
  queued + sending + pending_dian

/** Sends documents again, with a step of each and one event. Returns how many. */
async function requeue(ctx: Ctx, tx: Tx, which: Parameters<typeof requeueDocuments>[1]): Promise<number> {
  const changed = await requeueDocuments(tx, which, ctx.now)
  if (changed.length === 0) return 0
  await insertSteps(tx, changed, { text: 'Se pidió enviarlo de nuevo', author: ctx.actor.name, now: ctx.now })
  await wakeQueue(tx)
  await tx.record('electronic.retried', {
    entity_id: 'id' in which ? which.id : tx.scope.companyId,
    after: { count: changed.length, ...('id' in which ? {} : { status: which.status }) },
  })
  return changed.length
}
