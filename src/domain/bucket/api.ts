import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PageMeta, pageQuery, sortQuery } from '#domain/core/paging.ts'
import { BucketFile, BucketUsage, FILE_KINDS, FILE_USES } from './bucket.ts'

/** The sort keys of the files. */
export const BUCKET_SORTS = ['stored_at', 'bytes'] as const

const roles = ['superadmin'] as const
const company = 'query.company_id'
const params = z.object({ id: z.uuid() })
const ofCompany = { company_id: z.optional(z.uuid()) }
const One = z.object({ data: BucketFile, message: z.optional(z.string()) })

export const bucketApi = api({
  usage: {
    method: 'GET',
    path: '/bucket/usage',
    summary: 'Lo que guarda cada empresa: en uso, sin uso y en la papelera, con su límite',
    roles,
    query: z.strictObject(pageQuery),
    reply: z.object({ data: z.array(BucketUsage), meta: PageMeta }),
  },
  list: {
    method: 'GET',
    path: '/bucket',
    summary: 'Los archivos de una empresa, con su tamaño y quién los usa',
    roles,
    company,
    clientRows: 'data',
    query: z.strictObject({
      ...pageQuery,
      ...sortQuery(BUCKET_SORTS),
      ...ofCompany,
      kind: z.optional(z.enum(FILE_KINDS)),
      use: z.optional(z.enum(FILE_USES)),
    }),
    reply: z.object({ data: z.array(BucketFile), meta: PageMeta, reviewed_at: z.nullable(z.iso.datetime()) }),
  },
  get: {
    method: 'GET',
    path: '/bucket/:id',
    summary: 'Un archivo de una empresa',
    roles,
    company,
    clientRows: 'one',
    params,
    query: z.strictObject(ofCompany),
    reply: One,
  },
  file: {
    method: 'GET',
    path: '/bucket/:id/file',
    summary: 'El contenido de un archivo de una empresa',
    roles,
    company,
    params,
    query: z.strictObject(ofCompany),
    replyAs: 'file',
    reply: z.unknown(),
  },
  remove: {
    method: 'DELETE',
    path: '/bucket/:id',
    summary: 'Enviar a la papelera un archivo que nadie usa',
    roles,
    company,
    stepUp: true,
    params,
    query: z.strictObject(ofCompany),
    reply: One,
  },
  restore: {
    method: 'POST',
    path: '/bucket/:id/restore',
    summary: 'Sacar un archivo de la papelera',
    roles,
    company,
    params,
    query: z.strictObject(ofCompany),
    reply: One,
  },
  review: {
    method: 'POST',
    path: '/bucket/review',
    summary: 'Revisar ahora los archivos de una empresa',
    roles,
    company,
    status: 202,
    query: z.strictObject(ofCompany),
    reply: z.object({ data: z.object({}), message: z.string() }),
  },
})
