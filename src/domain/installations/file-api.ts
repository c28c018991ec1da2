import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'

/** A photo is made smaller; a signature must have strokes, and stays sharp. */
const FILE_KINDS = ['photo', 'signature'] as const
export type FileKind = (typeof FILE_KINDS)[number]

export const fileApi = api({
  upload: {
    method: 'POST',
    path: '/file',
    summary: 'Sube una foto o una firma de un acta: PNG, JPG o WebP, con un Idempotency-Key por archivo',
    roles: ['technical', 'financial'],
    status: 201,
    bodyAs: 'upload',
    idempotency: 'own',
    body: z.strictObject({ kind: z.optional(z.enum(FILE_KINDS, { error: 'Di si es photo o signature' })) }),
    reply: z.object({ data: z.object({ id: z.uuid(), url: z.string() }), message: z.string() }),
  },
  get: {
    method: 'GET',
    path: '/file/:id',
    summary: 'Una foto o una firma de un acta, para quien puede ver el acta',
    roles: ['technical', 'financial', 'network', 'client'],
    params: z.object({ id: z.uuid() }),
    replyAs: 'file',
    reply: z.unknown(),
  },
})
