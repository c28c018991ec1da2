import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { MassiveDetails } from './client.ts'

const roles = ['financial'] as const

/** A list of clients in a file: looked at first, then written. */
export const clientImportApi = api({
  upload: {
    method: 'POST',
    path: '/client/massive',
    summary: 'Carga clientes de un archivo CSV o XLSX; las filas buenas se escriben aunque otras fallen',
    roles,
    multipart: true,
    reply: z.object({ message: z.string(), details: MassiveDetails }),
  },
})
