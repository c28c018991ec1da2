import { Refusal } from '#domain/core/refusal.ts'
import { installationApi, installationReportApi } from '#domain/installations/api.ts'
import { findContract, visibilityOf } from '#server/contracts/contract-change.ts'
import { pageReply } from '#server/core/list-reply.ts'
import { implement } from '#server/core/verb.ts'
import { createReport } from './create-report.ts'
import { insertEquipment } from './equipment-queries.ts'
import { findReport, findReportById, reportEventData, shownReport } from './find-report.ts'
import { closeTask, lateRemoval } from './late-removal.ts'
import { countReports, listReports } from './list-queries.ts'
import { readSource, reportFile } from './report-document.ts'
import { setVideo } from './report-queries.ts'
import { visit } from './visit.ts'

/** The three calls of the specification about installation reports. */
export const installationReports = implement(installationApi, {
  create: createReport,

  get: (ctx, { params, query }) =>
    ctx.tx(async (tx) => ({ data: await shownReport(tx, ctx, await findReport(tx, ctx, params.id, query)) })),

  addVideo: (ctx, { params, query, body }) =>
    ctx.tx(async (tx) => {
      const row = await findReport(tx, ctx, params.id, query)
      if (!(await setVideo(tx, row.id, body.evi_vid_url)))
        throw new Refusal('conflict', 'Esta acta ya tiene su video: no se puede cambiar')
      const data = await shownReport(tx, ctx, { ...row, evi_vid_url: body.evi_vid_url })
      await tx.record('report.video_added', {
        entity_id: row.id,
        client_id: row.client_id,
        after: { ...reportEventData(data), video: body.evi_vid_url },
      })
      return { data, message: 'URL del video guardada correctamente' }
    }),
})

/** Reports of one contract in a reply. */
const REPORTS_MAX = 100

/** The calls of the product about reports: their lists, their documents, what is added to one, and the task of the desk. */
export const reportActions = implement(installationReportApi, {
  visit,

  reports: (ctx, { params }) =>
    ctx.tx(async (tx) => {
      const contract = await findContract(tx, ctx, params.id)
      const filter = { userId: null, contractId: contract.id }
      return { data: await listReports(tx, filter, { offset: 0, limit: REPORTS_MAX }) }
    }),

  pdf: async (ctx, { params, query }) => {
    const source = await ctx.tx(async (tx) => {
      const row = await findReport(tx, ctx, params.id, query)
      return readSource(tx, row, await shownReport(tx, ctx, row))
    })
    return reportFile(ctx, source)
  },

  saveEquipment: (ctx, { params, query, body }) =>
    ctx.tx(async (tx) => {
      const row = await findReport(tx, ctx, params.id, query)
      await insertEquipment(tx, row.id, body.equipment, { id: ctx.actor.userId, name: ctx.actor.name })
      const data = await shownReport(tx, ctx, row)
      // Not the values: the audit log is for other roles too. Each save stays in its table.
      const after = reportEventData(data)
      await tx.record('report.equipment_saved', { entity_id: row.id, client_id: row.client_id, after })
      return { data, message: 'Equipos y datos técnicos guardados' }
    }),

  list: (ctx, { query }) =>
    ctx.tx((tx) => {
      const filter = { ...query, ...visibilityOf(ctx.actor) }
      return pageReply(query, {
        rows: (range) => listReports(tx, filter, range),
        total: () => countReports(tx, filter),
      })
    }),

  view: (ctx, { params }) =>
    ctx.tx(async (tx) => ({ data: await shownReport(tx, ctx, await findReportById(tx, ctx, params.id)) })),

  viewPdf: async (ctx, { params }) => {
    const source = await ctx.tx(async (tx) => {
      const row = await findReportById(tx, ctx, params.id)
      return readSource(tx, row, await shownReport(tx, ctx, row))
    })
    return reportFile(ctx, source)
  },

  registerRemoval: lateRemoval,

  finishTask: (ctx, { params, body }) =>
    ctx.tx(async (tx) => {
      const row = await findReportById(tx, ctx, params.id)
      const data = await closeTask(tx, ctx, row, body.note)
      return { data, message: 'Tarea cerrada' }
    }),
})
