import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText, instantField } from '#domain/core/days.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { lineOfText, patternText, text } from '#domain/core/text.ts'
import { NewEquipment } from './equipment.ts'
import { NewReport, Report, ReportRow, ReportTask, VideoUrl, Visit, WORK_ORDERS } from './report.ts'

/** `id`: the number of the contract. Without `report`, the calls read and change its latest report. */
const params = z.object({ id: text(11).check(z.regex(/^[A-Z]{1,4}-\d{6}$/)) })
/** `identification`: of the client, as in the address of the screen; the reply is a 404 when it is another one (ACT-01). */
const query = z.strictObject({
  report: z.optional(z.uuid()),
  identification: z.optional(patternText(20, /^[\w.-]{1,20}$/, 'Escribe la identificación')),
})
const writers = ['technical', 'financial'] as const
const staff = [...writers, 'network'] as const
const Changed = z.object({ data: Report, message: z.string() })
const flag = z.optional(z.enum(['true'], { error: 'Escribe true o quita el filtro' }))

const listQuery = z.strictObject({
  ...pageQuery,
  from: z.optional(DayText),
  to: z.optional(DayText),
  no_contract: z.optional(patternText(20, /^[A-Za-z0-9-]{1,20}$/, 'Escribe un número como AF-000123')),
  type_order_job: z.optional(z.enum(WORK_ORDERS, { error: 'Elige el tipo de orden' })),
  /** Only reports with a speed test under the contracted speed. */
  under_speed: flag,
  /** Only reports with an open task of the desk. */
  task: flag,
})
export type ReportQuery = z.output<typeof listQuery>

export const installationApi = api({
  create: {
    method: 'POST',
    path: '/installation-log/:id',
    summary: 'Guarda el acta firmada de un contrato; el mismo client_uuid nunca dos veces',
    roles: writers,
    status: 201,
    params,
    /**
     * `sent_at`: the clock of the device at this attempt, to measure how wrong it is. `also`: saves a second report of the same work
     * order and day, which is otherwise refused with REPORT_EXISTS and, per field, what the existing one says.
     */
    query: z.strictObject({ sent_at: z.optional(instantField('La hora del teléfono no se entiende')), also: flag }),
    body: z.strictObject({ installation_log: NewReport }),
    reply: Changed,
  },
  get: {
    method: 'GET',
    path: '/installation-log/:id',
    summary: 'La última acta de un contrato, o la que diga report',
    clientRows: 'one',
    roles: staff,
    params,
    query,
    reply: z.object({ data: Report }),
  },
  addVideo: {
    method: 'PATCH',
    path: '/installation-log/:id',
    summary: 'Agrega el enlace del video al acta, una sola vez',
    roles: writers,
    params,
    query,
    body: z.strictObject({ evi_vid_url: VideoUrl }),
    reply: Changed,
  },
})

/** The calls about reports beside the three of the specification. */
export const installationReportApi = api({
  /** The data of a visit, for the form and for a device without a network. */
  visit: {
    method: 'GET',
    path: '/installation-log/:id/visit',
    summary: 'Los datos de un contrato que necesita la visita, también sin conexión',
    clientRows: 'one',
    roles: writers,
    params,
    query: z.strictObject({ identification: query.shape.identification }),
    reply: z.object({ data: Visit }),
  },
  reports: {
    method: 'GET',
    path: '/installation-log/:id/reports',
    summary: 'Todas las actas de un contrato, la última primero',
    clientRows: 'data',
    roles: staff,
    params,
    reply: z.object({ data: z.array(ReportRow) }),
  },
  pdf: {
    method: 'GET',
    path: '/installation-log/:id/pdf',
    summary: 'La última acta de un contrato en PDF, o la que diga report',
    clientRows: 'one',
    roles: staff,
    params,
    query,
    replyAs: 'file',
    reply: z.unknown(),
  },
  saveEquipment: {
    method: 'POST',
    path: '/installation-log/:id/equipment',
    summary: 'Guarda los equipos y los datos técnicos del acta; lo anterior queda guardado',
    roles: ['network'],
    params,
    query,
    body: z.strictObject({ equipment: NewEquipment }),
    reply: Changed,
  },
  list: {
    method: 'GET',
    path: '/installation-report',
    summary: 'Las actas de la empresa, la última primero; las propias, para quien es cliente',
    clientRows: 'data',
    roles: [...staff, 'client'],
    query: listQuery,
    reply: z.object({ data: z.array(ReportRow), meta: z.optional(PageMeta) }),
  },
  view: {
    method: 'GET',
    path: '/installation-report/:id',
    summary: 'Un acta por su id; quien es cliente ve las de sus contratos',
    clientRows: 'one',
    roles: [...staff, 'client'],
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: Report }),
  },
  viewPdf: {
    method: 'GET',
    path: '/installation-report/:id/pdf',
    summary: 'Un acta en PDF; quien es cliente ve las de sus contratos',
    clientRows: 'one',
    roles: [...staff, 'client'],
    params: z.object({ id: z.uuid() }),
    replyAs: 'file',
    reply: z.unknown(),
  },
  registerRemoval: {
    method: 'POST',
    path: '/installation-report/:id/removal',
    stepUp: true,
    summary: 'Registra el retiro de un acta que llegó tarde, con el día de su visita, y cierra su tarea',
    roles: ['financial'],
    params: z.object({ id: z.uuid() }),
    reply: z.object({ data: ReportTask, message: z.string() }),
  },
  finishTask: {
    method: 'POST',
    path: '/installation-report/:id/task',
    summary: 'Cierra la tarea que dejó un acta, con lo que se hizo',
    roles: ['financial'],
    params: z.object({ id: z.uuid() }),
    body: z.strictObject({ note: lineOfText('Escribe qué se hizo', 300) }),
    reply: z.object({ data: ReportTask, message: z.string() }),
  },
})
