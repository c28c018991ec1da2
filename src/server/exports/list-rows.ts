import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Endpoint } from '#domain/core/api.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { Route } from '#server/core/verb.ts'

/** The rows that are read at once: each page counts the list again, so a page of few rows would make a long list slow. */
const PAGE_ROWS = 5_000
/** The rows that are written as they are on the wire without letting other requests run. */
const ENCODED_ROWS = 250

const ReadPage = z.looseObject({
  data: z.array(z.unknown()),
  meta: z.optional(z.looseObject({ total: z.number() })),
})
const Rows = z.looseObject({ data: z.array(z.record(z.string(), z.unknown())) })

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

type Reading = { filters: Filters; max: number }

/** `pagesOf` as one list, for a caller with a small `max`. */
export async function readRows(ctx: Ctx, list: Route, reading: Reading): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for await (const some of pagesOf(ctx, list, reading)) rows.push(...some)
  return rows
}

/**
 * Every row that matches the filters, in the format of the wire, some at a time, read with the permissions of the caller. In a transaction
 * with one snapshot each row comes once, because every list has a whole order. Throws a Refusal when there are more than `max`.
 */
export async function* pagesOf(
  ctx: Ctx,
  list: Route,
  { filters, max }: Reading,
): AsyncGenerator<Record<string, unknown>[]> {
  for (let page = 1, total = 1; (page - 1) * PAGE_ROWS < total; page += 1) {
    const query = filters === undefined ? undefined : { ...filters, page, page_size: PAGE_ROWS }
    const reply = z.parse(ReadPage, await list.run(ctx, { params: {}, query, body: undefined }))
    total = reply.meta?.total ?? reply.data.length
    if (total > max) throw refuseField('invalid', 'query', `Son más de ${max} filas: hazlo por partes con un filtro`)
    for (let from = 0; from < reply.data.length; from += ENCODED_ROWS) {
      yield encoded(list.endpoint, { ...reply, data: reply.data.slice(from, from + ENCODED_ROWS) })
      await setImmediate()
    }
    if (filters === undefined || reply.data.length === 0) return
  }
}

const encoded = ({ reply }: Endpoint, page: unknown): Record<string, unknown>[] =>
  z.parse(Rows, z.encode(reply, page)).data
