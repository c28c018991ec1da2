import { bulkApi } from '#domain/bulk/api.ts'
import type { BulkAction } from '#domain/bulk/bulk.ts'
import { BULK_DAYS, BULK_LABELS, BULK_ROWS_MAX, type BulkJob, isUndoable } from '#domain/bulk/bulk.ts'
import { notFound, Refusal } from '#domain/core/refusal.ts'
import type { ExportName } from '#domain/exports/api.ts'
import { countListFile } from '#server/auth/throttle.ts'
import { pageReply } from '#server/core/list-reply.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement, type Route } from '#server/core/verb.ts'
import type { ExportedList } from '#server/exports/exports.ts'
import { readFilters, readRows } from '#server/exports/list-rows.ts'
import type { BulkWork, Undone } from './action.ts'
import { cancelJob, countItems, getJob, insertJob, listItems, listJobs, saveUndone } from './queries.ts'
import { contentTypeOf, resultFile } from './result-file.ts'

/** The calls of the actions over lists. `lists`: those whose rows an action may take. */
export const bulk = (
  lists: Readonly<Record<ExportName, ExportedList>>,
  actions: Readonly<Record<BulkAction, BulkWork>>,
): Route[] =>
  implement(bulkApi, {
    start: async (ctx, { body: { action, query } }) => {
      const work = actions[action]
      const { route } = lists[work.list]
      const filters = readFilters(route.endpoint, query)
      if (work.kind === 'file') await countListFile(ctx)
      const data = await ctx.tx(async (tx) => {
        const rows = await readRows({ ...ctx, tx: (inner) => inner(tx) }, route, {
          filters,
          max: BULK_ROWS_MAX[action],
        })
        if (rows.length === 0) throw new Refusal('conflict', 'Ninguna fila de la lista cumple esos filtros')
        const { userId: id, name, role } = ctx.actor
        const job = await insertJob(tx, { action, query, actor: { id, name, role }, items: rows.map(work.itemOf) })
        if (!job)
          throw new Refusal('conflict', 'Tu empresa ya tiene una tarea en curso: espera a que termine o detenla')
        await tx.record('bulk.started', {
          entity_id: job.id,
          after: { label: BULK_LABELS[action], count: job.total, ...(query === '' ? {} : { filters: query }) },
        })
        await tx.enqueue('bulk.run', { company_id: ctx.companyId, job_id: job.id })
        return job
      })
      return { data, message: 'Empezó: puedes seguir trabajando' }
    },

    list: (ctx) => ctx.tx(async (tx) => ({ data: await listJobs(tx) })),

    get: (ctx, { params }) => ctx.tx(async (tx) => ({ data: await readJob(tx, params.id) })),

    items: (ctx, { params, query }) =>
      ctx.tx(async (tx) => {
        const { id } = await readJob(tx, params.id)
        const filter = { jobId: id, outcome: query.outcome ?? null }
        return pageReply(query, {
          rows: (range) => listItems(tx, filter, range),
          total: () => countItems(tx, filter),
        })
      }),

    cancel: (ctx, { params }) =>
      ctx.tx(async (tx) => {
        const { action } = await readJob(tx, params.id)
        const data = await cancelJob(tx, params.id)
        if (!data) throw new Refusal('conflict', 'Esta tarea ya había terminado')
        await tx.record('bulk.cancelled', { entity_id: data.id, after: { label: BULK_LABELS[action] } })
        return { data, message: 'La detuvimos: lo hecho queda hecho' }
      }),

    undo: (ctx, { params }) => ctx.tx((tx) => undoJob(tx, actions, params.id)),

    file: async (ctx, { params }) => {
      const { id, file_name, done } = await ctx.tx((tx) => readJob(tx, params.id))
      const stored = file_name === null ? undefined : await ctx.world.files.open(resultFile(ctx.companyId, id))
      if (file_name === null || stored === undefined)
        throw notFound(`Ese archivo ya no está: se guarda ${BULK_DAYS} días. Pídelo otra vez desde la lista.`)
      return { file: { name: file_name, type: contentTypeOf(file_name), ...stored }, rows: done }
    },
  })

/** Undoes what a job that has ended wrote and has not left, once. */
async function undoJob(tx: Tx, actions: Readonly<Record<BulkAction, BulkWork>>, id: string) {
  const job = await readJob(tx, id)
  const { undo } = actions[job.action]
  if (undo === undefined || !isUndoable(job)) throw new Refusal('conflict', 'Esta tarea no se puede deshacer')
  const undone = await undo(tx, job.id)
  const count = undone.dropped
  const data = await saveUndone(tx, job.id, count)
  if (!data) throw new Refusal('conflict', 'Esta tarea ya se deshizo')
  await tx.record('bulk.undone', { entity_id: job.id, after: { label: BULK_LABELS[job.action], count } })
  return { data, message: undoneCopy(undone) }
}

/** What was undone, and what had left. */
function undoneCopy({ dropped, sent }: Undone): string {
  const left = sent === 1 ? '1 ya había salido' : `${sent} ya habían salido`
  if (dropped === 0) return sent === 0 ? 'No quedó nada por deshacer' : `No quedó nada por deshacer: ${left}`
  const begin = dropped === 1 ? '1 correo no sale' : `${dropped} correos no salen`
  return sent === 0 ? begin : `${begin}; ${left}`
}

async function readJob(tx: Tx, id: string): Promise<BulkJob> {
  const job = await getJob(tx, id)
  if (!job) throw notFound('Esa tarea no existe')
  return job
}
