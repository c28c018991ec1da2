import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

/** The files of a case that is filed later, by its client or by the desk: its receipt names them (R3.2). */
export const pqrUploadApi = api({
  upload: {
    method: 'POST',
    path: '/pqr/uploads',
    summary: 'Sube una foto o un PDF para una PQR que se radica en la hora siguiente',
    roles: ['client', 'financial', 'technical'],
    bodyAs: 'upload',
    idempotency: 'never',
    readOnly: true,
    body: z.strictObject({}),
    /** `name`: without its folder; a photo is WebP from then on. */
    reply: z.object({ data: z.object({ token: z.string(), name: z.string() }), message: z.string() }),
  },
})
