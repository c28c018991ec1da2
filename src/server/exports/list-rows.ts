import { setImmediate } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Endpoint } from '#domain/core/api.ts'
import { refuseField } from '#domain/core/refusal.ts'
import type { Ctx } from '#server/core/context.ts'
import type { WholeList } from '#server/core/list-reply.ts'
import type { Route } from '#server/core/verb.ts'

/** The rows that are read at once from a list that answers only pages: each page computes the list again. */
const PAGE_ROWS = 5_000
/** The rows that are written as they are on the wire without letting other requests run. */
const ENCODED_ROWS = 250

const ReadPage = z.looseObject({
  data: z.array(z.unknown()),
  meta: z.optional(z.looseObject({ total: z.number() })),
})

/** A row in the format of the wire. Its schema wrote it: no key of it is checked again. */
type WireRow = Readonly<Record<string, unknown>>
const WireRows = z.array(z.custom<WireRow>((row) => typeof row === 'object' && row !== null))

/** The decoded filters of a list. Undefined for a list without filters. */
export type Filters = Readonly<Record<string, unknown>> | undefined

/** The filters of a query string, decoded by the list's own schema. Throws a Refusal for a filter that the list does not have. */
export function readFilters({ query: schema }: Endpoint, query: string): Filters {
  const { page: _page, page_size: _size, ...filters } = Object.fromEntries(new URLSearchParams(query))
  const decoded = schema === undefined ? undefined : z.safeDecode(schema, filters)
  const isValid = decoded === undefined ? Object.keys(filters).length === 0 : decoded.success
  if (!isValid)
    throw refuseField('invalid', 'query', 'Uno de los filtros no sirve para esta lista: quítalo y descarga de nuevo')
  return decoded?.success ? z.parse(z.record(z.string(), z.unknown()), decoded.data) : undefined
}

/** `tooMany`: what to do with more than `max` rows, in a sentence; without it, a narrower filter. */
type Reading = { filters: Filters; max: number; tooMany?: string | undefined }

/** The rows of `takeRows` as one list, for a caller with a small `max`. */
export async function readRows(ctx: Ctx, list: Route, reading: Reading): Promise<WireRow[]> {
  const rows: WireRow[] = []
  await takeRows(ctx, list, reading, async (some) => void rows.push(...some))
  return rows
}

/**
 * Gives `take` every row that matches the filters, in the format of the wire, some at a time, read with the permissions of the caller; it
 * waits until they are taken. In a transaction with one snapshot each row comes once, because every list has a whole order. Throws a
 * Refusal when there are more than `max`.
 */
export async function takeRows(
  ctx: Ctx,
  list: Route,
  { filters, max, tooMany }: Reading,
  take: (rows: WireRow[]) => Promise<void>,
): Promise<void> {
  const takeEncoded = async (rows: readonly unknown[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += ENCODED_ROWS) {
      await take(encoded(list.endpoint, rows.slice(from, from + ENCODED_ROWS)))
      await setImmediate()
    }
  }
  let isWhole = false
  const wholeList: WholeList = {
    begin: (total) => {
      isWhole = true
      assertRoom(total, max, tooMany)
    },
    take: takeEncoded,
  }
  const ofAll: Ctx = { ...ctx, wholeList }
  for (let page = 1, total = 1; (page - 1) * PAGE_ROWS < total; page += 1) {
    const query = filters === undefined ? undefined : { ...filters, page, page_size: PAGE_ROWS }
    const reply = await list.run(ofAll, { params: {}, query, body: undefined })
    if (isWhole) return
    const { data, meta } = z.parse(ReadPage, reply)
    total = meta?.total ?? data.length
    assertRoom(total, max, tooMany)
    await takeEncoded(data)
    if (filters === undefined || data.length === 0) return
  }
}

function assertRoom(total: number, max: number, tooMany: string | undefined): void {
  if (total <= max) return
  throw refuseField('invalid', 'query', tooMany ?? `Son más de ${max} filas: hazlo por partes con un filtro`)
}

function encoded({ reply, path }: Endpoint, rows: readonly unknown[]): WireRow[] {
  const data = reply instanceof z.ZodMiniObject ? reply.def.shape['data'] : undefined
  if (data === undefined) throw new Error(`${path} has no data to export`)
  return z.parse(WireRows, z.encode(data, rows))
}
