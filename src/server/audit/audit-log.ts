import { sql } from 'kysely'
import { type AUDIT_SORTS, type AuditEvent, auditApi } from '#domain/audit/api.ts'
import { changesOf } from '#domain/audit/changes.ts'
import { eventSentence } from '#domain/audit/sentences.ts'
import { type Day, instantLabel } from '#domain/core/days.ts'
import type { Sort } from '#domain/core/paging.ts'
import { isRole, ROLE_LABELS } from '#domain/core/roles.ts'
import { pageReply, type RowRange } from '#server/core/list-reply.ts'
import { mapInSlices } from '#server/core/slices.ts'
import type { Tx } from '#server/core/tx.ts'
import { implement } from '#server/core/verb.ts'
import { dayEnd, dayStart } from '#server/db/days.ts'
import { containsPattern } from '#server/db/like.ts'
import { orderBy, pageOf, type SortColumns } from '#server/db/order.ts'
import { writeLongCsv } from '#server/files/csv.ts'

/** Most rows of a file; a longer log is downloaded by dates. */
const FILE_ROWS_MAX = 10_000

type AuditSort = (typeof AUDIT_SORTS)[number]

type Filter = {
  actor_id?: string | undefined
  entity_id?: string | undefined
  about?: string | undefined
  q?: string | undefined
  from?: Day | undefined
  to?: Day | undefined
  sort?: Sort<AuditSort> | undefined
}

const SORTS: SortColumns<AuditSort> = { at: ['at', 'id'] }

export const auditLog = implement(auditApi, {
  list: (ctx, { query }) =>
    ctx.tx((tx) =>
      pageReply(query, {
        rows: async (range) => (await readEvents(tx, query, range)).map(eventOf),
        total: () => countEvents(tx, query),
      }),
    ),

  file: async (ctx, { query }) => {
    const rows = await ctx.tx((tx) => readEvents(tx, query, { offset: 0, limit: FILE_ROWS_MAX }))
    const table = [FILE_HEADERS, ...(await mapInSlices(rows, (row) => fileRowOf(eventOf(row))))]
    const file = { name: 'bitacora.csv', type: 'text/csv; charset=utf-8', bytes: await writeLongCsv(table) }
    return { file, rows: rows.length }
  },
})

/** The conditions of the list. Days are Bogotá's; `q` is searched in the actor's name and in the data before and after. */
function conditions({ actor_id, entity_id, about, q, from, to }: Filter) {
  const parts = [sql`company_id = (select current_company())`]
  if (actor_id !== undefined) parts.push(sql`actor_id = ${actor_id}`)
  if (entity_id !== undefined) parts.push(sql`entity_id = ${entity_id}`)
  if (about !== undefined) parts.push(sql`name like ${`${about}.%`}`)
  if (from !== undefined) parts.push(sql`at >= ${dayStart(from)}`)
  if (to !== undefined) parts.push(sql`at < ${dayEnd(to)}`)
  if (q !== undefined && q.trim() !== '') {
    const like = containsPattern(q.trim())
    parts.push(sql`(actor_name ilike ${like} or after::text ilike ${like} or before::text ilike ${like})`)
  }
  return sql.join(parts, sql` and `)
}

type EventRow = {
  id: string
  at: Date
  name: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  actor_id: string | null
  actor_name: string
  actor_role: string
  ip: string | null
  entity_id: string | null
}

/** Newest first, unless `sort` says otherwise. */
async function readEvents(tx: Tx, filter: Filter, range: RowRange): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, at, name, before, after, actor_id, actor_name, actor_role, ip, entity_id from events
    where ${conditions(filter)} order by ${orderBy(SORTS, filter.sort ?? '-at')} ${pageOf(range)}`.execute(tx)
  return rows
}

/** 'nobody' is a person without a session, as on the public page of PQR; any other text that is no role is Enlace. */
const roleLabel = (role: string): string =>
  isRole(role) ? ROLE_LABELS[role] : role === 'nobody' ? 'Sin sesión' : 'Sistema'

const eventOf = ({ at, before, after, actor_id, actor_name, actor_role, ...row }: EventRow): AuditEvent => ({
  ...row,
  at: at.toISOString(),
  sentence: eventSentence(actor_name, { name: row.name, before, after }),
  actor: { id: actor_id, name: actor_name, role: roleLabel(actor_role) },
  changes: changesOf(before, after),
})

async function countEvents(tx: Tx, filter: Filter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events where ${conditions(filter)}`.execute(tx)
  return rows[0]?.count ?? 0
}

const FILE_HEADERS = ['Fecha', 'Persona', 'Rol', 'Qué pasó', 'IP', 'Cambios']

const fileRowOf = (event: AuditEvent): string[] => [
  instantLabel(new Date(event.at)),
  event.actor.name,
  event.actor.role,
  event.sentence,
  event.ip ?? '',
  event.changes.map(({ field, before, after }) => `${field}: ${before ?? '—'} → ${after ?? '—'}`).join('; '),
]
