import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { PDF_ROWS_MAX } from '#domain/core/paging.ts'
import { text } from '#domain/core/text.ts'

/** The lists that can be exported, with the filters of their screens. */
export const EXPORTS = [
  'clients',
  'contracts',
  'equipment',
  'invoices',
  'credit_notes',
  'disputes',
  'payments',
  'transactions',
  'messages',
  'users',
  'companies',
  'plans',
  'income',
  'pqr',
  'sales_book',
  'received_book',
  'write_offs',
  'portfolio',
  'advances',
  'advance_moves',
  'suspension_preview',
  'bureau_cases',
  'bank_lines',
  'cash_turns',
  'outage_contracts',
] as const
export type ExportName = (typeof EXPORTS)[number]

/** The lists that are also a PDF, of their day or days. */
export const PDF_EXPORTS: readonly ExportName[] = ['portfolio', 'advances', 'received_book']

const EXPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** The longest query string of a list: its filters, or the ids of the rows that a user chose. */
export const LIST_QUERY_MAX = 4_000

/** The maximum rows of one file. A longer list needs a narrower filter; a workbook is made in memory, so it has fewer, and a PDF is read by people. */
export const EXPORT_ROWS_MAX: Readonly<Record<ExportFormat, number>> = { csv: 250_000, xlsx: 50_000, pdf: PDF_ROWS_MAX }

/**
 * A list as a file, with the filters of its URL (OPS-06). A POST, because each export is recorded as an event. A role may export the
 * lists that it may call, and no others.
 */
export const exportApi = api({
  create: {
    method: 'POST',
    path: '/export',
    summary:
      'Descarga una lista como CSV o XLSX, con los mismos filtros; la cartera, los saldos a favor y el recaudo, también como PDF',
    stepUp: 'own',
    listFile: 'own',
    roles: ['superadmin', 'admin', 'financial', 'technical', 'network', 'client'],
    idempotency: 'never',
    body: z.strictObject({
      list: z.enum(EXPORTS, { error: 'Elige qué lista descargar' }),
      format: z.enum(EXPORT_FORMATS, { error: 'Elige CSV, XLSX o PDF' }),
      /** The query string of the list, 'status=vencido&q=ana'. Empty: the complete list. */
      query: text(LIST_QUERY_MAX),
    }),
    replyAs: 'file',
    reply: z.unknown(),
  },
})
