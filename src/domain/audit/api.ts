import * as z from 'zod/mini'
import { api } from '#domain/core/api.ts'
import { DayText } from '#domain/core/days.ts'
import { PageMeta, pagingQuery, sortQuery } from '#domain/core/paging.ts'
import { text } from '#domain/core/text.ts'

/** An event of the audit log: its sentence, actor, instant, IP address, and its fields before and after. */
export const AuditEvent = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  name: z.string(),
  sentence: z.string(),
  actor: z.object({ id: z.nullable(z.uuid()), name: z.string(), role: z.string() }),
  ip: z.nullable(z.string()),
  entity_id: z.nullable(z.string()),
  /** The changed fields, with labels and values in Spanish. */
  changes: z.array(z.object({ field: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
})
export type AuditEvent = z.output<typeof AuditEvent>

/** The sort keys of the audit log. */
export const AUDIT_SORTS = ['at'] as const

const filters = {
  /** The company, for a superadmin; an administrator only reads the own company. */
  company_id: z.optional(z.uuid()),
  actor_id: z.optional(z.uuid()),
  entity_id: z.optional(text(60)),
  /** The first part of the name: 'payment', 'invoice'. */
  about: z.optional(text(30).check(z.regex(/^[a-z_]{1,30}$/))),
  from: z.optional(DayText),
  to: z.optional(DayText),
}

const roles = ['admin', 'superadmin'] as const

export const auditApi = api({
  list: {
    method: 'GET',
    path: '/binnacle',
    summary: 'Los hechos de una empresa: quién, cuándo, desde dónde, antes y después',
    clientRows: 'data',
    roles,
    company: 'query.company_id',
    query: z.strictObject({ ...pagingQuery, ...sortQuery(AUDIT_SORTS), ...filters }),
    reply: z.object({ data: z.array(AuditEvent), meta: PageMeta }),
  },
  file: {
    method: 'GET',
    path: '/binnacle/file',
    summary: 'La bitácora como está filtrada, en CSV',
    stepUp: true,
    listFile: 'Hechos de la bitácora',
    roles,
    company: 'query.company_id',
    query: z.strictObject({ ...filters, q: z.optional(text(100)) }),
    replyAs: 'file',
    reply: z.unknown(),
  },
})
