import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { text } from '#domain/core/text.ts'

/** The lists that can be taken away as a file, as their screens filter them. */
export const EXPORTS = [
  'clients',
  'contracts',
  'invoices',
  'payments',
  'transactions',
  'messages',
  'users',
  'companies',
  'plans',
] as const
export type ExportName = (typeof EXPORTS)[number]

const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Rows of one file. More than this is another filter's file. */
export const EXPORT_ROWS_MAX = 50_000

/**
 * OPS-06: a list as a file, with the filters that its address had. A POST, because who took what away is a fact of the company. Who
 * may call the list may export it, and nobody else.
 */
export const exportApi = api({
  create: {
    method: 'POST',
    path: '/export',
    summary: 'Descarga una lista como CSV o XLSX, con los mismos filtros',
    roles: ['superadmin', 'admin', 'financial', 'technical', 'network', 'client'],
    idempotency: 'never',
    body: z.strictObject({
      list: z.enum(EXPORTS, { error: 'Elige qué lista descargar' }),
      format: z.enum(EXPORT_FORMATS, { error: 'Elige CSV o XLSX' }),
      /** The list's own query as its address has it, 'status=vencido&q=ana'. Empty: the whole list. */
      query: text(1_000),
    }),
    download: true,
    reply: z.unknown(),
  },
})
