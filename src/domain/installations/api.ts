import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { text } from '#domain/core/text.ts'
import { NewReport, Report, VideoUrl } from './report.ts'

/** `id`: the number of the contract. The calls read and change its latest report. */
const params = z.object({ id: text(11).check(z.regex(/^[A-Z]{1,4}-\d{6}$/)) })
const writers = ['technical', 'financial'] as const

export const installationApi = api({
  create: {
    method: 'POST',
    path: '/installation-log/:id',
    summary: 'Guarda el acta firmada de un contrato; el mismo client_uuid nunca dos veces',
    roles: writers,
    status: 201,
    params,
    body: z.strictObject({ installation_log: NewReport }),
    reply: z.object({ data: Report, message: z.string() }),
  },
  get: {
    method: 'GET',
    path: '/installation-log/:id',
    summary: 'La última acta de un contrato',
    roles: [...writers, 'network'],
    params,
    reply: z.object({ data: Report }),
  },
  addVideo: {
    method: 'PATCH',
    path: '/installation-log/:id',
    summary: 'Agrega el enlace del video a la última acta, una sola vez',
    roles: writers,
    params,
    body: z.strictObject({ evi_vid_url: VideoUrl }),
    reply: z.object({ data: Report, message: z.string() }),
  },
})
