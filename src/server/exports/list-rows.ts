import * as z from 'zod/mini'
import type { Endpoint } from '#domain/core/api.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Route } from '#server/core/verb.ts'

const PAGE_ROWS = 1_000

const Page = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.optional(z.object({ total: z.number() })),
})

/** The decoded filters of a list. Undefined for a list without filters. */
type Filters = Readonly<Record<string, unknown>> | undefined

/** The filters of a query string, decoded by the list's own schema. Throws a Refusal for a filter that the list does not have. */
export function readFilters({ query: schema }: Endpoint, query: string): Filters {
  const { page: _page, page_size: _size, ...filters } = Object.fromEntries(new URLSearchParams(query))
  const decoded = schema === undefined ? undefined : z.safeDecode(schema, filters)
  const isValid = decoded === undefined ? Object.keys(filters).length === 0 : decoded.success
  if (!isValid)
    throw refuseField('invalid', 'query', 'Uno de los filtros no sirve para esta lista: quítalo y descarga de nuevo')
  return decoded?.success ? z.parse(z.record(z.string(), z.unknown()), decoded.data) : undefined
}

/**
 * Every row that matches the filters, in the format of the wire, read by pages with the permissions of the caller, each row once.
 * Throws a Refusal when there are more than `max`.
 */
export async function readRows(
  ctx: Ctx,
  list: Route,
  { filters, max }: { filters: Filters; max: number },
): Promise<Record<string, unknown>[]> {
  const { endpoint } = list
  const exported = new Map<unknown, Record<string, unknown>>()
  for (let page = 1, total = 1; (page - 1) * PAGE_ROWS < total; page += 1) {
    const query = filters === undefined ? undefined : { ...filters, page, page_size: PAGE_ROWS }
    const reply = z.parse(Page, z.encode(endpoint.reply, await list.run(ctx, { params: {}, query, body: undefined })))
    total = reply.meta?.total ?? reply.data.length
    if (total > max) throw refuseField('invalid', 'query', `Son más de ${max} filas: hazlo por partes con un filtro`)
    for (const row of reply.data) exported.set(row['id'] ?? exported.size, row)
    if (filters === undefined || reply.data.length === 0) break
  }
  return [...exported.values()]
}
