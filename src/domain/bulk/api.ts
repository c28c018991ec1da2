import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery } from '#domain/core/paging.ts'
import { text } from '#domain/core/text.ts'
import { LIST_QUERY_MAX } from '#domain/exports/api.ts'
import { BULK_ACTIONS, BulkItem, BulkJob, ItemOutcome } from './bulk.ts'

const roles = ['financial'] as const
const params = z.object({ id: z.uuid() })
const JobReply = z.object({ data: BulkJob })
const ChangedReply = z.object({ data: BulkJob, message: z.string() })

/**
 * An action over the rows of a list, as a job of the server: it takes the filter of the list, reports its progress, and says of each
 * row whether it was done or why not.
 */
export const bulkApi = api({
  start: {
    method: 'POST',
    path: '/bulk',
    summary: 'Empieza una acción sobre las filas de un filtro de la lista; una por empresa a la vez',
    stepUp: true,
    roles,
    status: 202,
    body: z.strictObject({
      action: z.enum(BULK_ACTIONS, { error: `Elige qué hacer: ${BULK_ACTIONS.join(', ')}` }),
      /** The query string of the list, 'status=vencido&q=ana' or 'ids=…'. Empty: the complete list. */
      query: text(LIST_QUERY_MAX),
    }),
    reply: ChangedReply,
  },
  list: {
    method: 'GET',
    path: '/bulk',
    summary: 'Las acciones sobre listas de los últimos días, la última primero',
    roles,
    reply: z.object({ data: z.array(BulkJob) }),
  },
  get: {
    method: 'GET',
    path: '/bulk/:id',
    summary: 'Cómo va una acción sobre una lista',
    roles,
    params,
    reply: JobReply,
  },
  items: {
    method: 'GET',
    path: '/bulk/:id/items',
    summary: 'Cómo le fue a cada fila de una acción sobre una lista',
    clientRows: 'data',
    roles,
    params,
    query: z.strictObject({ ...pageQuery, outcome: z.optional(ItemOutcome) }),
    reply: z.object({ data: z.array(BulkItem), meta: PageMeta }),
  },
  cancel: {
    method: 'POST',
    path: '/bulk/:id/cancel',
    summary: 'Detiene una acción sobre una lista: lo hecho queda hecho',
    roles,
    params,
    reply: ChangedReply,
  },
  undo: {
    method: 'POST',
    path: '/bulk/:id/undo',
    summary: 'Deshace lo que una acción terminada dejó por enviar: lo que ya salió no vuelve',
    roles,
    params,
    reply: ChangedReply,
  },
  file: {
    method: 'GET',
    path: '/bulk/:id/file',
    summary: 'El archivo que hizo una acción sobre una lista',
    stepUp: true,
    listFile: 'facturas en PDF',
    roles,
    params,
    replyAs: 'file',
    reply: z.unknown(),
  },
})
