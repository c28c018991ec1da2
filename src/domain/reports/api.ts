import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { REPORT_NAMES, Report } from './report.ts'

const REPORT_FORMATS = ['json', 'csv', 'xlsx', 'pdf'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

const roles = ['admin', 'financial'] as const

/** The reports of a company (RPT-01 to RPT-03). Their figures are sums: they have no data of a client. */
export const reportApi = api({
  catalogue: {
    method: 'GET',
    path: '/report',
    summary: 'Los reportes que hay, con lo que dice cada uno',
    roles,
    reply: z.object({
      data: z.array(
        z.object({ name: z.string(), title: z.string(), about: z.string(), group: z.string(), href: z.string() }),
      ),
    }),
  },
  get: {
    method: 'GET',
    path: '/report/:name',
    summary: 'Un reporte con su comparación; con format=csv, xlsx o pdf, como archivo',
    roles,
    params: z.object({ name: z.enum(REPORT_NAMES) }),
    query: z.strictObject({
      from: z.optional(DayText),
      to: z.optional(DayText),
      format: z.optional(z.enum(REPORT_FORMATS, { error: 'Elige json, csv, xlsx o pdf' })),
    }),
    replyAs: 'json_or_file',
    reply: z.object({ data: Report }),
  },
})
